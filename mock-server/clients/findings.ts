/** Broken rules of a client at the request that shows them: for the journal, the log and the page. */

import { judgeAttempts, judgeClients, type Situation } from '../../conformance/clients/rules/index.js';
import { Attempt } from '../../conformance/clients/rules/attempt.js';
import type { ClientJudgement } from '../../conformance/record/client-judgement.js';
import { clientRulePath, loadClientRules, type ClientRule } from '../../spec/index.js';
import type { Account } from '../state/account.js';
import type { CallerJudge, ClientFinding } from '../state/callers.js';
import type { Recorded } from '../state/journal.js';
import type { Trace } from '../state/trace.js';
import type { World } from '../state/world.js';
import { exchangeOf, factsOf, historyOf } from './history.js';

export class ClientWatch implements CallerJudge {
  readonly #world: World;
  readonly #situation: Situation;
  readonly #rules: ReadonlyMap<string, ClientRule>;
  /** Each request has one attempt. The attempt is made again if the answer turns out to be cut. */
  readonly #attempts = new WeakMap<Trace, { sent: string; attempt: Attempt }>();

  constructor(world: World) {
    this.#world = world;
    this.#situation = { contract: world.contract, askedOnce: false };
    this.#rules = new Map(loadClientRules().rules.map((rule) => [rule.id, rule]));
  }

  latest(account: Account): ClientFinding[] {
    const attempts = account.journal.recorded.flatMap((recorded) => this.#attemptOf(recorded));
    const newest = attempts.at(-1);
    if (newest === undefined) return [];
    const judgements = judgeAttempts(attempts, [newest], [factsOf(account)], this.#situation);
    return this.#findings(judgements.filter(({ exchanges }) => exchanges.at(-1) === newest.id));
  }

  async byRequest(account: Account): Promise<Map<number, ClientFinding[]>> {
    const found = new Map<number, ClientFinding[]>();
    const history = await historyOf(this.#world, account);
    for (const finding of this.#findings(judgeClients(history, this.#situation))) {
      const id = finding.requests.at(-1)!;
      found.set(id, [...(found.get(id) ?? []), finding]);
    }
    return found;
  }

  #attemptOf(recorded: Recorded): Attempt | [] {
    const { entry, trace } = recorded;
    const known = this.#attempts.get(trace);
    if (known?.sent === trace.sent) return known.attempt;
    const operation = this.#world.contract.operations.find(({ id }) => id === entry.operation);
    if (operation === undefined || entry.method === 'OPTIONS') return [];
    const attempt = new Attempt(exchangeOf(this.#world, recorded), operation);
    this.#attempts.set(trace, { sent: trace.sent, attempt });
    return attempt;
  }

  #findings(judgements: readonly ClientJudgement[]): ClientFinding[] {
    return judgements.flatMap(({ rule, verdict, exchanges, actual, credits }) => {
      if (verdict !== 'fail' && verdict !== 'warn') return [];
      const { level, title } = this.#rules.get(rule)!;
      const cost = credits ? `; paid ${credits} ${credits === 1 ? 'credit' : 'credits'} too many` : '';
      const text = this.#world.secrets.text(`${title}: ${actual}${cost}`);
      const shown = level === 'should' && verdict === 'fail' ? 'not-followed' : verdict;
      return { rule, verdict: shown, text, requests: exchanges, credits, docs: clientRulePath(rule) };
    });
  }
}
