/**
 * Runs the portable scenarios of the packs under another Arazzo runner, `redocly respect`, and under ours, against
 * one mock, and tells where the verdicts differ: packs are documents of a standard, not of this suite.
 *
 *     tsx scripts/respect.ts [pack]...
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadPacks, reachable } from '../conformance/interpreter/check-pack.js';
import { bindInput, type Bindings, type KeyRole } from '../conformance/interpreter/inputs.js';
import { portabilityOf } from '../conformance/interpreter/portability.js';
import { runConformance } from '../conformance/index.js';
import { loadDocuments } from '../conformance/runner.js';
import { packPaths, scenariosOf, type Scenario } from '../conformance/runner-plan.js';
import { startMock } from '../mock-server/index.js';
import type { AdminSchemas } from '../spec/admin.js';
import { operationIds } from '../spec/contract.js';

const RESPECT = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const SPEC = fileURLToPath(new URL('../spec/', import.meta.url));
const DOCUMENTS: Record<string, string> = { contract: 'openapi.yaml', admin: 'admin.openapi.yaml' };
const run = promisify(execFile);

const mock = await startMock({ seed: 1 });
// Respect does not pace itself, so these accounts have no limits that it could meet.
const rateLimits = Object.fromEntries(operationIds.map((id) => [id, 1_000_000]));
/** Accounts for one of the two runners: what the one has paid for or keyed must not show to the other. */
const makeKeys = async (): Promise<Record<KeyRole, string>> => ({
  active: await mock.accounts.create({ credits: 1_000_000, rateLimits }),
  second: await mock.accounts.create({ credits: 1_000_000, rateLimits }),
  inactive: 'key_inactive',
  zero: 'key_zero',
  negative: 'key_negative',
  small: await mock.accounts.create({ credits: 3 }),
  ungranted: 'key_ungranted',
});
const [theirKeys, ourKeys] = [await makeKeys(), await makeKeys()];
const facts = (await (await fetch(`${mock.url}/__admin/dataset`)).json()) as AdminSchemas['DatasetFacts'];
const companyUrl = facts.wellKnown[0]?.profileUrl ?? '';
let differing = 0;
let compared = 0;
const aside = new Map<string, number>();
try {
  const packs = loadPacks(packPaths(process.argv.slice(2)), loadDocuments());
  for (const pack of packs) {
    const reasons = new Map(scenariosOf([pack]).map((scenario) => [scenario, portabilityOf(scenario)]));
    const portable = [...reasons.keys()].filter((scenario) => reasons.get(scenario) === null);
    for (const reason of reasons.values())
      if (reason !== null)
        aside.set(reason.replace(/^.*?: /, ''), (aside.get(reason.replace(/^.*?: /, '')) ?? 0) + 1);
    if (portable.length === 0) continue;
    const theirs = await underRespect(pack.file, portable);
    const ours = await underOurs(pack.file, portable);
    for (const { id, workflowId } of portable) {
      if (ours.get(id) === 'not-applicable') continue;
      compared += 1;
      if (theirs.get(workflowId) === ours.get(id)) continue;
      differing += 1;
      console.log(`${id}: respect ${theirs.get(workflowId) ?? 'says nothing'}, ours ${ours.get(id)}`);
    }
  }
} finally {
  await mock.close();
}
for (const [reason, count] of [...aside].sort((a, b) => b[1] - a[1]))
  console.log(`left out, ${reason}: ${count}`);
console.log(`${compared} scenarios under both runners, ${differing} with different verdicts.`);
process.exitCode = differing === 0 && compared > 0 ? 0 : 1;

/** Verdict by workflow id, `passed` or `failed`. */
async function underRespect(file: string, scenarios: readonly Scenario[]): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  const json = join(folder, 'out.json');
  const cut = join(folder, 'pack.json');
  writeFileSync(cut, JSON.stringify(onlyThese(scenarios)));
  const args = [RESPECT, 'respect', cut, '--server', `contract=${mock.url}`, '--json-output', json];
  const bindings: Bindings = {
    ...{ keys: theirKeys, accountIds: {}, now: Date.now(), runId: `r${process.pid}`, scenario: file },
    companies: {
      ...{
        networkUrl: companyUrl.replace(/\/company\/.*$/, ''),
        companyUrl,
        companyName: null,
        companyDomain: null,
      },
      ...{ emptyCompanyUrl: null, hugeCompanyUrl: null },
    },
  };
  for (const name of new Set(scenarios.flatMap(({ inputs }) => [...inputs]))) {
    const value = bindInput(name, bindings);
    if (typeof value === 'string') args.push('--input', `${name}=${value}`);
  }
  for (const { workflowId } of scenarios) args.push('--workflow', workflowId);
  try {
    const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    if (process.env['DEBUG_RESPECT']) console.log(stdout);
  } catch (error) {
    // A failing workflow makes it exit 1, and the file says which; without a file it did not run at all.
    if (!existsSync(json)) throw error;
    if (process.env['DEBUG_RESPECT'])
      console.log((error as { stdout: string }).stdout, (error as { stderr: string }).stderr);
  }
  const verdicts = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { workflowId, status } = value as Record<string, unknown>;
    if (typeof workflowId === 'string' && typeof status === 'string')
      verdicts.set(workflowId, status === 'success' || status === 'passed' ? 'passed' : 'failed');
    Object.values(value).forEach(walk);
  };
  walk(JSON.parse(readFileSync(json, 'utf8')));
  return verdicts;
}

/**
 * The pack with these scenarios and what they call. Two things are changed in them: step names, because respect takes
 * steps of one name in two workflows for one step; and operation keys, because it has one set of inputs for all.
 */
function onlyThese(scenarios: readonly Scenario[]): unknown {
  const pack = scenarios[0]?.source;
  if (pack === undefined) return {};
  const all = new Map(pack.workflows.map((each) => [each.workflowId, each]));
  const kept = new Set(
    scenarios.flatMap(({ workflow }) => reachable(workflow, all)).map((each) => each.workflowId),
  );
  const raw = pack.raw as {
    workflows: { workflowId: string }[];
    sourceDescriptions: { name: string }[];
    components?: { parameters?: Record<string, unknown> };
  };
  return {
    ...raw,
    sourceDescriptions: raw.sourceDescriptions.map((each) => ({
      ...each,
      url: join(SPEC, DOCUMENTS[each.name] ?? ''),
    })),
    workflows: raw.workflows
      .filter(({ workflowId }) => kept.has(workflowId))
      .map(
        (workflow) =>
          JSON.parse(
            JSON.stringify(workflow)
              .replace(/\{"reference":"\$components\.parameters\.(\w+)"\}/g, (_, name: string) =>
                JSON.stringify(raw.components?.parameters?.[name]),
              )
              .replace(/\{\$inputs\.(operationKey\w*)\}/g, (_, name: string) =>
                keyFor(workflow.workflowId, name),
              )
              .replace(
                /"\$inputs\.(operationKey\w*)"/g,
                (_, name: string) => `"${keyFor(workflow.workflowId, name)}"`,
              )
              .replace(
                /\$inputs\.(operationKey\w*)/g,
                (_, name: string) => `'${keyFor(workflow.workflowId, name)}'`,
              )
              .replace(/("stepId":")/g, `$1${workflow.workflowId}-`)
              .replace(/\$steps\./g, `$steps.${workflow.workflowId}-`),
          ) as unknown,
      ),
  };
}

function keyFor(workflowId: string, name: string): string {
  return `use_v1_respect_${process.pid}_${workflowId.slice(0, 60)}_${name.slice('operationKey'.length)}`;
}

async function underOurs(file: string, scenarios: readonly Scenario[]): Promise<Map<string, string>> {
  const report = await runConformance({
    target: mock.url,
    packs: [file],
    only: scenarios.map(({ id }) => id),
    keys: ourKeys,
    profile: { companyUrl },
  });
  return new Map(
    report.scenarios.map(({ id, verdict }) => [
      id,
      verdict === 'not-applicable'
        ? verdict
        : verdict === 'fail' || verdict === 'error'
          ? 'failed'
          : 'passed',
    ]),
  );
}
