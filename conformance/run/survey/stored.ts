/** Reads and writes the file of a survey, which later runs use while it is valid for the target. */
import { existsSync, writeFileSync } from 'node:fs';
import { kitVersion } from '../../../common/kit-version.js';
import type { Redactor } from '../../../common/redact.js';
import { readDocument, resolve } from '../../../spec/document.js';
import { schemaCompiler } from '../../../spec/validators.js';
import type { Facts } from '../../pack/language/facts.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { SurveyRecord } from '../../record/survey.js';
import { dateInput } from '../../values/dates.js';
import { fields } from '../../values/fields.js';
import { parsedJson } from '../../values/json.js';
import { readSmallFile } from '../../files/read-file.js';
import { messageOf } from '../../values/text.js';
import { UsageError } from '../../values/usage-error.js';
import type { Asked } from './asked.js';

export interface Unknown {
  reason: string;
  /** True if the survey could read the data. */
  looked: boolean;
}
export type WhyUnknown = Readonly<Record<string, Unknown>>;

const FORMAT = 'job-search-kit/survey';
const VERSION = 1;

/** Postings expire, so a survey becomes outdated even if every search still reaches its days. */
const MOST_DAYS = 14;
const DAY = 86_400_000;

/** The content of the file, without secrets. */
export interface StoredSurvey {
  format: typeof FORMAT;
  version: typeof VERSION;
  kitVersion: string;
  target: string;
  /** The target's time of the survey in ISO form, and the milliseconds by which it was ahead of the runner's. */
  madeAt: string;
  clockOffset: number;
  /** The part of the profile on which the survey depends. */
  asked: Pick<Asked, 'companies' | 'absent'>;
  companies: CompanyFacts;
  facts: Facts;
  /** Facts that the data does not show, with the reason. */
  unknown: Record<string, string>;
  slices: SurveyRecord['slices'];
}

/** The survey of an earlier run, or the reason for a new one. */
export interface Kept {
  survey?: StoredSurvey;
  anew?: string;
}

export interface Place {
  path: string;
  target: string;
  /** The runner's time, ms since 1970. */
  now: number;
}

/**
 * Returns the stored survey, or why the needed facts require a new one; null if the file does not exist. Throws UsageError if
 * the file is not a survey or belongs to another target, so that a run does not overwrite it.
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
  const today = now + survey.clockOffset;
  const missing = needed.find((name) => !tells(survey, name));
  const reasons: [applies: boolean, reason: string][] = [
    [
      today - Date.parse(survey.madeAt) > MOST_DAYS * DAY,
      `that of ${survey.madeAt.slice(0, 10)} is more than ${MOST_DAYS} days old`,
    ],
    [!isWithinReach(survey, today), 'its days are no longer within reach of every search'],
    [!isAsked(survey.asked, asked), 'the profile names other companies or operations than then'],
    [missing !== undefined, `it lacks ${missing}`],
  ];
  const why = reasons.find(([applies]) => applies)?.[1];
  return why === undefined ? { survey } : { anew: `--survey ${path}: the survey is repeated, since ${why}` };
}

/** The largest file. A survey contains a few hundred names and jobs. */
const MOST_BYTES = 16 * 1024 * 1024;

const document = readDocument(new URL('./generated/survey.json', import.meta.url));
const check = schemaCompiler(document)(resolve(document, { $ref: '#/components/schemas/Survey' }), '');

function parsed(path: string): StoredSurvey {
  const fail = (why: string): never => {
    throw new UsageError(`--survey ${path} ${why}. Remove it, and a run writes a new one.`);
  };
  const survey = fields(parsedJson(readSmallFile(path, MOST_BYTES, fail)));
  if (survey?.['format'] !== FORMAT) return fail('is not a survey of this kit');
  const version = JSON.stringify(survey['version']);
  if (survey['version'] !== VERSION)
    fail(`is a survey of version ${version}, and this kit reads version ${VERSION}`);
  const [issue] = check(survey);
  if (issue !== undefined) fail(`is a damaged survey: ${issue.loc.slice(1).join('.')} ${issue.msg}`);
  return survey as unknown as StoredSurvey;
}

/** True if its windows have ended, and lie within the six months of current searches, less a day (reading calendar). */
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

/** The facts that the survey of the file did not find, with the reasons. */
export function whyUnknown({ unknown }: StoredSurvey): Record<string, Unknown> {
  return Object.fromEntries(
    Object.entries(unknown).map(([name, reason]): [string, Unknown] => [name, { reason, looked: true }]),
  );
}

/** The findings of a survey, and its target. */
interface Made extends Pick<StoredSurvey, 'companies' | 'facts' | 'slices'> {
  why: Readonly<Record<string, Unknown>>;
  profile: Asked & { target: string };
  /** Milliseconds since 1970 on the clock of the target, which is ahead of the runner's by `clockOffset`. */
  madeAt: number;
  clockOffset: number;
}

/** Writes a survey. Returns the reason if that fails, else null. */
export function writeSurvey(
  path: string,
  { profile, madeAt, clockOffset, companies, facts, why, slices }: Made,
  redactor: Redactor,
): string | null {
  const unknown = Object.entries(why).filter(([, { looked }]) => looked);
  const stored: StoredSurvey = {
    format: FORMAT,
    version: VERSION,
    kitVersion: kitVersion(),
    target: profile.target,
    madeAt: new Date(madeAt).toISOString(),
    clockOffset,
    asked: { companies: profile.companies, absent: profile.absent },
    companies,
    facts,
    slices,
    unknown: Object.fromEntries(unknown.map(([name, { reason }]) => [name, reason])),
  };
  try {
    writeFileSync(path, `${redactor.text(JSON.stringify(stored, null, 2))}\n`);
    return null;
  } catch (error) {
    return `--survey ${path} could not be written: ${messageOf(error)}`;
  }
}
