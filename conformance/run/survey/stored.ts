/** The survey in a file: written after it was made, and read in its place while it fits the target. */
import { existsSync, writeFileSync } from 'node:fs';
import { kitVersion } from '../../../common/kit-version.js';
import type { Redactor } from '../../../common/redact.js';
import { FACTS, type Facts } from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { SurveyRecord } from '../../record/survey.js';
import { dateInput } from '../../values/dates.js';
import { parsedJson } from '../../values/json.js';
import { readSmallFile } from '../../values/small-file.js';
import { messageOf } from '../../values/text.js';
import { UsageError } from '../../values/usage-error.js';
import type { Asked } from './asked.js';

/** Why a fact is not known. */
export interface Unknown {
  reason: string;
  /** True where the data was looked at and does not show it; false where it could not be looked at. */
  looked: boolean;
}
export type WhyUnknown = Readonly<Record<string, Unknown>>;

const FORMAT = 'job-search-kit/survey';
const VERSION = 1;

/** Postings expire, so what was found does not hold for ever, even where every search still reaches it. */
const MOST_DAYS = 14;
const DAY = 86_400_000;

/** What the file holds. Nothing in it is secret. */
export interface StoredSurvey {
  format: typeof FORMAT;
  version: typeof VERSION;
  kitVersion: string;
  target: string;
  /** The target's time when it was made, ISO, and by how much it was ahead of the runner's, ms. */
  madeAt: string;
  clockOffset: number;
  /** What the profile said then: the survey built on it. */
  asked: Pick<Asked, 'companies' | 'absent'>;
  companies: CompanyFacts;
  facts: Facts;
  /** What was looked for and is not there. */
  unknown: Record<string, string>;
  slices: SurveyRecord['slices'];
}

/** The survey of an earlier run, or why it is made anew. */
export type Kept = { survey: StoredSurvey } | { anew: string };

/** Where a survey is kept for a target. */
export interface Place {
  path: string;
  target: string;
  /** The runner's time, ms since 1970. */
  now: number;
}

/**
 * What the file can say of the facts that are needed; null where there is no file yet. Throws UsageError for a file
 * that is no survey, or is that of another target: it is not written over.
 */
export function readSurvey(
  { path, target, now }: Place,
  needed: readonly string[],
  asked: Asked,
): Kept | null {
  if (!existsSync(path)) return null;
  const survey = parsed(path);
  if (survey.target !== target)
    throw new UsageError(
      `--survey ${path} is a survey of ${survey.target}, and the target is ${target}. Name another file, one for each target.`,
    );
  const anew = (why: string): Kept => ({ anew: `--survey ${path}: the survey is made anew, since ${why}` });
  const today = now + survey.clockOffset;
  if (today - Date.parse(survey.madeAt) > MOST_DAYS * DAY)
    return anew(`that of ${survey.madeAt.slice(0, 10)} is more than ${MOST_DAYS} days old`);
  if (!isWithinReach(survey, today)) return anew('its days are no longer within reach of every search');
  if (!isAsked(survey.asked, asked)) return anew('the profile names other companies or operations than then');
  const untold = needed.find((name) => !tells(survey, name));
  if (untold !== undefined) return anew(`it does not tell ${untold}`);
  return { survey };
}

/** Of a survey; they hold some hundred names and jobs. */
const MOST_BYTES = 16 * 1024 * 1024;

function parsed(path: string): StoredSurvey {
  const refused = (why: string): UsageError =>
    new UsageError(`--survey ${path} ${why}. Remove it, and a run writes it anew.`);
  let text: string | null;
  try {
    text = readSmallFile(path, MOST_BYTES);
  } catch (error) {
    throw new UsageError(`--survey ${path} cannot be read: ${messageOf(error)}`);
  }
  if (text === null) throw refused(`is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
  const survey = parsedJson(text);
  if (!isObject(survey) || survey['format'] !== FORMAT) throw refused('is no survey of this kit');
  if (survey['version'] !== VERSION)
    throw refused(
      `is a survey of version ${JSON.stringify(survey['version'])}, and this kit reads version ${VERSION}`,
    );
  const fault = faultIn(survey);
  if (fault !== null) throw refused(`is a damaged survey: ${fault}`);
  return survey as unknown as StoredSurvey;
}

/** The first member that is not what was written; null for none. */
function faultIn(survey: Record<string, unknown>): string | null {
  const { target, madeAt, clockOffset, asked, companies, facts, unknown, slices } = survey;
  if (typeof target !== 'string') return 'target is no text';
  if (typeof madeAt !== 'string' || Number.isNaN(Date.parse(madeAt))) return 'madeAt is no instant';
  if (typeof clockOffset !== 'number') return 'clockOffset is no number';
  if (!isObject(asked) || !isTexts(asked['companies']) || !Array.isArray(asked['absent']))
    return 'asked is not what a profile says';
  if (!isTexts(companies)) return 'companies are no texts';
  if (!isTexts(unknown)) return 'unknown is no list of reasons';
  if (
    !Array.isArray(slices) ||
    !slices.every((each) => isObject(each) && isDay(each['from']) && isDay(each['to']))
  )
    return 'slices are no windows of days';
  if (!isObject(facts)) return 'facts are missing';
  const [strange] = Object.entries(facts).find(([name, value]) => !FACTS.has(name) || !isFact(value)) ?? [];
  return strange === undefined ? null : `facts hold ${strange}, which is no fact of this kit`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((each) => each === null || typeof each === 'string');
}

/** A text, a number, `true`, or what is made of texts: a place, or a group of keywords. */
function isFact(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).every(isPart);
  return typeof value === 'string' || typeof value === 'number' || value === true;
}

function isPart(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string');
  return isObject(value) ? Object.values(value).every(isPart) : value === null || typeof value === 'string';
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/**
 * Whether its windows are closed, and within the six months of current searches; a day is left for the calendar of the
 * target (reading calendar).
 */
export function isWithinReach({ slices }: StoredSurvey, now: number): boolean {
  const [oldest = '', today = ''] = ['monthsAgo6Plus2', 'today'].map((name) => dateInput(name, now));
  return slices.every(({ from, to }) => from >= oldest && to < today);
}

function isAsked(then: StoredSurvey['asked'], { companies, absent }: Asked): boolean {
  const names = Object.keys(companies) as (keyof CompanyFacts)[];
  return (
    names.every((name) => (then.companies[name] ?? null) === companies[name]) &&
    [...then.absent].sort().join() === [...absent].sort().join()
  );
}

function tells({ facts, companies, unknown }: StoredSurvey, name: string): boolean {
  return (
    Object.hasOwn(facts, name) ||
    Object.hasOwn(unknown, name) ||
    (companies[name as keyof CompanyFacts] ?? null) !== null
  );
}

/** The facts of the file that were looked for in vain, as a survey says them. */
export function whyUnknown({ unknown }: StoredSurvey): WhyUnknown {
  return Object.fromEntries(
    Object.entries(unknown).map(([name, reason]): [string, Unknown] => [name, { reason, looked: true }]),
  );
}

/** Writes a survey; null, or why it could not be written. */
export function writeSurvey(
  path: string,
  survey: Omit<StoredSurvey, 'format' | 'version' | 'kitVersion'>,
  redactor: Redactor,
): string | null {
  const stored: StoredSurvey = { format: FORMAT, version: VERSION, kitVersion: kitVersion(), ...survey };
  try {
    writeFileSync(path, `${redactor.text(JSON.stringify(stored, null, 2))}\n`);
    return null;
  } catch (error) {
    return `--survey ${path} could not be written: ${messageOf(error)}`;
  }
}
