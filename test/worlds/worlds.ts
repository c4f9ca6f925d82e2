/**
 * Small worlds of postings, each unlike the seeded ones in one way that real deployments are. A posting is a
 * function of its world, its number and the first day of the clock: the same bytes on every machine.
 */
import { DAY, isoDay } from '../../fixtures/calendar.js';
import { firstDayOf } from '../../fixtures/dataset.js';
import { EMPTY_JOB, type Job } from '../../fixtures/model.js';
import { below, draw, keyOf, pick } from '../../fixtures/random.js';
import { loadContract } from '../../spec/contract.js';
import * as pools from './pools.js';
import type { Pool } from './pools.js';

export interface World {
  name: string;
  /** What sets it apart from the seeded postings. */
  unlike: string;
  postings: number;
  pool: Pool;
  /** Days between the oldest of most postings and today. */
  days: number;
  /** Days between the youngest posting and today; 0 where it is left out. */
  youngest?: number;
  /** Share of postings that are older, up to six years; 0 for none. */
  history: number;
  /** How often each posting stands; where it is left out, one in 16 stands twice. */
  copies?: number;
  /** What the world takes away from its postings. */
  without?: (job: Job, key: number) => Job;
}

const HALF_A_YEAR = 180;
const SIX_YEARS = 2_180;
const OLDEST = Date.UTC(2020, 0, 1);

/** The table of worlds. */
export const WORLDS: readonly World[] = [
  {
    name: 'forty',
    unlike: '40 postings in all, in Swedish',
    postings: 40,
    pool: pools.SWEDISH,
    days: HALF_A_YEAR,
    history: 0.3,
  },
  {
    name: 'one-employer',
    unlike: 'every posting is of the same employer',
    postings: 1_500,
    pool: pools.RAILWAY,
    days: HALF_A_YEAR,
    history: 0.4,
  },
  {
    name: 'mostly-null',
    unlike: 'most fields are null, any of them',
    postings: 1_500,
    pool: pools.THEATRE,
    days: HALF_A_YEAR,
    history: 0.4,
    without: (job, key) => {
      const kept = (_: unknown, field: number): boolean => draw(key, 1_000 + field) % 5 === 0;
      return { ...EMPTY_JOB, ...Object.fromEntries(Object.entries(job).filter(kept)) };
    },
  },
  {
    name: 'no-descriptions',
    unlike: 'titles in French, and no description',
    postings: 1_500,
    pool: pools.FRENCH,
    days: HALF_A_YEAR,
    history: 0.4,
    without: (job) => ({ ...job, 'Job Description': null, Skills: null }),
  },
  {
    name: 'polish',
    unlike: 'Polish alone',
    postings: 2_000,
    pool: pools.POLISH,
    days: HALF_A_YEAR,
    history: 0.4,
  },
  {
    name: 'japanese',
    unlike: 'Japanese with emoji, where no space parts the words',
    postings: 2_000,
    pool: pools.JAPANESE,
    days: HALF_A_YEAR,
    history: 0.4,
  },
  {
    name: 'career-pages',
    unlike: 'in Spanish, all from the pages of employers, none from a job board',
    postings: 1_500,
    pool: pools.SPANISH,
    days: HALF_A_YEAR,
    history: 0.4,
  },
  {
    name: 'fresh',
    unlike: 'nothing is older than ten days',
    postings: 1_500,
    pool: pools.HOSPITAL,
    days: 10,
    history: 0,
  },
  {
    name: 'dense',
    unlike: '20,000 in German, hundreds a day and more than a thousand for an employer',
    postings: 20_000,
    pool: pools.GERMAN,
    days: 60,
    history: 0.1,
  },
  {
    name: 'one-country',
    unlike: 'in Turkish, all in the same country',
    postings: 2_000,
    pool: pools.TURKISH,
    days: HALF_A_YEAR,
    history: 0.4,
  },
  {
    name: 'twelve',
    unlike: 'twelve postings in all, with one title',
    postings: 12,
    pool: pools.HOSPITAL,
    days: 60,
    history: 0,
    without: (job) => ({ ...job, 'Job Title': 'Ward Porter' }),
  },
  {
    name: 'today',
    unlike: 'everything was posted today',
    postings: 600,
    pool: pools.SPANISH,
    days: 1,
    history: 0,
  },
  {
    name: 'one-day',
    unlike: 'everything was posted on one day, 40 days ago',
    postings: 600,
    pool: pools.FRENCH,
    youngest: 40,
    days: 41,
    history: 0,
  },
  {
    name: 'copies',
    unlike: 'each posting stands fifty times',
    postings: 2_000,
    pool: pools.THEATRE,
    days: HALF_A_YEAR,
    history: 0.4,
    copies: 50,
  },
  {
    name: 'nameless',
    unlike: 'no posting names its employer',
    postings: 1_500,
    pool: pools.RAILWAY,
    days: HALF_A_YEAR,
    history: 0.4,
    without: (job) => ({ ...job, 'Company Name': null, 'Logo URL': null }),
  },
  {
    name: 'odd-texts',
    unlike: 'titles of one sign, markup, quotes, right to left, 100 KB descriptions, salaries of 0',
    postings: 1_200,
    pool: pools.ODD,
    days: HALF_A_YEAR,
    history: 0.4,
    without: (job, key) => ({
      ...job,
      'Job Description':
        draw(key, 30) % 60 === 0 ? `${job['Job Description']}\n`.repeat(400) : job['Job Description'],
      'Salary From': job['Salary From'] === null ? null : 0,
      'Salary To': draw(key, 31) % 2 === 0 ? null : job['Salary To'],
      'Salary Offered': draw(key, 32) % 3 === 0 ? 'DOE' : null,
    }),
  },
  {
    name: 'placeless',
    unlike: 'no posting names a place',
    postings: 1_500,
    pool: pools.RAILWAY,
    days: HALF_A_YEAR,
    history: 0.4,
    without: (job) => ({ ...job, City: null, State: null, Country: null }),
  },
];

/** The lines of a world's data file, newlines included; dates are relative to the day of `now`, an ISO instant. */
export function* linesOf(world: World, now: string): Generator<string> {
  const today = firstDayOf(now);
  for (let i = 0; i < world.postings; i += 1) yield `${JSON.stringify(postingOf(world, i, today))}\n`;
}

/** One posting in so many stands a second time, on another board. */
const TWICE = 16;

/** The number of the posting that the one of this number repeats; its own for none. */
function originalOf({ copies }: World, i: number): number {
  if (copies !== undefined) return i - (i % copies);
  return i % TWICE === TWICE - 1 ? i - 1 : i;
}

const { department: DEPARTMENTS, job_type: TYPES, seniority_level: LEVELS } = loadContract().enums;

function postingOf(world: World, i: number, today: number): Job {
  const seed = WORLDS.indexOf(world) + 1;
  const original = originalOf(world, i);
  const isSecond = original !== i;
  const key = keyOf(seed, original);
  const job = fullPosting(world, key, original, today);
  const board = draw(keyOf(seed, i), isSecond ? 50 : 1);
  return (world.without ?? ((each) => each))({ ...job, ...listingOf(world.pool, board, i) }, key);
}

/** Where a posting was found; one in five on the pages of its employer. */
function listingOf(
  { boards }: Pool,
  bits: number,
  i: number,
): Pick<Job, 'Job URL' | 'Apply URL' | 'Job Board'> {
  const board = boards.length === 0 || bits % 5 === 0 ? null : pick(bits, boards);
  const site = board === null ? 'employer' : `board-${boards.indexOf(board) + 1}`;
  return {
    'Job URL': `https://${site}.example/vacancies/${i}`,
    'Apply URL': i % 3 === 0 ? null : `https://${site}.example/vacancies/${i}/apply`,
    'Job Board': board,
  };
}

/** What a posting says wherever it was found. */
function fullPosting(world: World, key: number, i: number, today: number): Job {
  const { pool } = world;
  const { role, department } = pick(draw(key, 2), pool.roles);
  const place = pick(draw(key, 3), pool.places);
  const employer = pick(draw(key, 4), pool.employers);
  const skills = someOf(draw(key, 5), pool.skills, 3);
  const posted = postedOn(world, key, today);
  const pay = pool.pay + below(draw(key, 6), 9) * Math.round(pool.pay / 10);
  const hasPay = draw(key, 7) % 3 === 0;
  const grade = pick(draw(key, 8), pool.grades);
  const extra = pick(draw(key, 9), pool.extras);
  const words: Record<string, string> = {
    role,
    employer,
    city: place.city ?? place.state ?? place.country,
    skill: skills[0] ?? role,
    number: String(12 + below(draw(key, 10), 80)),
  };
  const isRemote = draw(key, 11) % 3;
  return {
    ...EMPTY_JOB,
    'Job Title': [filled(pool.title, { grade, role }).trim(), extra].filter(Boolean).join(' '),
    'Job Type': draw(key, 12) % 8 === 0 ? null : pick(draw(key, 13), TYPES),
    'Job Description': someOf(draw(key, 14), pool.sentences, pool.sentences.length - 1)
      .map((sentence) => filled(sentence, words))
      .join('\n'),
    'Company Name': employer,
    City: place.city,
    State: place.state,
    Country: draw(key, 15) % 25 === 0 ? null : place.country,
    'Is Remote': isRemote === 0 ? null : isRemote === 1,
    'Post Date': isoDay(posted),
    'Valid Through': i % 2 === 0 ? null : isoDay(posted + 45 * DAY),
    'Logo URL': i % 4 === 0 ? null : `https://logos.example/${pool.employers.indexOf(employer)}.png`,
    'Department Name':
      draw(key, 16) % 6 === 0 ? [department, pick(draw(key, 17), DEPARTMENTS)] : [department],
    'Seniority Level': pool.english && draw(key, 18) % 5 > 0 ? pick(draw(key, 19), LEVELS) : null,
    'Salary Offered': hasPay ? `${pay} ${pool.currency}` : null,
    'Salary From': hasPay ? pay : null,
    'Salary To': hasPay && draw(key, 20) % 2 === 0 ? pay + Math.round(pool.pay / 5) : null,
    'Salary Currency': hasPay ? pool.currency : null,
    Skills: skills.length === 0 ? null : skills,
  };
}

/** Midnight of the day; never in the future, and never before 2020, where no posting can be (§8). */
function postedOn({ days, youngest = 0, history }: World, key: number, today: number): number {
  const isOld = draw(key, 21) < history * 0x1_0000_0000;
  const age = isOld
    ? days + below(draw(key, 22), SIX_YEARS - days)
    : youngest + below(draw(key, 23), days - youngest);
  return Math.max(today - age * DAY, OLDEST);
}

/** Up to so many items, in the order of the list, but at least one. */
function someOf(bits: number, items: readonly string[], most: number): string[] {
  const chosen = items.filter((_, n) => ((bits >>> (n % 32)) & 1) === 1).slice(0, most);
  return chosen.length > 0 ? chosen : [pick(bits, items)];
}

function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}
