/** Proposes checks for the response to a recorded request: of its status, counts, credits, and fields that show the outcome. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Operation } from '../../spec/contract.js';
import type { Yaml } from '../pack/write-pack.js';

/** Returns the first clause that binds the operation, as the member of a check; empty if none does. */
type Cite = (...ids: readonly (string | null | undefined)[]) => { 'x-kit-clauses'?: string[] };

/** Finds the clauses for the checks of one request, and adds them to `cited`. */
export function citationsFor({ clauses }: Clauses, { id: operation }: Operation, cited: Set<string>): Cite {
  const binding = clauses.filter(
    ({ level, check, operations }) => level !== 'open' && check !== 'none' && operations.includes(operation),
  );
  return (...ids) => {
    const found = ids.find((id) => binding.some((clause) => clause.id === id));
    if (typeof found !== 'string') return {};
    cited.add(found);
    return { 'x-kit-clauses': [found] };
  };
}

export interface Asked {
  entry: AdminSchemas['JournalEntry'];
  /** The parsed answer; undefined if it was not stored, or is not JSON. */
  answer: unknown;
  operation: Operation;
  clauses: Clauses;
  cite: Cite;
  /** The step whose stored response was replayed. */
  original: string | undefined;
  /** Whether the account's balance is known before the step. */
  knowsBalance: boolean;
  step: string;
}

/** The members of a step that check its response. An empty list is left out. */
export function proposalOf(asked: Asked): Yaml {
  const { entry, operation } = asked;
  if (entry.status !== 200) return refusal(asked);
  if (operation.kind === 'search') return found(asked);
  return operation.kind === 'lookup' ? looked(asked) : balance(asked);
}

const status = (n: number | null): string => `$statusCode == ${n}`;

const OTHER_DATA = 'the data differs from the recording';

function refusal({ entry, operation, clauses, cite }: Asked): Yaml {
  const own = cite(entry.clause, operation.responses.get(entry.status ?? 0)?.clause, 'ERR-10');
  const reading = readingOfStatus(clauses, entry.reading);
  return reading === null
    ? { successCriteria: [{ condition: status(entry.status), ...own }] }
    : { 'x-kit-expect': [{ that: 'one-of-status', ...reading, ...own }] };
}

/** Returns the reading of id=choice and its statuses; null if it is not about a status. */
function readingOfStatus(
  { readings }: Clauses,
  assignment: string | null,
): { reading: string; choices: Record<string, string> } | null {
  const reading = readings.find(({ id }) => assignment?.startsWith(`${id}=`));
  if (reading === undefined || reading.choices.some(({ id }) => !/^\d{3}$/.test(id))) return null;
  return { reading: reading.id, choices: Object.fromEntries(reading.choices.map(({ id }) => [id, id])) };
}

const PRICES = ['BILL-1', 'BILL-2', 'BILL-3', 'BILL-4', 'BILL-5'];

function found({ entry, answer, cite, original, knowsBalance }: Asked): Yaml {
  const { data } = answer as { data: Record<string, unknown> & { jobs: Record<string, unknown>[] } };
  const isWhole = data['total'] === data['total_jobs_found'];
  const title = data.jobs[0]?.['Job Title'];
  const count = { that: 'job-count', equals: data.jobs.length };
  const isFree = entry.creditsUsed === 0;
  const paid = cite(...(data.jobs.length === 0 ? ['BILL-9'] : isFree ? ['BILL-6'] : PRICES));
  const isReplay = original !== undefined && entry.replayed;
  return {
    'x-kit-assume': checks(
      {
        condition: `$response.body#/data/total_jobs_found == ${String(data['total_jobs_found'])}`,
        reason: OTHER_DATA,
      },
      // The contract leaves open how full a page before the last one is, and the order of jobs.
      !isWhole && { ...count, reason: 'the page has another number of jobs' },
      typeof title === 'string' && {
        that: 'some-job',
        field: 'Job Title',
        equals: title,
        reason: OTHER_DATA,
      },
    ),
    successCriteria: [{ condition: `${status(200)} && $response.body#/success == true`, ...cite('ENV-2') }],
    'x-kit-expect': checks(
      isWhole && { ...count, ...cite('ENV-7') },
      isReplay
        ? { that: 'same-jobs', with: original, ...cite('IDEM-13') }
        : compared('$response.body#/data/credits_used', entry.creditsUsed, paid),
      !isReplay &&
        knowsBalance &&
        compared('$response.body#/data/credits_remaining', data['credits_remaining'], cite('BILL-11')),
    ),
  };
}

function looked({ answer, cite }: Asked): Yaml {
  const [name = '', options = []] = Object.entries(answer as Record<string, { label: string }[]>)[0] ?? [];
  const of = `$response.body#/${name}`;
  const size = { 'length-at-least': options.length, 'length-at-most': options.length };
  const item = { that: 'some-item', list: `/${name}`, field: 'label', equals: options[0]?.label };
  const bare = cite('LOOK-1', 'LOOK-2', 'LOOK-3');
  return {
    'x-kit-assume': checks(
      { that: 'value', of, ...size, reason: OTHER_DATA },
      options.length > 0 && { ...item, reason: OTHER_DATA },
    ),
    successCriteria: [{ condition: status(200), ...bare }],
    'x-kit-expect': [{ that: 'value', of, type: 'array', ...bare }],
  };
}

function balance({ answer, cite, knowsBalance, step }: Asked): Yaml {
  const stated = (answer as Record<string, unknown>)['credits_remaining'];
  return {
    successCriteria: [{ condition: status(200), ...cite('BAL-1') }],
    'x-kit-expect': checks(knowsBalance && compared(`$steps.${step}.outputs.balance`, stated, cite('BAL-2'))),
  };
}

function checks(...some: (object | false)[]): object[] {
  return some.filter((each) => each !== false);
}

function compared(left: string, right: unknown, clauses: object): object {
  return { that: 'compare', left, is: '==', right, ...clauses };
}
