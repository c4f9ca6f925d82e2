/** `-- --traffic`: how many known-bad targets the ordinary traffic of a right client gives away, judged as what it is: a part of what happened. */
import { recordOf } from '../../conformance/judge/foreign.js';
import { judge } from '../../conformance/judge/judge.js';
import { oracles } from '../../conformance/judge/oracles/index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { faithful } from '../../test/mutants/rules.js';
import type { Rule } from '../../test/mutants/mutant.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { startMock } from '../../mock-server/index.js';
import { isWanted, type Flags } from './flags.js';
import { ordinaryTraffic } from './ordinary-traffic.js';

/** Of those whose rule the traffic met, so many are to be found. */
const GOAL = 0.7;

interface Trial {
  fired: boolean;
  /** Clauses seen to be broken by what was seen alone, and where the accounts are known to be nobody else's. */
  part: string[];
  alone: string[];
  words: string[];
}

/** Prints the measurement, and gives the exit status. */
export async function measureTraffic(flags: Flags, say: (line: string) => void): Promise<number> {
  const documents = loadDocuments();
  const mock = await startMock({ seed: 1 });
  const known = mock.world.dataset.wellKnown[0]!;
  const { domain } = mock.world.dataset.companies.find(({ profileUrl }) => profileUrl === known.profileUrl)!;
  const tryOn = async (rule: Rule): Promise<Trial> => {
    const proxy = await startProxy(documents.contract, mock.url, rule);
    const create = mock.accounts.create;
    try {
      const history = await ordinaryTraffic({
        url: proxy.url,
        contract: documents.contract,
        keys: {
          rich: await create({ credits: 1_000_000 }),
          poor: await create({ credits: 3 }),
          last: await create({ credits: 10 }),
          slow: await create({ rateLimits: { searchJobs: 2 } }),
        },
        company: { url: known.profileUrl, name: known.name, domain: domain ?? '' },
        today: mock.clock.now(),
      });
      if (rule !== faithful && proxy.fired() === 0) return { fired: false, part: [], alone: [], words: [] };
      const broken = (alone: boolean): [string, string][] => {
        const origin = {
          from: 'a client',
          alone,
          aside: {},
          command: '',
          notes: [],
          asked: null,
          knownFailures: null,
        };
        const report = judge(recordOf(history, origin, documents.contract), { ...documents, oracles });
        return report.clauses
          .filter(({ failures }) => failures > 0)
          .map(({ clause, evidence }) => [
            clause.id,
            `${clause.id}: expected ${evidence[0]!.expected}; ${evidence[0]!.actual}`,
          ]);
      };
      const part = broken(false);
      // What a part shows, the whole shows too.
      const alone = part.length > 0 && rule !== faithful ? part : broken(true);
      return {
        fired: proxy.fired() > 0,
        part: part.map(([id]) => id),
        alone: alone.map(([id]) => id),
        words: [...part, ...alone].map(([, text]) => text),
      };
    } finally {
      await proxy.close();
      await mock.reset();
    }
  };

  try {
    const right = await tryOn(faithful);
    const alarms = [...new Set([...right.part, ...right.alone])];
    for (const text of alarms.length > 0 ? right.words : []) say(`FALSE ALARM  ${text}`);
    let [met, byPart, byAlone] = [0, 0, 0];
    for (const { name, clause, rule } of mutants.filter((each) => isWanted(flags, each.name, each.clause))) {
      const trial = await tryOn(rule());
      if (!trial.fired) {
        say(`      ${name}  ${clause}  is not met`);
        continue;
      }
      met += 1;
      if (trial.part.length > 0) byPart += 1;
      if (trial.alone.length > 0) byAlone += 1;
      const mark = trial.part.length > 0 ? 'found' : trial.alone.length > 0 ? 'alone' : 'hides';
      say(`${mark} ${name}  ${clause}  ${[...new Set([...trial.part, ...trial.alone])].join(' ')}`);
      if (flags.words) for (const text of trial.words) say(`      ${text.slice(0, 300)}`);
    }
    const share = (n: number): string => `${n} (${Math.round((100 * n) / Math.max(1, met))} %)`;
    say(
      `\n${mutants.length} mutants, ${met} of them met by the traffic of a right client: ${share(byPart)} found by it alone, ` +
        `${share(byAlone)} where the accounts are known to be nobody else's; ${alarms.length} false alarms.`,
    );
    const isEnough = flags.only !== undefined || byPart >= GOAL * met;
    return alarms.length === 0 && isEnough ? 0 : 1;
  } finally {
    await mock.close();
  }
}
