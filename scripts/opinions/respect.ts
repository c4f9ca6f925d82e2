/**
 * `npm run opinions -- respect`: the portable scenarios of the packs under `redocly respect`, an Arazzo runner that is not
 * ours, and under ours. Both must give each the same verdict: on the mock, and on the mock made faulty, where we ask
 * criteria alone, since respect knows nothing of expectations and oracles.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunReport } from '../../conformance/index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { allJudges, loadScenarios, speakingOf, without, type Judges } from '../../test/mutants/trial.js';
import { loadDocuments, type Documents } from '../../conformance/pack/model/documents.js';
import { bindInput } from '../../conformance/pack/language/inputs.js';
import { run } from '../../conformance/run/run.js';
import type { Scenario } from '../../conformance/run/scenarios.js';
import { planOf } from '../../conformance/run/plan.js';
import { preflight } from '../../conformance/run/preflight.js';
import { survey } from '../../conformance/run/survey/index.js';
import { openSession } from '../../conformance/run/session.js';
import { createHalt } from '../../conformance/wire/halt.js';
import { realTime } from '../../conformance/wire/pacer.js';
import { makeProfile } from '../../conformance/run/profile.js';
import { createRedactor } from '../../common/redact.js';
import { startMock } from '../../mock-server/index.js';
import { documentOf, hindranceOf } from './portable.js';

/** Each breaks what plain criteria see: a price, a member of the envelope, a filter, a status. */
const FAULTY = ['direct-search-for-free', 'silent-when-empty', 'q-unread', 'missing-company-is-422'];

const REDOCLY = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js');

/** What a runner says of a scenario, and why where it is no pass. */
interface Verdict {
  verdict: RunReport['scenarios'][number]['verdict'];
  why: string;
}
type Verdicts = ReadonlyMap<string, Verdict>;

export interface RespectOpinion {
  /** Scenarios that both runners gave a verdict, on the mock as it is. */
  judged: number;
  /** Reasons why scenarios were left out, with how many. */
  leftOut: ReadonlyMap<string, number>;
  /** For each faulty mock, how many scenarios were compared on it and how many failed under both. */
  faulty: { mutant: string; judged: number; failed: number }[];
  complaints: string[];
}

/** Runs everything and returns what the two runners disagree on, one line each. */
export async function askRespect(): Promise<RespectOpinion> {
  const documents = loadDocuments();
  const leftOut = new Map<string, number>();
  const portable = loadScenarios(documents).filter((scenario) => {
    const hindrance = hindranceOf(scenario);
    if (hindrance !== null) leftOut.set(hindrance, (leftOut.get(hindrance) ?? 0) + 1);
    return hindrance === null;
  });
  const mock = await startMock({ seed: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  try {
    const bench = { documents, folder, adminUrl: mock.url };
    const sound = await compare({ ...bench, target: mock.url }, portable, allJudges);
    const complaints = [...sound.differences];
    if (sound.judged === 0) complaints.push('no scenario was judged by both');
    for (const [id, { verdict, why }] of sound.ours)
      if (verdict !== 'pass' && verdict !== 'not-applicable')
        complaints.push(`${id}: ${verdict} on the mock: ${why}`);

    const faulty: RespectOpinion['faulty'] = [];
    const criteriaAlone = Object.keys(allJudges.predicates).reduce<Judges>(
      (judges, name) => without(`predicate ${name}`, judges),
      { ...allJudges, oracles: [] },
    );
    for (const name of FAULTY) {
      const mutant = mutants.find((each) => each.name === name);
      if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
      await mock.reset();
      const proxy = await startProxy(documents.contract, mock.url, mutant.rule());
      try {
        const near = speakingOf(mutant.clause, portable);
        const { judged, failed, differences } = await compare(
          { ...bench, target: proxy.url },
          near,
          criteriaAlone,
        );
        faulty.push({ mutant: name, judged, failed });
        complaints.push(...differences.map((each) => `${name}: ${each}`));
        if (failed === 0) complaints.push(`${name}: nothing failed, so the run proves nothing`);
      } finally {
        await proxy.close();
      }
    }
    return { judged: sound.judged, leftOut, faulty, complaints };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await mock.close();
  }
}

interface Bench {
  documents: Documents;
  /** A place for files of a run. */
  folder: string;
  target: string;
  adminUrl: string;
}

async function compare(
  bench: Bench,
  scenarios: readonly Scenario[],
  judges: Judges,
): Promise<{ ours: Verdicts; judged: number; failed: number; differences: string[] }> {
  const ours = await underOurs(bench, scenarios, judges);
  const theirs = await underRespect(bench, scenarios, judges === allJudges);
  let [judged, failed] = [0, 0];
  const differences: string[] = [];
  for (const { id } of scenarios) {
    const [own, other] = [ours.get(id), theirs.get(id)];
    // What ours could not judge, such as data that is not there to be asked, respect does not know to leave alone.
    if (own?.verdict !== 'pass' && own?.verdict !== 'fail') continue;
    judged += 1;
    if (own.verdict === other?.verdict) failed += own.verdict === 'fail' ? 1 : 0;
    else differences.push(`${id}: ours ${inWords(own)}; respect ${inWords(other)}`);
  }
  return { ours, judged, failed, differences };
}

function inWords(verdict: Verdict | undefined): string {
  return verdict === undefined ? 'says nothing' : [verdict.verdict, verdict.why].filter(Boolean).join(': ');
}

async function underOurs(bench: Bench, scenarios: readonly Scenario[], judges: Judges): Promise<Verdicts> {
  const report: RunReport = await run(
    {
      profile: makeProfile({ target: bench.target, adminUrl: bench.adminUrl }, {}),
      oracles: judges.oracles,
      only: scenarios.map(({ id }) => id),
    },
    { documents: bench.documents, predicates: judges.predicates },
  );
  return new Map(report.scenarios.map(({ id, verdict, reason }) => [id, { verdict, why: reason }]));
}

/** Respect judges answers by the contract's schemas, too; `withSchemas: false` leaves it to the criteria. */
async function underRespect(
  bench: Bench,
  scenarios: readonly Scenario[],
  withSchemas: boolean,
): Promise<Verdicts> {
  const profile = makeProfile({ target: bench.target, adminUrl: bench.adminUrl }, {});
  const session = openSession(
    profile,
    bench.documents,
    createRedactor(),
    createHalt(realTime, { minutes: null, signal: undefined }),
  );
  const { accounts } = session;
  const target = await preflight(session);
  const { clockOffset } = target;
  const plan = planOf(scenarios, profile, bench.documents.contract, false);
  const { companies, facts } = await survey(plan.survey, session, target);
  const sources = {
    contract: join(bench.folder, 'contract.json'),
    admin: join(bench.folder, 'admin.json'),
  };
  writeFileSync(sources.contract, JSON.stringify(bench.documents.contract.document));
  writeFileSync(sources.admin, JSON.stringify(bench.documents.admin.document));

  const files = new Map<string, string>();
  for (const scenario of scenarios) {
    const made = await accounts.prepare(scenario);
    const now = Date.now() + clockOffset;
    const bindings = { ...made, companies, facts, now, runId: 'respect', scenario: scenario.id };
    const bind = (name: string): unknown => bindInput(name, bindings);
    const file = join(bench.folder, `${scenario.id.replace('/', '.')}.json`);
    writeFileSync(file, JSON.stringify(documentOf(scenario, bind, sources)));
    files.set(scenario.id, file);
  }
  const output = join(bench.folder, 'verdicts.json');
  rmSync(output, { force: true });
  const severity = ['SCHEMA_CHECK', 'STATUS_CODE_CHECK', 'CONTENT_TYPE_CHECK']
    .map((check) => `${check}=off`)
    .join();
  const ended = await promisify(execFile)(
    process.execPath,
    [
      REDOCLY,
      'respect',
      ...files.values(),
      '--json-output',
      output,
      '--server',
      `contract=${bench.target},admin=${bench.adminUrl}`,
      ...(withSchemas ? [] : ['--severity', severity]),
      ...scenarios.flatMap(({ facts }) => ['--workflow', facts.workflowId]),
    ],
    {
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: unknown) => error as { stdout: string; stderr: string });
  for (const { id } of scenarios) await accounts.dispose(id);
  return verdictsIn(output, files, `${ended.stdout}\n${ended.stderr}`);
}

interface JsonStep {
  workflowId: string;
  stepId?: string;
  status: string;
  checks?: { name: string; message: string; status: string }[];
  executedSteps?: JsonStep[];
}

function verdictsIn(output: string, files: ReadonlyMap<string, string>, said: string): Verdicts {
  let text: string;
  try {
    text = readFileSync(output, 'utf8');
  } catch {
    // A failed scenario is written down; without a file respect did not come to run them.
    throw new Error(`redocly respect ended without verdicts:\n${said.slice(-2000)}`);
  }
  const { files: told } = JSON.parse(text) as { files: Record<string, { executedWorkflows: JsonStep[] }> };
  return new Map(
    [...files].flatMap(([id, file]): [string, Verdict][] => {
      const workflow = told[file]?.executedWorkflows.find(({ workflowId }) => id.endsWith(`/${workflowId}`));
      if (workflow === undefined) return [];
      const why = failures(workflow);
      return [[id, { verdict: workflow.status === 'error' ? 'fail' : 'pass', why: why[0] ?? '' }]];
    }),
  );
}

function failures(step: JsonStep): string[] {
  return [
    ...(step.checks ?? [])
      .filter(({ status }) => status === 'error')
      .map(({ name, message }) => `${step.stepId}: ${name}: ${message.replace(/\s+/g, ' ').slice(0, 300)}`),
    ...(step.executedSteps ?? []).flatMap(failures),
  ];
}
