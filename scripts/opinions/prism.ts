/**
 * `npm run opinions -- prism`: all packs through Prism's validation proxy in front of the mock. Prism reads the same
 * document with its own validator; no response may break it, and a request only where our own validator says so too.
 */
import { runConformance, type Exchange, type RunReport } from '../../conformance/index.js';
import { startMock } from '../../mock-server/index.js';
import { isLawful } from './lawful.js';
import { startPrism } from './start-prism.js';

interface Violation {
  location: string[];
  message: string;
}

/** Marks what came from the mock; an answer without it is Prism's own. */
const MARK = 'x-mock-server';

/** Runs everything and returns what Prism holds against it, one line each. */
export async function askPrism(): Promise<{ judged: number; complaints: string[] }> {
  const mock = await startMock({ seed: 1 });
  const prism = await startPrism(['proxy', mock.url]);
  try {
    const report = await runConformance({
      target: `http://127.0.0.1:${prism.port}`,
      adminUrl: mock.url,
      apiKey: 'key_demo',
    });
    const forwarded = report.exchanges.filter(
      ({ channel, response }) => channel === 'contract' && response?.headers[MARK] !== undefined,
    );
    return { judged: forwarded.length, complaints: [...failures(report), ...forwarded.flatMap(violations)] };
  } finally {
    prism.process.kill();
    await mock.close();
  }
}

/** Scenarios that fail behind Prism, but for the bodies that Prism cannot read and therefore refuses itself. */
function failures(report: RunReport): string[] {
  const fromMock = new Set(
    report.exchanges.filter(({ response }) => response?.headers[MARK]).map(({ id }) => id),
  );
  return report.scenarios
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .filter(
      ({ verdict, outcome, against }) =>
        verdict === 'error' ||
        [...outcome.judgements, ...against].some(
          ({ verdict, exchanges }) => verdict === 'fail' && exchanges.every((id) => fromMock.has(id)),
        ),
    )
    .map(({ id, reason }) => `${id}: behind Prism: ${reason}`);
}

function violations(exchange: Exchange): string[] {
  const { scenario, step, response } = exchange;
  const header = response?.headers['sl-violations'];
  if (header === undefined) return [];
  return violationsIn(header)
    .filter(({ location: [place] }) => place !== 'request' || isLawful(exchange))
    .map(({ location, message }) => `${scenario} ${step}: ${location.join('.')} ${message}`);
}

/** Prism cuts a list that is too long for a header, such as one that names all 149 industries twice over. */
function violationsIn(header: string): Violation[] {
  const cut = /^Too many violations! \[\{"location":\["(\w+)"/.exec(header);
  return cut ? [{ location: [cut[1]!], message: header.slice(0, 300) }] : (JSON.parse(header) as Violation[]);
}
