/**
 * The opinion of `redocly respect`, an Arazzo runner that is not ours: the portable scenarios of the packs must pass on the mock
 * under both runners.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bindInput } from '../../conformance/pack/language/inputs.js';
import { loadPacks } from '../../conformance/pack/load-packs.js';
import { loadDocuments, type Documents } from '../../conformance/pack/model/documents.js';
import { planOf } from '../../conformance/run/plan.js';
import { preflight } from '../../conformance/run/preflight.js';
import { makeProfile } from '../../conformance/run/profile.js';
import { packPaths, scenariosOf, type Scenario } from '../../conformance/run/scenarios.js';
import { openSession } from '../../conformance/run/session.js';
import { survey } from '../../conformance/run/survey/index.js';
import { createHalt } from '../../conformance/wire/halt.js';
import { realTime } from '../../conformance/wire/pacer.js';
import { createRedactor } from '../../common/redact.js';
import { documentOf, hindranceOf } from './portable.js';
import type { Opinion, RecordedRun } from './recorded-run.js';

const REDOCLY = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js');

export async function askRespect({ mock, report }: RecordedRun): Promise<Opinion> {
  const documents = loadDocuments();
  const excluded = new Map<string, number>();
  const portable = scenariosOf(loadPacks(packPaths([]), documents), documents).filter((scenario) => {
    const hindrance = hindranceOf(scenario);
    if (hindrance !== null) excluded.set(hindrance, (excluded.get(hindrance) ?? 0) + 1);
    return hindrance === null;
  });
  const theirs = await failuresUnderRespect(documents, portable, mock.url);
  const ours = new Map(report.scenarios.map((each) => [each.id, each]));
  let judged = 0;
  const complaints: string[] = [];
  for (const { id } of portable) {
    const { verdict = 'error', reason = 'did not run' } = ours.get(id) ?? {};
    // Respect cannot know that the data cannot show a scenario.
    if (verdict === 'not-applicable') continue;
    judged += 1;
    if (verdict !== 'pass') complaints.push(`${id}: ${verdict} under our runner: ${reason}`);
    const failure = theirs.has(id) ? theirs.get(id) : 'no verdict';
    if (failure !== null) complaints.push(`${id}: fails under respect: ${failure}`);
  }
  if (judged === 0) complaints.push('no scenario was judged');
  const reasons = [...excluded].sort(([, one], [, other]) => other - one);
  return {
    summary: [
      `both runners judged ${judged} scenarios`,
      ...reasons.map(([reason, count]) => `excluded ${count}: ${reason}`),
    ],
    complaints,
  };
}

/** Returns the first failure of each scenario, null if it passes. */
async function failuresUnderRespect(
  documents: Documents,
  scenarios: readonly Scenario[],
  url: string,
): Promise<Map<string, string | null>> {
  const profile = makeProfile({ target: url, adminUrl: url }, {});
  const halt = createHalt(realTime, { minutes: null, signal: undefined });
  const session = openSession(profile, documents, createRedactor(), halt);
  const target = await preflight(session);
  const plan = planOf(scenarios, profile, documents.contract, false);
  const { companies, facts } = await survey(plan.survey, session, target);
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  try {
    const write = (name: string, document: unknown): string => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    };
    const sources = {
      contract: write('contract', documents.contract.document),
      admin: write('admin', documents.admin.document),
    };
    const files = new Map<string, string>();
    for (const scenario of scenarios) {
      const made = await session.accounts.prepare(scenario);
      const now = Date.now() + target.clockOffset;
      const bindings = { ...made, companies, facts, now, runId: 'respect', scenario: scenario.id };
      const document = documentOf(scenario, (name) => bindInput(name, bindings), sources);
      files.set(scenario.id, write(scenario.id.replace('/', '.'), document));
    }
    const output = join(folder, 'verdicts.json');
    const ended = await promisify(execFile)(
      process.execPath,
      [
        REDOCLY,
        'respect',
        ...files.values(),
        '--json-output',
        output,
        '--server',
        `contract=${url},admin=${url}`,
        ...scenarios.flatMap(({ facts }) => ['--workflow', facts.workflowId]),
      ],
      {
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: unknown) => error as { stdout: string; stderr: string });
    return failuresIn(output, files, `${ended.stdout}\n${ended.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface JsonStep {
  workflowId: string;
  stepId?: string;
  status: string;
  checks?: { name: string; message: string; status: string }[];
  executedSteps?: JsonStep[];
}

function failuresIn(
  output: string,
  files: ReadonlyMap<string, string>,
  printed: string,
): Map<string, string | null> {
  let text: string;
  try {
    text = readFileSync(output, 'utf8');
  } catch {
    // Respect also writes the file if scenarios fail.
    throw new Error(`redocly respect ended without verdicts:\n${printed.slice(-2000)}`);
  }
  const report = JSON.parse(text) as { files: Record<string, { executedWorkflows: JsonStep[] }> };
  return new Map(
    [...files].flatMap(([id, file]): [string, string | null][] => {
      const workflows = report.files[file]?.executedWorkflows;
      const workflow = workflows?.find(({ workflowId }) => id.endsWith(`/${workflowId}`));
      if (workflow === undefined) return [];
      return [[id, workflow.status === 'error' ? (failedChecks(workflow)[0] ?? 'without a reason') : null]];
    }),
  );
}

function failedChecks(step: JsonStep): string[] {
  return [
    ...(step.checks ?? [])
      .filter(({ status }) => status === 'error')
      .map(({ name, message }) => `${step.stepId}: ${name}: ${message.replace(/\s+/g, ' ').slice(0, 300)}`),
    ...(step.executedSteps ?? []).flatMap(failedChecks),
  ];
}
