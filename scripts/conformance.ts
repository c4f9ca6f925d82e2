/**
 * `npm run conformance`: starts a mock on a free port and judges it with every pack. `--reading id=choice` and `--no-admin`
 * configure that mock, all other arguments are for the command (`npm run conformance -- --only IDEM-3`). With `--target` or
 * `--profile`, it starts no mock, and judges the given target.
 */
import { main } from '../conformance/command-line.js';
import { runInProcess, type CommandContext } from '../conformance/command-context.js';
import { parseReadings } from '../mock-server/domain/readings.js';
import { ReadingError, startMock, type Mock } from '../mock-server/index.js';
import { loadClauses } from '../spec/index.js';

const WORDS = 'npm run conformance --';

type OwnFlags = ReturnType<typeof readArguments>;

/** Returns the choices of readings, such as `auth-status=401`, and whether to serve the admin API; `rest` is for the command. */
function readArguments(args: readonly string[]) {
  const own = { readings: [] as string[], admin: true, rest: [] as string[] };
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg === '--no-admin') own.admin = false;
    else if (arg === '--reading') own.readings.push(args[(i += 1)] ?? '');
    else if (arg.startsWith('--reading=')) own.readings.push(arg.slice('--reading='.length));
    else own.rest.push(arg);
  }
  return own;
}

function judgeNamed({ readings, admin, rest }: OwnFlags, context: CommandContext): Promise<number> {
  if (!admin || readings.length > 0) {
    context.err(
      '--reading and --no-admin configure the mock that this command starts. Leave them out with --target or --profile.\n',
    );
    return Promise.resolve(2);
  }
  return main(rest, { ...context, program: { words: WORDS, adds: [] } });
}

async function judgeOwnMock({ readings, admin, rest }: OwnFlags, context: CommandContext): Promise<number> {
  let mock: Mock;
  try {
    mock = await startMock({ seed: 1, readings: parseReadings(loadClauses().readings, readings), admin });
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    context.err(`--reading: ${error.message}\n`);
    return 2;
  }
  const words = [
    WORDS,
    ...(admin ? [] : ['--no-admin']),
    ...readings.map((each) => `--reading ${each}`),
  ].join(' ');
  // Keys and proxies in the environment are for deployments, including targets that a user adds in the workbench.
  const environment = {
    ...context.environment,
    no_proxy: '*',
    JOB_SEARCH_API_KEY: 'key_demo',
    JOB_SEARCH_ADMIN_TOKEN: undefined,
  };
  const own = ['--target', mock.url, ...(admin ? ['--admin-url', mock.url] : [])];
  // The flags of a subcommand follow its name.
  const names = ['workbench', 'explore', 'replay'].includes(rest[0] ?? '') ? 1 : 0;
  if (rest[0] === 'workbench') context.err(`A mock listens on ${mock.url}\n`);
  try {
    return await main([...rest.slice(0, names), ...own, ...rest.slice(names)], {
      ...context,
      environment,
      laterEnvironment: context.environment,
      program: { words, adds: ['--target', '--admin-url'] },
    });
  } finally {
    await mock.close();
  }
}

/** Runs the command with these arguments; returns its exit status. */
export function conformance(args: readonly string[], context: CommandContext): Promise<number> {
  const own = readArguments(args);
  const names = (flag: string) => own.rest.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const isNamed = ['judge', 'clients'].includes(own.rest[0] ?? '') || names('--target') || names('--profile');
  return isNamed ? judgeNamed(own, context) : judgeOwnMock(own, context);
}

if (process.argv[1] === import.meta.filename)
  await runInProcess((context) => conformance(process.argv.slice(2), context));
