/** Normalizes names of places, because a service returns the name in the posting, but searches for the place. */
import { COUNTRY_NAMES } from './generated/names.js';
import { withoutCase } from './text.js';

/** Returns the name without case, accents and punctuation. */
export function placeName(text: string): string {
  return withoutCase(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the code of a country by its code or its name in several languages; `placeName(text)` for all other texts. */
export function countryName(text: string): string {
  const name = placeName(text);
  return countries().get(name) ?? name;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'ja', 'zh', 'ko', 'ar'];

let loaded: ReadonlyMap<string, string> | null = null;

/** Maps codes and names to codes. If two countries share a name, it belongs to the first. */
function countries(): ReadonlyMap<string, string> {
  if (loaded !== null) return loaded;
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => code !== 'ZZ' && english.of(code) !== undefined);
  // `region` replaces aliases and old codes: `UK` becomes `GB`.
  const known = new Map(
    codes.map((code) => [code.toLowerCase(), new Intl.Locale(`und-${code}`).region ?? code]),
  );
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = placeName(names.of(code) ?? '');
      if (name !== '' && !known.has(name)) known.set(name, known.get(code.toLowerCase())!);
    }
  }
  for (const [name, code] of Object.entries(COUNTRY_NAMES)) if (!known.has(name)) known.set(name, code);
  loaded = known;
  return loaded;
}
