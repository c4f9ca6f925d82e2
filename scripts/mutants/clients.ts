/** `npm run mutants -- --clients`: each known-bad client is caught by its rule, and right ones hear nothing. */
import { badClients, rightClients } from '../../test/bad-clients/index.js';
import { alarmOn, complaintOn, send } from '../../test/bad-clients/trial.js';
import { startCourseMock } from '../../conformance/courses/mock.js';
import { loadClientRules } from '../../spec/clients.js';
import type { Flags } from './flags.js';

/** Clients at a time: they wait most of the time. */
const AT_ONCE = 5;
/** The same where no alarm may come of a machine with too much to do. */
const CROWD = 10;

interface Trial {
  name: string;
  rule: string | null;
  complaint: string | null;
  /** What is recommended and not followed, of a right client. */
  notes: string;
}

/** Returns the exit status. */
export async function tryClients({ only, rounds }: Flags, say: (line?: string) => void): Promise<number> {
  const begun = performance.now();
  const wanted = (name: string, rule = ''): boolean =>
    only === undefined || only.includes(name) || only.includes(rule);
  const mock = await startCourseMock();
  const bad = rounds === undefined ? badClients.filter(({ name, rule }) => wanted(name, rule)) : [];
  const right = Array.from({ length: rounds ?? 1 }, () => rightClients).flatMap((all) =>
    all.filter(({ name }) => wanted(name)),
  );
  const tasks = [
    ...right.map(({ name, client }) => async (): Promise<Trial> => {
      const report = await send(client, null, mock, { concurrency: 3 });
      const notes = report.rules
        .filter(({ verdict }) => verdict === 'not-followed')
        .map(({ rule }) => rule.id);
      return { name, rule: null, complaint: alarmOn(report), notes: notes.join(' ') };
    }),
    ...bad.map((each) => async (): Promise<Trial> => {
      const attempt = async (): Promise<string | null> =>
        complaintOn(each, await send(each.client, each.courses, mock, { patience: each.patience }));
      // On a loaded machine no wait looks like a short one: lower bounds alone are judged.
      const complaint = (await attempt()) && (await attempt());
      return { name: each.name, rule: each.rule, complaint, notes: '' };
    }),
  ];
  const trials: Trial[] = [];
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const trial = await task();
      trials.push(trial);
      if (trial.complaint !== null) say(`  ${trial.name}: ${trial.complaint}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: rounds === undefined ? AT_ONCE : CROWD }, work));
  } finally {
    await mock.close();
  }
  for (const line of tableOf(trials)) say(line);
  const problems = trials.filter(({ complaint }) => complaint !== null).length;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  say(`\n${bad.length} bad clients, ${right.length} right ones; ${problems} problems; ${seconds} s.`);
  return problems === 0 ? 0 : 1;
}

/** Bad clients by their rule, then right ones. */
function tableOf(trials: readonly Trial[]): string[] {
  const rules = loadClientRules().rules.flatMap(({ id, title }) => {
    const own = trials.filter(({ rule }) => rule === id);
    const names = own.map(({ name, complaint }) => (complaint === null ? name : `${name} SURVIVES`));
    return own.length === 0 ? [] : [`${id.padEnd(6)} ${title}: ${names.sort().join(', ')}`];
  });
  const right = trials
    .filter(({ rule }) => rule === null)
    .map(({ name, complaint, notes }) => {
      const recommended = notes === '' ? '' : ` (not as recommended: ${notes})`;
      return `right  ${name}: ${complaint === null ? 'calm' : 'FALSE ALARM'}${recommended}`;
    });
  return ['', ...rules, ...right];
}
