/** Finds texts for lookups: parts of names in their lists, and of places in jobs. */
import { MOST_LOCATIONS, USUAL_LOCATIONS } from '../../../spec/location-limits.js';
import type { Facts } from '../../pack/language/facts.js';
import { items } from '../../values/fields.js';
import { countryName } from '../../values/places.js';
import { follow } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';
import { unlessUnfound, type Ask } from './ask.js';
import { textAt, texts } from './job-texts.js';
import { inOtherCase, isBeyondAscii } from './words.js';

export interface Option {
  label: string;
  value: string;
}

/** The items of a lookup answer that have a label and a value. */
export function optionsIn(body: unknown, list: string): Option[] {
  return items(follow(body, [list])).flatMap((item): Option[] => {
    const [label, value] = [textAt(item, 'label'), textAt(item, 'value')];
    return label === null || value === null ? [] : [{ label, value }];
  });
}

/** The most texts that are tried to find one with more locations than an answer can contain. */
export const LOCATION_TRIES = 8;
/** The most countries of a slice whose spelling is looked up. */
export const SPELLING_TRIES = 6;

/** The countries of the locations that the lookup finds for a text; empty if the answer has another form. */
async function countriesFor(text: string, ask: Ask): Promise<(string | null)[]> {
  const { body } = await ask('listLocations', undefined, { q: text, limit: String(MOST_LOCATIONS) });
  return items(follow(body, ['locations'])).map((each) => textAt(follow(each, ['value']), 'country'));
}

/** A text that some names contain but not all, each in both label and value or in neither. It may begin inside a word. */
export function partOf(options: readonly Option[]): string | null {
  const names = options.map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()] as const);
  const words = names.flatMap(([label]) => label.split(/[^\p{L}\p{M}\p{N}]+/u));
  const parts = words.map((word) => [...word].slice(1, 5).join(''));
  const hits = (text: string): number => names.filter(([label]) => label.includes(text)).length;
  const isAlike = (text: string): boolean =>
    names.every(([label, value]) => label.includes(text) === value.includes(text));
  const [best] = [...new Set(parts)]
    .filter((text) => /^[\p{L}\p{M}]{3,}$/u.test(text) && isAlike(text) && hits(text) < names.length)
    .sort((a, b) => hits(b) - hits(a));
  return best ?? null;
}

/** How many names of each list are looked up, and their most characters (§4.7). */
const NAMES = 6;
const MOST_CHARACTERS = 200;
/** The most values in one filter: as many as there are departments (§4.1), since a service may refuse longer lists. */
const MOST_VALUES = 38;

/** Labels with as many different letters as possible, since a service may fail on any letter in another case. */
function namesAmong(options: readonly Option[]): Record<'plain' | 'capitals' | 'small', string[]> | null {
  // Two boards may have one label.
  const labels = [...new Set(options.map(({ label }) => label))].filter(
    (label) => label.length <= MOST_CHARACTERS && label.toUpperCase().toLowerCase() === label.toLowerCase(),
  );
  if (labels.length < NAMES) return null;
  const plain: string[] = [];
  while (plain.length < NAMES) {
    const known = new Set(plain.join('').toLowerCase());
    const newIn = (label: string): number =>
      [...new Set(label.toLowerCase())].filter((sign) => !known.has(sign)).length;
    const open = labels.filter((label) => !plain.includes(label));
    plain.push(open.reduce((best, label) => (newIn(label) > newIn(best) ? label : best)));
  }
  return {
    plain,
    capitals: plain.map((label) => label.toUpperCase()),
    small: plain.map((label) => label.toLowerCase()),
  };
}

export function textFacts(kind: 'board' | 'department', options: readonly Option[]): Facts {
  return {
    [`${kind}Text`]: partOf(options),
    [`${kind}Names`]: namesAmong(options),
    [`${kind}Values`]: valuesAmong(options),
  };
}

/**
 * Values from the whole list, all of a short one. First comes one with each character other than letters and digits, which a
 * service may refuse.
 */
function valuesAmong(options: readonly Option[]): string[] | null {
  const values = options.map(({ value }) => value);
  const marks = new Set(values.join('').match(/[^\p{L}\p{N}]/gu));
  const marked = [...marks].map((mark) => values.find((value) => value.includes(mark))!);
  const spread = values.filter((_, i) => i % Math.ceil(values.length / MOST_VALUES) === 0);
  return values.length === 0 ? null : [...new Set([...marked, ...spread])].slice(0, MOST_VALUES);
}

/** The lookup refuses shorter texts (§4.9). */
const isLookupText = (text: string): boolean => text.replace(/\s/g, '').length >= 3;

/** Names of places, and their first and last characters: those first that most places contain, and then most jobs. */
function placeTexts(jobs: readonly Job[]): string[] {
  const namesOf = (job: Job): string[] =>
    ['City', 'State', 'Country'].flatMap((name) => textAt(job, name) ?? []);
  const places = new Set(
    jobs.map(namesOf).flatMap((names) => names.map((_name, i) => names.slice(i).join(', ').toLowerCase())),
  );
  const counts = new Map<string, number>();
  for (const name of jobs.flatMap(namesOf))
    for (const text of [name, [...name].slice(0, 3).join('').trim(), [...name].slice(-3).join('').trim()])
      if (isLookupText(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const ranked = [...counts]
    .map(([text, n]) => ({
      text,
      n,
      matches: [...places].filter((place) => place.includes(text.toLowerCase())).length,
    }))
    .sort((a, b) => b.matches - a.matches || b.n - a.n || (a.text < b.text ? -1 : 1))
    .map(({ text }) => text);
  // A service may misread letters beyond ASCII.
  const first = ranked.filter((text) => isBeyondAscii(text) && inOtherCase(text) !== null).slice(0, 1);
  return [...new Set([...first, ...ranked])];
}

/**
 * True if the lookup lists the country of these jobs under other spellings only, such as "UK" in a job and "United Kingdom"
 * in the lookup. Filters take the spelling of the lookup (§4.9).
 */
export async function isListedOtherwise(country: string, jobs: readonly Job[], ask: Ask): Promise<boolean> {
  const inCountry = jobs.filter((job) => textAt(job, 'Country') === country);
  const city = inCountry.flatMap(texts('City')).find(isLookupText);
  if (city === undefined) return false;
  const listed = (await unlessUnfound(countriesFor(city, ask))) ?? [];
  const same = listed.filter((each) => each !== null && countryName(each) === countryName(country));
  return same.length > 0 && !same.includes(country);
}

/** `isWhole`: the jobs are the whole market slice, so a country that none of them names is absent. */
export async function locationFacts(jobs: readonly Job[], isWhole: boolean, ask: Ask): Promise<Facts> {
  let [some, many, most] = [null as string | null, null as string | null, USUAL_LOCATIONS];
  const here = new Set(jobs.flatMap(texts('Country')).map(countryName));
  let elsewhere: string | null = null;
  for (const text of placeTexts(jobs).slice(0, LOCATION_TRIES)) {
    const countries = await countriesFor(text, ask);
    elsewhere ??= countries.find((country) => country !== null && !here.has(countryName(country))) ?? null;
    if (countries.length > 0) some ??= text;
    if (countries.length > most) [many, most] = [text, countries.length];
    if (countries.length >= MOST_LOCATIONS) break;
  }
  return {
    locationText: some,
    manyLocationsText: many,
    marketAbsentCountry: isWhole ? elsewhere : null,
  };
}
