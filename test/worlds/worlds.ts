/** Worlds: small datasets that each differ from the seeded postings in one way. Postings are byte-identical on every machine. */
import { readFileSync } from 'node:fs';
import { DAY, isoDay } from '../../fixtures/calendar.js';
import { firstDayOf } from '../../fixtures/dataset.js';
import { EMPTY_JOB } from '../../fixtures/data.js';
import type { Job } from '../../fixtures/model.js';
import { OLDEST } from '../../fixtures/posting-dates.js';
import { below, draw, keyOf, pick } from '../../fixtures/random.js';
import { template } from '../../fixtures/text.js';
import { loadContract } from '../../spec/contract.js';

/** Texts; data/pools.yaml explains each member. */
interface Pool {
  title: string;
  grades: string[];
  roles: [role: string, department: string][];
  extras: string[];
  employers: string[];
  boards: string[];
  places: [city: string | null, state: string | null, country: string][];
  skills: string[];
  sentences: string[];
  currency: string;
  pay: number;
  english?: boolean;
}

/** data/worlds.yaml explains each member. */
export interface World {
  name: string;
  /** How it differs from the seeded postings. */
  unlike: string;
  postings: number;
  pool: string;
  days?: number;
  youngest?: number;
  history?: number;
  copies?: number;
  set?: Partial<Job>;
}

const { pools, ...tables } = JSON.parse(
  readFileSync(new URL('./generated/tables.json', import.meta.url), 'utf8'),
) as { clocks: Record<string, string>; worlds: readonly World[]; pools: Record<string, Pool> };
export const { clocks: CLOCKS, worlds: WORLDS } = tables;

const SIX_YEARS = 2_180;

/** By world: changes of its postings that data/worlds.yaml cannot state. */
const CHANGES: Readonly<Record<string, (job: Job, key: number, isRepeated: boolean) => Partial<Job>>> = {
  'mostly-null': (job, key, isRepeated) => {
    // Listings without an employer or a title are no duplicates.
    const isKept = (name: string): boolean => isRepeated && /^(Job Title|Company Name)$/.test(name);
    const isLost = (name: string, field: number): boolean =>
      draw(key, 1_000 + field) % 5 > 0 && !isKept(name);
    const lost = Object.keys(job).filter(isLost);
    return Object.fromEntries(lost.map((field) => [field, null]));
  },
  'odd-texts': (job, key) => ({
    'Job Description':
      draw(key, 30) % 60 === 0 ? `${job['Job Description']}\n`.repeat(400) : job['Job Description'],
    'Salary From': job['Salary From'] === null ? null : 0,
    'Salary To': draw(key, 31) % 2 === 0 ? null : job['Salary To'],
    'Salary Offered': draw(key, 32) % 3 === 0 ? 'DOE' : null,
  }),
};

/** The lines of a world's data file, with newlines. Dates are relative to the day of `now`, an ISO instant. */
export function* linesOf(world: World, now: string): Generator<string> {
  const today = firstDayOf(now);
  for (let i = 0; i < world.postings; i += 1) yield `${JSON.stringify(postingOf(world, i, today))}\n`;
}

function postingOf(world: World, i: number, today: number): Job {
  const seed = WORLDS.indexOf(world) + 1;
  const original = originalOf(world, i);
  const key = keyOf(seed, original);
  const board = draw(keyOf(seed, i), original === i ? 1 : 50);
  const isRepeated = original !== i || originalOf(world, i + 1) === i;
  const job = { ...contentOf(world, key, original, today), ...listingOf(pools[world.pool]!, board, i) };
  return { ...job, ...world.set, ...CHANGES[world.name]?.(job, key, isRepeated) };
}

/** The number of the posting that posting `i` repeats; `i` if it repeats none. */
function originalOf({ copies }: World, i: number): number {
  if (copies !== undefined) return i - (i % copies);
  return i % 16 === 15 ? i - 1 : i;
}

/** The links and the job board of a posting. One of five is on its employer's pages. */
function listingOf({ boards }: Pool, bits: number, i: number): Partial<Job> {
  const board = boards.length === 0 || bits % 5 === 0 ? null : pick(bits, boards);
  const site = board === null ? 'employer' : `board-${boards.indexOf(board) + 1}`;
  const url = `https://${site}.example/vacancies/${i}`;
  return { 'Job URL': url, 'Apply URL': i % 3 === 0 ? null : `${url}/apply`, 'Job Board': board };
}

const { department: DEPARTMENTS, job_type: TYPES, seniority_level: LEVELS } = loadContract().enums;

/** Numbers that select the random bits of each field from a posting's key. If one changes, the worlds change. */
const TEXT = { role: 2, employer: 4, skills: 5, grade: 8, extra: 9, number: 10, sentences: 14 };
const PLACE = { place: 3, country: 15, remote: 11 };
const PAY = { amount: 6, isKnown: 7, hasRange: 20 };
const FACTS = { hasType: 12, type: 13, hasSecond: 16, second: 17, hasLevel: 18, level: 19 };
const DATE = { isOld: 21, oldAge: 22, age: 23 };

/** The fields that all listings of a posting share. */
function contentOf(world: World, key: number, i: number, today: number): Job {
  const pool = pools[world.pool]!;
  const [role, department] = pick(draw(key, TEXT.role), pool.roles);
  const [city, state, country] = pick(draw(key, PLACE.place), pool.places);
  const employer = pick(draw(key, TEXT.employer), pool.employers);
  const skills = someOf(draw(key, TEXT.skills), pool.skills, 3);
  const number = 12 + below(draw(key, TEXT.number), 80);
  const words = { role, employer, city: city ?? state ?? country, skill: skills[0]!, number };
  const grade = pick(draw(key, TEXT.grade), pool.grades);
  const title = template(pool.title)({ grade, role }).trim();
  const sentences = someOf(draw(key, TEXT.sentences), pool.sentences, pool.sentences.length - 1);
  const isRemote = draw(key, PLACE.remote) % 3;
  const posted = postedOn(world, key, today);
  const pay = pool.pay + below(draw(key, PAY.amount), 9) * Math.round(pool.pay / 10);
  const hasPay = draw(key, PAY.isKnown) % 3 === 0;
  const second = draw(key, FACTS.hasSecond) % 6 === 0 ? [pick(draw(key, FACTS.second), DEPARTMENTS)] : [];
  const hasLevel = pool.english && draw(key, FACTS.hasLevel) % 5 > 0;
  return {
    ...EMPTY_JOB,
    'Job Title': [title, pick(draw(key, TEXT.extra), pool.extras)].filter(Boolean).join(' '),
    'Job Type': draw(key, FACTS.hasType) % 8 === 0 ? null : pick(draw(key, FACTS.type), TYPES),
    'Job Description': sentences.map((sentence) => template(sentence)(words)).join('\n'),
    'Company Name': employer,
    City: city,
    State: state,
    Country: draw(key, PLACE.country) % 25 === 0 ? null : country,
    'Is Remote': isRemote === 0 ? null : isRemote === 1,
    'Post Date': isoDay(posted),
    'Valid Through': i % 2 === 0 ? null : isoDay(posted + 45 * DAY),
    'Logo URL': i % 4 === 0 ? null : `https://logos.example/${pool.employers.indexOf(employer)}.png`,
    'Department Name': [department, ...second],
    'Seniority Level': hasLevel ? pick(draw(key, FACTS.level), LEVELS) : null,
    'Salary Offered': hasPay ? `${pay} ${pool.currency}` : null,
    'Salary From': hasPay ? pay : null,
    'Salary To': hasPay && draw(key, PAY.hasRange) % 2 === 0 ? pay + Math.round(pool.pay / 5) : null,
    'Salary Currency': hasPay ? pool.currency : null,
    Skills: skills,
  };
}

/** A midnight from 2020 on that is not in the future: postings cannot be older (§8). */
function postedOn({ days = 180, youngest = 0, history = 0.4 }: World, key: number, today: number): number {
  const isOld = draw(key, DATE.isOld) < history * 0x1_0000_0000;
  const age = isOld
    ? days + below(draw(key, DATE.oldAge), SIX_YEARS - days)
    : youngest + below(draw(key, DATE.age), days - youngest);
  return Math.max(today - age * DAY, OLDEST);
}

/** One to `most` random items, in the order of the list. */
function someOf(bits: number, items: readonly string[], most: number): string[] {
  const chosen = items.filter((_, n) => ((bits >>> (n % 32)) & 1) === 1).slice(0, most);
  return chosen.length > 0 ? chosen : [pick(bits, items)];
}
