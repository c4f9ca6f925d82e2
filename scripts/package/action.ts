/** Runs the steps of action.yml like a GitHub runner, against a mock. Skips steps that use other actions. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Action {
  inputs: Record<string, { default?: string }>;
  runs: {
    steps: {
      name?: string;
      uses?: string;
      run?: string;
      env?: Record<string, string>;
      'working-directory'?: string;
    }[];
  };
}

/**
 * @param folder An empty folder for a copy of the kit and for the workspace of the job.
 * @param given Inputs of the action.
 * @throws Error if a step fails, or if the run wrote no reports, summary or output.
 */
export function checkAction(root: string, folder: string, given: Record<string, string>): void {
  const kit = join(folder, 'kit');
  const workspace = join(folder, 'workspace');
  for (const each of [kit, workspace]) mkdirSync(each, { recursive: true });
  const tracked = 'git ls-files -z --cached --others --exclude-standard';
  spawnSync('sh', ['-c', `${tracked} | tar -cf - --null -T - | tar -xf - -C "$0"`, kit], { cwd: root });
  const { inputs, runs } = parse(readFileSync(join(kit, 'action.yml'), 'utf8')) as Action;
  const valueOf = (expression: string): string => {
    if (expression === 'github.action_path') return kit;
    const name = expression.replace(/^inputs\./, '');
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`action.yml: "${expression}" has no value.`);
    return value;
  };
  const filled = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => valueOf(expression));
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  let printed = '';
  for (const { name, run, env = {}, 'working-directory': directory } of runs.steps) {
    if (run === undefined) continue;
    const variables = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
    const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', filled(run)], {
      cwd: directory === undefined ? workspace : filled(directory),
      env: { ...process.env, ...files, ...variables },
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Error(`action.yml, step "${name}", exits with ${status}:\n${stdout}\n${stderr}`);
    printed += stdout;
  }
  for (const report of ['junit.xml', 'report.html', 'run.json'])
    if (!existsSync(join(workspace, 'conformance', report)))
      throw new Error(`action.yml wrote no ${report}.`);
  if (!/^status=0$/m.test(readFileSync(files.GITHUB_OUTPUT, 'utf8')))
    throw new Error('action.yml has no output.');
  if (!readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8').includes('Conforms') || !printed.includes('Conforms'))
    throw new Error('action.yml wrote no summary.');
}
