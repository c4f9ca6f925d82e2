/**
 * Explains a cluster of overlapping events. They took effect in any order, and a billing cycle may have ended between any two.
 * Each explanation is a world; the worlds with the fewest breaches count.
 */
import type { ClauseId } from '../../spec/clauses.js';
import { grouped } from '../values/grouped.js';
import { count } from '../values/text.js';
import { begin, changedNothing, step, turned, type World } from './account.js';
import { type Event, judged, type Finding } from './events.js';
import { CHARGED_AGAIN } from './sales.js';

/** If a cluster has more explanations, or needs more steps, it has no findings, and the account is unknown after it. */
const MOST_WORLDS = 64;
const MOST_STEPS = 200_000;

export const isChargedAgain = ({ clause, holds }: Finding): boolean =>
  !holds && CHARGED_AGAIN.includes(clause);

/** A world within a cluster, with the events that did not take effect yet. */
interface State {
  world: World;
  left: readonly Event[];
  /** A cycle ended within this cluster, or just before it. */
  hasTurned: boolean;
}

export type Turns = 'none' | 'announced' | 'unannounced';

/** Returns the possible worlds after a cluster, with its findings. Its events took effect in any order. */
export function after(run: readonly Event[], worlds: readonly World[], turns: Turns) {
  const begun = worlds.map((world): State => ({ world, left: run, hasTurned: false }));
  const lawful = explore(begun, turns, true);
  const states = lawful?.length === 0 ? explore(begun, turns, false) : lawful;
  if (states === null) {
    const period = { cluster: run[0]!.cluster + 1, older: new Set<Event>() };
    const unknown = worlds.map(({ surprise, deliveries }) => ({
      ...begin(null, false, deliveries),
      period,
      surprise,
    }));
    return { next: firstOfEach(unknown, (world) => world), findings: [] };
  }
  const fewest = Math.min(...states.map(({ world }) => world.breaches));
  const best = states.filter(({ world }) => world.breaches === fewest).map(({ world }) => world);
  const next = best.map((world) => ({ ...world, done: [], sold: [], findings: [], breaches: 0 }));
  return {
    next: firstOfEach(next, (world) => world),
    findings: run.length === 1 ? shared(best) : together(run, worlds, best),
  };
}

/** The states after all events; none if `onlyLawful` leaves none, null if there are too many. */
function explore(begun: readonly State[], turns: Turns, onlyLawful: boolean): State[] | null {
  const turn = (state: State): State[] => {
    const { world, hasTurned, left } = state;
    const isSurprise = turns === 'unannounced';
    if (turns === 'none' || hasTurned || left.length === 0 || (isSurprise && world.surprise !== null))
      return [state];
    return [state, { ...state, world: turned(world, left[0]!.cluster, isSurprise), hasTurned: true }];
  };
  let states = begun.flatMap(turn);
  let taken = 0;
  for (let rest = begun[0]!.left.length; rest > 0; rest -= 1) {
    const next: State[] = [];
    for (const state of states) {
      const { world: before } = state;
      const steps = candidates(state).map((event) => ({ event, worlds: step(before, event) }));
      if ((taken += steps.length) > MOST_STEPS) return null;
      // An event that changes nothing goes first, since its order does not matter.
      const idle = steps.find(
        ({ event, worlds }) => worlds.length === 1 && changedNothing(before, worlds[0]!, event),
      );
      for (const { event, worlds } of idle === undefined ? steps : [idle]) {
        const left = state.left.filter((each) => each !== event);
        const lawful = worlds.filter(({ breaches }) => !onlyLawful || breaches === 0);
        next.push(...lawful.flatMap((world) => turn({ ...state, world, left })));
      }
    }
    states = firstOfEach(next, ({ world }) => world);
    if (states.length > MOST_WORLDS) {
      states.sort((a, b) => a.world.breaches - b.world.breaches);
      if (states[MOST_WORLDS]!.world.breaches === states[0]!.world.breaches) return null;
      states = states.slice(0, MOST_WORLDS);
    }
  }
  return states;
}

/** Returns the events that may take effect next. An event that does not affect the others goes first. */
function candidates({ left }: State): readonly Event[] {
  const firstEnd = Math.min(...left.map(({ exchange }) => exchange.receivedAt));
  const all = left.filter(({ exchange }) => exchange.sentAt < firstEnd || exchange.receivedAt === firstEnd);
  const free = all.find(
    ({ does, page, value }) =>
      does === 'lookup' || ((page ?? value) === null && (does === 'search' || does === 'balance')),
  );
  return free === undefined ? all : [free];
}

/** The findings that all worlds share, and the breaches of the first world, since each world has the same number. */
function shared([one, ...others]: readonly World[]): Finding[] {
  const nameOfFinding = ({ clause, on }: Finding): string => `${clause} ${on.map(({ id }) => id).join()}`;
  const known = others.map(({ findings }) => new Set(findings.map(nameOfFinding)));
  return one!.findings.filter(
    (finding) => !finding.holds || known.every((each) => each.has(nameOfFinding(finding))),
  );
}

/**
 * Findings of a whole cluster. If no order of its events is lawful, the searches together broke a clause: they paid for one
 * posting twice, or spent more than the balance.
 */
function together(run: readonly Event[], before: readonly World[], best: readonly World[]): Finding[] {
  const pages = best[0]!.sold;
  const used = pages.reduce((sum, { page }) => sum + page!.used, 0);
  const balance = before.length === 1 && before[0]!.possible.size === 0 ? before[0]!.balance : null;
  const say = (clause: ClauseId, events: readonly Event[], holds: boolean, expected: string): Finding => {
    const on = events.map(({ exchange }) => exchange);
    return judged(clause, holds, on, expected, `${count(used, 'credit')} together`);
  };
  const findings: Finding[] = [];
  const isLawful = best[0]!.breaches === 0;
  const isRefused = run.some(({ cause }) => cause === 'unaffordable');
  if (balance !== null && used > 0) {
    const expected = `at most ${count(balance, 'credit')} used together`;
    if (used > balance && pages.length > 1 && !isLawful) return [say('BILL-26', run, false, expected)];
    if (isLawful && (isRefused || used === balance)) findings.push(say('BILL-26', run, true, expected));
  }
  const isTwice = shared(best).some(isChargedAgain);
  const counts = new Map<string, number>();
  for (const { page } of pages)
    for (const name of new Set(page!.names)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Postings that were paid for earlier are free in any case, so only the sale of a repeated posting proves something.
  const isSoldOnce = pages.some(
    ({ page }) => page!.used > 0 && page!.names.some((name) => name !== null && counts.get(name)! > 1),
  );
  if (isTwice || (isLawful && isSoldOnce))
    findings.push(say('BILL-25', pages, !isTwice, 'each posting is paid once'));
  // A refusal may have changed the balance at any time.
  const free = run.flatMap(({ cause, exchange }) => (cause === null ? [] : [{ cause, exchange }]));
  const found = shared(best).filter((finding) => !isChargedAgain(finding));
  return [
    ...found.map((each) =>
      free.length === 0 ? each : { ...each, instead: [...(each.instead ?? []), ...free] },
    ),
    ...findings,
  ];
}

function firstOfEach<T>(items: T[], worldOf: (item: T) => World): T[] {
  // Most events lead to a single world, which needs no name. Names take time.
  if (items.length < 2) return items;
  return [...grouped(items, (item) => nameOf(worldOf(item))).values()].map(([first]) => first!);
}

function nameOf({ balance, possible, period, complete, done, since, surprise, breaches }: World): string {
  return JSON.stringify([
    balance,
    [...possible].map(([slot, each]) => [slot, each.most, each.mayBeStated]).sort(),
    period.cluster,
    [...period.older].map(({ exchange }) => exchange.id).sort(),
    complete,
    done.map(({ exchange }) => exchange.id).sort(),
    since.map(({ cause, exchange }) => `${cause} ${exchange.operation}`).sort(),
    surprise,
    breaches,
  ]);
}
