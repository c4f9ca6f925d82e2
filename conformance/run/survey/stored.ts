/** Reads and writes the file of a survey, which later runs use while it is valid for the target. */
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { kitVersion } from '../../../common/kit-version.js';
import { readDocument, resolve } from '../../../spec/document.js';
import { schemaCompiler } from '../../../spec/validators.js';
import { COMPANY_FACTS, type Facts } from '../../pack/language/facts.js';
import type { SurveyRecord } from '../../record/run-record.js';
import { dateInput } from '../../values/dates.js';
import { fields } from '../../values/fields.js';
import { parsedJson } from '../../values/json.js';
import { readSmallFile } from '../../files/read-file.js';
import { writePieces } from '../../files/write-file.js';
import { UsageError } from '../../values/usage-error.js';
import type { Profile } from '../target/profile.js';
import type { Session } from '../target/session.js';
import type { Surveyed } from './index.js';

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

/** The content of the file, without secrets. In the file, the facts about companies are apart, and null if unknown. */
export interface StoredSurvey {
  format: typeof FORMAT;
  version: typeof VERSION;
  kitVersion: string;
  target: string;
  /** The target's time of the survey in ISO form, and the milliseconds by which it was ahead of the runner's. */
  madeAt: string;
  clockOffset: number;
  /** The part of the profile on which the survey depends. */
  asked: Pick<Profile, 'companies' | 'absent'>;
  facts: Facts;
  /** Facts that the data does not show, with the reason. */
  unknown: Record<string, string>;
  slices: SurveyRecord['slices'];
}

/** Why a run needs a new survey for these facts at this time (ms since 1970 on the runner's clock); null if it does not. */
export function whyOutdated(
  survey: StoredSurvey,
  needed: readonly string[],
  profile: StoredSurvey['asked'],
  now: number,
): string | null {
  const today = now + survey.clockOffset;
  if (today - Date.parse(survey.madeAt) > MOST_DAYS * DAY)
    return `that of ${survey.madeAt.slice(0, 10)} is more than ${MOST_DAYS} days old`;
  if (!isWithinReach(survey, today)) return 'its days are no longer within reach of every search';
  const [then, asked] = [survey.asked, profile].map(({ companies, absent }) => [
    companies,
    absent.toSorted(),
  ]);
  if (!isDeepStrictEqual(then, asked)) return 'the profile names other companies or operations than then';
  const told = { ...survey.facts, ...survey.unknown };
  const missing = needed.find((name) => !Object.hasOwn(told, name));
  return missing === undefined ? null : `it lacks ${missing}`;
}

/** The largest file. A survey contains a few hundred names and jobs. */
const MOST_BYTES = 16 * 1024 * 1024;

const document = readDocument(new URL('./generated/survey.json', import.meta.url));
const check = schemaCompiler(document)(resolve(document, { $ref: '#/components/schemas/Survey' }), '');

/**
 * Returns the survey in a file; null if the file does not exist. Throws UsageError if it is not a survey or belongs to another
 * target, so that a run does not overwrite it.
 */
export function readSurvey(path: string, target: string): StoredSurvey | null {
  if (!existsSync(path)) return null;
  const fail = (why: string): never => {
    throw new UsageError(`--survey ${path} ${why}. Remove it, and a run writes a new one.`);
  };
  const survey = fields(parsedJson(readSmallFile(path, MOST_BYTES, fail).toString()));
  if (survey?.['format'] !== FORMAT) return fail('is not a survey of this kit');
  const version = JSON.stringify(survey['version']);
  if (survey['version'] !== VERSION)
    fail(`is a survey of version ${version}, and this kit reads version ${VERSION}`);
  const [issue] = check(survey);
  if (issue !== undefined) fail(`is a damaged survey: ${issue.loc.slice(1).join('.')} ${issue.msg}`);
  if (survey['target'] !== target)
    throw new UsageError(
      `--survey ${path} is a survey of ${String(survey['target'])}, and the target is ${target}. Name another file, one for each target.`,
    );
  const { companies, ...stored } = survey as unknown as StoredSurvey & { companies: object };
  const asked = { ...stored.asked, companies: withoutNulls(stored.asked.companies) };
  return { ...stored, asked, facts: { ...withoutNulls(companies), ...stored.facts } };
}

/** True if its windows have ended, and lie within the six months of current searches, less a day (reading calendar). */
export function isWithinReach({ slices }: StoredSurvey, now: number): boolean {
  const [oldest = '', today = ''] = ['monthsAgo6Plus2', 'today'].map((name) => dateInput(name, now));
  return slices.every(({ from, to }) => from >= oldest && to < today);
}

function withoutNulls(facts: object): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

/** Writes a survey whose clock is ahead of the runner's by `clockOffset`. Returns a list, with an error message if that fails. */
export function writeSurvey(
  path: string,
  { facts, why, record }: Surveyed,
  clockOffset: number,
  { profile, time, redactor }: Pick<Session, 'profile' | 'time' | 'redactor'>,
): string[] {
  const unknown = Object.entries(why).filter(([, { looked }]) => looked);
  const others = Object.entries(facts).filter(([name]) => !COMPANY_FACTS.some((each) => each === name));
  const stored: StoredSurvey & { companies: object } = {
    format: FORMAT,
    version: VERSION,
    kitVersion: kitVersion(),
    target: profile.target,
    madeAt: new Date(time.now() + clockOffset).toISOString(),
    clockOffset,
    asked: { companies: profile.companies, absent: profile.absent },
    companies: Object.fromEntries(COMPANY_FACTS.map((name) => [name, facts[name] ?? null])),
    facts: Object.fromEntries(others),
    slices: record?.slices ?? [],
    unknown: Object.fromEntries(unknown.map(([name, { reason }]) => [name, reason])),
  };
  const text = `${redactor.text(JSON.stringify(stored, null, 2))}\n`;
  return writePieces(`--survey ${path}`, path, () => [text]);
}
