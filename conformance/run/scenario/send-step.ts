/** Sends the rounds and copies of a step, repeats requests after temporary failures, and lets the step's checks judge the answers. */
import { mostCreditsOfPage } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import { NOT_KEPT } from '../../record/kept-bodies.js';
import { passingFailure, isUnaffordable } from '../../record/failures.js';
import { follow } from '../../values/pointers.js';
import { mayPass, outwait } from '../../wire/patience.js';
import type { Outgoing } from '../../wire/wire.js';
import { MOST_REQUESTS } from '../../pack/model/reach.js';
import { isLargePage, refusedLimit } from './lawful-refusals.js';
import { keepWithinTheAnnounced, Stop, type Attempt, type ScenarioState } from './scenario-state.js';
import { requestOf, withKey } from './request.js';
import {
  actionFor,
  asksForStatus,
  checkAssumptions,
  endsScenario,
  expectsNoAnswer,
  failRounds,
  judgeCriteria,
  judgeExpectations,
  scopeOf,
} from './step-judge.js';

/** Sends all rounds of a step until one fails, and judges them. Throws Stop and MissingValue. */
export async function sendStep(attempt: Attempt): Promise<void> {
  const { state, step, run, judgements } = attempt;
  const answers: Exchange[] = [];
  run.answers.set(step.stepId, answers);
  const { atMost: rounds = 1, until = null, otherwise } = step.repeat ?? {};
  let met = false;
  for (let round = 0; round < rounds && !met; round += 1) {
    const sent = await sendRound(attempt, round);
    answers.push(...sent);
    attempt.exchange = sent[0] ?? null;
    for (const exchange of sent) judgeCriteria(attempt, exchange);
    if (judgements.some((each) => endsScenario(state, each))) {
      // A step whose data is missing is not a failure of the target. Only a success shows the data.
      if (rounds === 1 && sent.every(isSuccess)) checkAssumptions(attempt);
      return;
    }
    met = until !== null && until.judge(scopeOf(run, attempt.exchange)).holds;
  }
  if (until !== null && !met) {
    const reason = `${step.stepId}: ${rounds} rounds did not lead to ${until.condition}`;
    if (otherwise === 'inconclusive' || otherwise === 'not-applicable')
      throw new Stop(otherwise, reason, true);
    if (otherwise === 'fail') failRounds(attempt, until.condition, reason);
  }
  checkAssumptions(attempt);
  judgeExpectations(attempt);
}

async function sendRound(attempt: Attempt, round: number): Promise<Exchange[]> {
  const { state, step, run, exchange: last } = attempt;
  const { context, changes, dataChanges, used } = state;
  if (step.operation?.source !== 'admin') keepWithinTheAnnounced(state);
  used.requests += step.parallel;
  if (used.requests > MOST_REQUESTS)
    throw new Stop(
      'error',
      `${run.workflow.where(step.place)}: more than ${MOST_REQUESTS} requests of one scenario`,
    );
  const requests = Array.from({ length: step.parallel }, (_, copy) =>
    keyed(requestOf(step, run, { round, copy, last }, context, changes), state),
  );
  const sent = await context.wire.send(requests);
  for (const [i, exchange] of sent.entries()) {
    const request = requests[i]!;
    const isUnwanted = (each: Exchange): boolean => isToRepeat(each, attempt);
    const { exchange: final, gaveUp } = await outwait(exchange, request, isUnwanted, context);
    if (gaveUp !== null && isRefusal(final)) throw new Stop('inconclusive', `${step.stepId}: ${gaveUp}`);
    sent[i] = final;
    dataChanges.note(request, final, exchange);
    await stopWithoutResult(final, request, attempt);
  }
  for (const exchange of sent) stopWithoutAnswer(exchange, attempt);
  return sent;
}

/** Adds an operation key if each search must have one. */
function keyed(request: Outgoing, { context, used }: ScenarioState): Outgoing {
  const hasKey = request.headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
  if (hasKey || !context.needsKeys()) return request;
  used.keys += 1;
  return withKey(request, `operationKeyOwn${used.keys}`, context);
}

/** True for a temporary refusal or failure that the step does not ask for. */
function isToRepeat(exchange: Exchange, attempt: Attempt): boolean {
  const { channel, faultPlanted, response, throttleExpected } = exchange;
  if (channel === 'admin' || faultPlanted || response === null || !mayPass(exchange)) return false;
  // No step asks for an answer of a gateway, nor, without an added fault, for a search that fails temporarily.
  if (!isRefusal(exchange) && response.status !== 500) return true;
  return !(
    (response.status === 429 && throttleExpected) ||
    isLargePage(exchange, attempt.state.context) ||
    actionFor('failure', attempt, exchange) !== undefined ||
    asksForStatus(attempt, exchange)
  );
}

/** Stops if a search has no result for a reason that the step does not ask for, and that proves nothing against the target. */
async function stopWithoutResult(exchange: Exchange, request: Outgoing, attempt: Attempt): Promise<void> {
  const { account, channel, faultPlanted, response } = exchange;
  const { context } = attempt.state;
  if (response === null || response.status === 200 || asksForStatus(attempt, exchange)) return;
  const least = await refusedLimit(exchange, request, context);
  if (least !== null)
    throw new Stop(
      'not-applicable',
      `the target takes no \`limit\` below ${least}, which is left open`,
      true,
    );
  if (channel === 'admin' || faultPlanted) return;
  // Other scenarios spend the credits of this account, too.
  const isShared = account === 'active';
  if (isShared && isUnaffordable(exchange) && !canPay(exchange, context))
    throw new Stop('inconclusive', `the credits of the key ran out (${response.status})`);
  const lacking = 'pages that can be stored, at the size of its jobs';
  const reason = `${attempt.step.stepId}: the page comes to more than 4 MiB`;
  if (isLargePage(exchange, context)) throw new Stop('not-applicable', reason, true, lacking);
}

/** True if the last known balance covers the most that the search can cost. A 402 is then judged. */
function canPay(
  { account, operation, request }: Exchange,
  { wire, contract }: ScenarioState['context'],
): boolean {
  const balance = wire.balanceOf(account);
  if (balance === null || operation === null) return false;
  return balance >= mostCreditsOfPage(contract.operation(operation), follow(request.body, ['limit']));
}

/** Stops if there is no answer to judge. Applies a successful admin call. */
function stopWithoutAnswer(exchange: Exchange, { state, step }: Attempt): void {
  const { channel, failure, response } = exchange;
  const stop = (end: Stop['end'], why: string): never => {
    throw new Stop(end, `${step.stepId}: ${why}`);
  };
  if (response?.bodyCut !== undefined)
    stop('inconclusive', `an answer of ${response.bodyCut} bytes was not kept: ${NOT_KEPT}`);
  if (channel === 'admin') {
    if (response === null) return stop('error', `the admin API: ${failure?.message ?? 'no answer'}`);
    if (step.criteria.length === 0 && !isSuccess(exchange))
      stop('error', `the admin API answered ${response.status} ${response.bodyText.slice(0, 200)}`);
    if (state.changes.note(exchange)) state.dataChanges.forget();
    return;
  }
  // These two kinds are bad answers, which the step's judgement reports.
  const isBad = failure?.kind === 'too-large' || failure?.kind === 'garbled';
  if (failure === null || isBad || expectsNoAnswer(step)) return;
  state.loss = failure.kind;
  stop('inconclusive', failure.message);
}

function isSuccess({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status <= 299;
}

/** True for a status that the contract lists for temporary refusals: 429 or 503. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 429 || passingFailure(response) === 'unavailable';
}
