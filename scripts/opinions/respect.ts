/** The opinion of `redocly respect`, another Arazzo runner: portable scenarios must pass on the mock under both runners. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bindInput } from '../../conformance/pack/language/inputs.js';
import { loadPacks, packPaths } from '../../conformance/pack/load-packs.js';
import { loadDocuments, type Documents } from '../../conformance/pack/model/documents.js';
import { planOf } from '../../conformance/run/plan/plan.js';
import { preflight } from '../../conformance/run/target/preflight.js';
import { makeProfile } from '../../conformance/run/target/profile.js';
import { scenariosOf, type Scenario } from '../../conformance/run/plan/scenarios.js';
import { openSession } from '../../conformance/run/target/session.js';
import { survey } from '../../conformance/run/survey/index.js';
import { scratchFolder } from '../../test/support/scratch-folder.js';
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
  // Respect does not support the verdict *not applicable*.
  const judged = portable.filter(({ id }) => ours.get(id)?.verdict !== 'not-applicable');
  const complaints = judged.flatMap(({ id }) => {
    const { verdict = 'error', reason = 'did not run' } = ours.get(id) ?? {};
    const failure = theirs.has(id) ? theirs.get(id) : 'no verdict';
    return [
      ...(verdict === 'pass' ? [] : [`${id}: ${verdict} under our runner: ${reason}`]),
      ...(failure === null ? [] : [`${id}: fails under respect: ${failure}`]),
    ];
  });
  if (judged.length === 0) complaints.push('no scenario was judged');
  const reasons = [...excluded]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `excluded ${count}: ${reason}`);
  return { summary: [`both runners judged ${judged.length} scenarios`, ...reasons], complaints };
}

/** Returns the first failure of each scenario, null if it passes. */
async function failuresUnderRespect(
  documents: Documents,
  scenarios: readonly Scenario[],
  url: string,
): Promise<Map<string, string | null>> {
  const profile = makeProfile({ target: url, adminUrl: url }, {});
  const session = openSession(profile, documents);
  const target = await preflight(session);
  const plan = planOf(scenarios, profile, documents.contract, false);
  const { facts } = await survey(plan.survey, session, target);
  using folder = scratchFolder();
  const write = (name: string, document: unknown): string => {
    const file = folder.file(`${name}.json`);
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
    const bindings = { ...made, facts, now, runId: 'respect', scenario: scenario.id };
    const document = documentOf(scenario, (name) => bindInput(name, bindings), sources);
    files.set(scenario.id, write(scenario.id.replace('/', '.'), document));
  }
  const output = folder.file('verdicts.json');
  const places = ['--json-output', output, '--server', `contract=${url},admin=${url}`];
  const workflows = scenarios.flatMap(({ facts }) => ['--workflow', facts.workflowId]);
  const args = [REDOCLY, 'respect', ...files.values(), ...places, ...workflows];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const maxBuffer = 256 * 1024 * 1024;
  const ended = await promisify(execFile)(process.execPath, args, { maxBuffer, env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  // Respect also writes the file if scenarios fail.
  if (!existsSync(output))
    throw new Error(
      `redocly respect ended without verdicts:\n${`${ended.stdout}\n${ended.stderr}`.slice(-2000)}`,
    );
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    files: Record<string, { executedWorkflows: JsonStep[] }>;
  };
  return new Map(
    [...files].flatMap(([id, file]): [string, string | null][] => {
      const workflows = report.files[file]?.executedWorkflows ?? [];
      return workflows
        .filter(({ workflowId }) => id.endsWith(`/${workflowId}`))
        .map((each) => [id, each.status === 'error' ? (failedChecks(each)[0] ?? 'without a reason') : null]);
    }),
  );
}

interface JsonStep {
  workflowId: string;
  stepId?: string;
  status: string;
  checks?: { name: string; message: string; status: string }[];
  executedSteps?: JsonStep[];
}

function failedChecks(step: JsonStep): string[] {
  return [
    ...(step.checks ?? [])
      .filter(({ status }) => status === 'error')
      .map(({ name, message }) => `${step.stepId}: ${name}: ${message.replace(/\s+/g, ' ').slice(0, 300)}`),
    ...(step.executedSteps ?? []).flatMap(failedChecks),
  ];
}
