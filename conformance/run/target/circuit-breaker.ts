/** Stops a run whose target stopped answering, refuses everything, or no longer accepts the key. */
import { unlikelyWord } from '../../pack/language/inputs.js';
import type { Exchange } from '../../record/exchange.js';
import type { ScenarioOutcome } from '../../record/facts.js';
import { unlessSpent } from '../../wire/budget.js';
import { ownRequest } from '../../wire/wire.js';
import { askWithKey } from './preflight.js';
import type { Session } from './session.js';

/** So many scenarios in a row, and the rest is not tried. */
const IN_A_ROW = 3;
/** Represents the account of a key that the target accepted earlier and refuses now. */
const REFUSED = 'refused';

export function createCircuitBreaker(session: Session) {
  const notes: string[] = [];
  let cause: string | null = null;
  /** How many of the latest scenarios in a row lost an answer. */
  let lost = 0;
  /** Exchanges of the latest scenarios in a row with useless answers only. */
  let useless: Exchange[][] = [];
  const open = (why: string, note: string): void => {
    if (cause === null) notes.push(note);
    cause ??= why;
  };
  const rest = `After ${IN_A_ROW} scenarios in a row`;

  return {
    notes,
    /** Why nothing more is tried; null while the target answers. */
    get cause() {
      return cause;
    },
    /** Takes the outcome of a scenario and its exchanges, and returns the outcome that counts. If the key was revoked, there is none. */
    async after(outcome: ScenarioOutcome, exchanges: readonly Exchange[]): Promise<ScenarioOutcome> {
      const asked = exchanges.filter(
        ({ channel, faultPlanted, throttleExpected }) =>
          channel === 'contract' && !faultPlanted && !throttleExpected,
      );
      if (asked.length === 0) return outcome;
      const refused = await firstRefused(asked, session);
      if (refused !== null) {
        open(
          `the target has refused the key since request #${refused.id} (${refused.response?.status})`,
          `The key was refused in the middle of the run, from request #${refused.id} on. Nothing that came after it is judged.`,
        );
        return withoutRefused(outcome, refused.id, cause ?? '', session);
      }
      lost = outcome.end === 'inconclusive' && asked.some(isLost) ? lost + 1 : 0;
      if (lost >= IN_A_ROW && !(await isUsable(session)))
        open(
          `the target stopped answering (${outcome.reason})`,
          `${rest} without an answer the rest was not tried.`,
        );
      useless = asked.every(isUseless) ? [...useless, asked] : [];
      const isOver = useless.length >= IN_A_ROW;
      const answers = [...new Set(useless.flat().map(outcomeOf))].sort().join(' or ');
      const operations = new Set(useless.flat().map(({ operation }) => operation));
      if (isOver && operations.size > 1 && !(await isUsable(session)))
        open(
          `the target answers every request with ${answers}`,
          `${rest} with no other answer than ${answers} the rest was not tried.`,
        );
      return outcome;
    },
  };
}

function outcomeOf({ response, failure }: Exchange): string {
  return response === null ? (failure?.kind ?? 'nothing') : String(response.status);
}

function isLost({ failure }: Exchange): boolean {
  return failure?.kind === 'connection' || failure?.kind === 'timeout';
}

function isUseless({ response }: Exchange): boolean {
  return response === null || response.status === 429 || response.status >= 500;
}

/** True if a search for nothing gets another answer: scenarios in a row may send only invalid requests, or lose one each. */
async function isUsable({ documents, profile, runId, wire }: Session): Promise<boolean> {
  const key = profile.keys.active;
  if (key === undefined || profile.absent.includes('searchJobs')) return false;
  const body = { job_keywords: { title: [unlikelyWord(runId)] }, limit: 1 };
  const search = ownRequest('plain-search', documents.contract.operation('searchJobs'), key, body);
  const answers = await unlessSpent(() => wire.send([search]));
  return answers !== null && !answers.every(isUseless);
}

/** The first answer that refuses the run's own key, if a second request is refused, too. */
async function firstRefused(asked: readonly Exchange[], session: Session): Promise<Exchange | null> {
  const key = session.profile.keys.active;
  const isRefused = ({ request, response }: Exchange): boolean =>
    request.headers['authorization'] === `Bearer ${key}` &&
    (response?.status === 401 || response?.status === 403);
  const first = asked.find(isRefused);
  const isTakenLater = asked.some((each) => each.id > (first?.id ?? 0) && each.response?.status === 200);
  if (key === undefined || first === undefined || isTakenLater) return null;
  const again = await unlessSpent(() => askWithKey('key', key, session));
  return again && isRefused(again) ? first : null;
}

/** The outcome without what rests on the refusals; they stay in the journal, under no account that is known. */
function withoutRefused(
  outcome: ScenarioOutcome,
  since: number,
  reason: string,
  { wire }: Session,
): ScenarioOutcome {
  for (const exchange of wire.history)
    if (exchange.id >= since && exchange.account === 'active') exchange.account = REFUSED;
  const before = (ids: readonly number[]): boolean => ids.every((id) => id < since);
  return {
    end: 'inconclusive',
    reason,
    judgements: outcome.judgements.filter(({ exchanges }) => before(exchanges)),
    observations: outcome.observations.filter(({ exchanges }) => before(exchanges)),
  };
}
