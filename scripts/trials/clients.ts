/** `npm run mutants -- --clients`: each known-bad client breaks its rule, and right clients break none. */
import { startCourseMock } from '../../conformance/courses/mock.js';
import { loadClientRules } from '../../spec/clients.js';
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { alarmOn, complaintOn, send } from '../../test/bad-clients/trial.js';
import { say } from './trials.js';

/** Concurrent clients, which wait most of the time. */
const CONCURRENCY = 5;
/** A crowded machine must cause no false alarm. */
const CROWD = 10;

interface Trial {
  name: string;
  /** Null for a right client. */
  rule: string | null;
  problem: string | null;
  /** Recommendations that a right client ignores. */
  notes: string;
}

/** Returns the exit status. With `rounds`, tries only right clients, each as often. */
export async function tryClients(only: readonly string[] | undefined, rounds?: number): Promise<number> {
  const begun = performance.now();
  const isWanted = (name: string, rule = ''): boolean =>
    only?.some((each) => [name, rule].includes(each)) ?? true;
  const mock = await startCourseMock();
  const bad = rounds === undefined ? badClients.filter(({ name, rule }) => isWanted(name, rule)) : [];
  const right = rightClients.filter(({ name }) => isWanted(name));
  const tasks = [
    ...Array.from({ length: rounds ?? 1 }, () => right)
      .flat()
      .map(({ name, client }) => async (): Promise<Trial> => {
        const report = await send(client, null, mock, { concurrency: 3 });
        const ignored = report.rules.filter(({ verdict }) => verdict === 'not-followed');
        return {
          name,
          rule: null,
          problem: alarmOn(report),
          notes: ignored.map(({ rule }) => rule.id).join(' '),
        };
      }),
    ...bad.map((each) => async (): Promise<Trial> => {
      const { name, rule, client, courses, patience } = each;
      const attempt = async (): Promise<string | null> =>
        complaintOn(each, await send(client, courses, mock, { patience }));
      // On a loaded machine a client without a wait seems to wait: rules judge lower bounds alone.
      return { name, rule, problem: (await attempt()) && (await attempt()), notes: '' };
    }),
  ];
  const trials: Trial[] = [];
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const trial = await task();
      trials.push(trial);
      if (trial.problem !== null) say(`  ${trial.name}: ${trial.problem}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: rounds === undefined ? CONCURRENCY : CROWD }, work));
  } finally {
    await mock.close();
  }
  for (const line of tableOf(trials)) say(line);
  const problems = trials.filter(({ problem }) => problem !== null).length;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  say(`\n${bad.length} bad clients, ${right.length} right clients; ${problems} problems; ${seconds} s.`);
  return problems === 0 ? 0 : 1;
}

/** Bad clients by their rule, then right clients. */
function tableOf(trials: readonly Trial[]): string[] {
  const rules = loadClientRules().rules.flatMap(({ id, title }) => {
    const names = trials
      .filter(({ rule }) => rule === id)
      .map(({ name, problem }) => (problem === null ? name : `${name} SURVIVES`));
    return names.length === 0 ? [] : [`${id.padEnd(6)} ${title}: ${names.sort().join(', ')}`];
  });
  const right = trials
    .filter(({ rule }) => rule === null)
    .map(({ name, problem, notes }) => {
      const recommended = notes === '' ? '' : ` (ignores recommendations: ${notes})`;
      return `right  ${name}: ${problem === null ? 'calm' : 'FALSE ALARM'}${recommended}`;
    });
  return ['', ...rules, ...right];
}
