/** Compares names of places: services show names as postings write them, and search for the place. */
import { withoutCase } from './text.js';

/** Case, accents, punctuation and spacing aside. */
export function placeName(text: string): string {
  return withoutCase(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The same name for a country's code and its names in languages that many postings are written in. */
export function countryName(text: string): string {
  const name = placeName(text);
  return countries().get(name) ?? name;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'ja', 'zh', 'ko', 'ar'];

/** English names that `Intl` lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s': 'US',
  'u s a': 'US',
  'united states of america': 'US',
  'u k': 'GB',
  'great britain': 'GB',
  'the netherlands': 'NL',
  holland: 'NL',
  turkey: 'TR',
  'czech republic': 'CZ',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  'korea republic of': 'KR',
  'viet nam': 'VN',
  uae: 'AE',
};

let made: ReadonlyMap<string, string> | null = null;

/** By code and by name, the code; a name that two countries share is left to the first. */
function countries(): ReadonlyMap<string, string> {
  if (made !== null) return made;
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => code !== 'ZZ' && english.of(code) !== undefined);
  // `UK` is another code of `GB`, and some codes are of the past.
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
  for (const [name, code] of Object.entries(OTHER_NAMES)) if (!known.has(name)) known.set(name, code);
  made = known;
  return made;
}
