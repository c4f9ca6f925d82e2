/** The tables of docs/reference.md, from the flags, limits, keys and companies in the code. */
import { main } from '../conformance/command-line.js';
import { EXIT_CODES } from '../conformance/judge/verdicts.js';
import { seededAccounts } from '../fixtures/index.js';
import { WELL_KNOWN } from '../fixtures/well-known.js';
import { MAX_BODY_BYTES, MAX_DEPTH, MAX_VALUES } from '../mock-server/domain/parse-body.js';
import { MOST_TERMS } from '../mock-server/domain/plan-keywords.js';
import { mockCommand } from '../mock-server/flags.js';
import { optionSchemas } from '../mock-server/options.js';
import { MOST_FAULTS } from '../mock-server/state/faults.js';
import { loadAdminContract } from '../spec/admin.js';
import { loadClauses, MOST_ISSUES } from '../spec/index.js';
import { table } from './pack-grammar.js';

/** Markdown by the name of the table. */
export async function referenceTables(): Promise<Record<string, string>> {
  const suite: Record<string, string> = {};
  for (const command of ['', 'judge', 'watch', 'clients', 'workbench'])
    suite[command === '' ? 'conformance-flags' : `${command}-flags`] = table(
      ['Flag', 'Meaning'],
      flagsIn(await helpOf(command)).map(([flag, text]) => [code(flag), text]),
    );
  return {
    'mock-flags': mockFlags(),
    'mock-options': table(
      ['Option', 'Meaning', 'Default'],
      Object.entries(optionSchemas).map(([name, schema]) => [
        code(name),
        oneLine(schema.description),
        schema.default === undefined ? '' : code(JSON.stringify(schema.default)),
      ]),
    ),
    ...suite,
    'exit-codes': exitCodes(await helpOf('')),
    effects: await effects(),
    readings: table(
      ['Reading', 'Question', 'Choices, the default first'],
      loadClauses()
        .readings.filter((reading) => reading.switch)
        .map(({ id, question, choices }) => [
          code(id),
          oneLine(question),
          choices.map((choice) => code(choice.id)).join(', '),
        ]),
    ),
    keys: table(
      ['Key', 'Credits', 'Purpose'],
      seededAccounts().map(({ key, credits, purpose }) => [code(key), count(credits), purpose]),
    ),
    companies: table(
      ['Company', 'Identifier', 'Purpose'],
      WELL_KNOWN.map(({ name, slug, purpose }) => [name, code(slug), purpose]),
    ),
    limits: table(['Limit', 'Value', 'Beyond it'], limits),
  };
}

function mockFlags(): string {
  const rows = mockCommand().options.map(({ flags, envVar, description, defaultValue, required }) => [
    code(flags),
    description,
    required && defaultValue !== undefined && typeof defaultValue !== 'object'
      ? code(String(defaultValue))
      : '',
    envVar === undefined ? '' : code(envVar),
  ]);
  return table(['Flag', 'Meaning', 'Default', 'Environment variable'], rows);
}

async function helpOf(command: string): Promise<string> {
  let help = '';
  const out = (text: string): void => void (help += text);
  const args = command === '' ? ['--help'] : [command, '--help'];
  await main(args, { environment: {}, out, err: out, isTerminal: false });
  return help;
}

/** Flags with their texts, which the help wraps over several lines. */
function flagsIn(help: string): [flag: string, text: string][] {
  const [, options = ''] = /^Options:\n((?:.+\n)+)/m.exec(help) ?? [];
  return options
    .replace(/\n {4,}/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, flag, text] = /^ {2}(\S.*?) {2,}(.*)$/.exec(line) ?? [];
      return flag === undefined ? [] : [[flag, text!.trim()] as [string, string]];
    });
}

function exitCodes(help: string): string {
  const rows = [...help.matchAll(/^ {2}(\d[\d, ]*?) {2}(.+)$/gm)].map(([, status, text]) => [status!, text!]);
  if (rows.length <= new Set(Object.values(EXIT_CODES)).size - 1)
    throw new Error('An exit code lacks a text.');
  return table(['Status', 'Meaning'], rows);
}

async function effects(): Promise<string> {
  const { schemas } = loadAdminContract().document['components'] as { schemas: Record<string, unknown> };
  const effect = schemas['Effect'] as { description: string; enum: string[] };
  // The live page has no types.
  const { effectWords } = (await import(
    new URL('../mock-server/pages/app/words.js', import.meta.url).href
  )) as {
    effectWords: (of: typeof effect) => Record<string, string>;
  };
  return table(
    ['Effect', 'Result'],
    Object.entries(effectWords(effect)).map(([name, text]) => [code(name), text]),
  );
}

const KIB = 1024;
/** Of the mock alone; the specification states none of them, and the suite tests none of them. */
const limits: string[][] = [
  ['request body', `${MAX_BODY_BYTES / KIB / KIB} MiB`, '413'],
  ['nesting of a body', `${MAX_DEPTH} levels`, '422'],
  ['members and items of a body', count(MAX_VALUES), '422'],
  ['different keywords in all fields', `${count(MOST_TERMS)}, of 200 characters each`, '422'],
  ['list of places, values or groups', '1,000 items', '422'],
  ['place or job board; name or domain; profile URL', '200; 500; 2,000 characters', '422'],
  ['errors that a 422 lists', count(MOST_ISSUES), 'the others are left out'],
  [
    'stored operations of an account',
    '128 MiB, more than a million; kept for the billing cycle',
    '503 `service_unavailable`, nothing is charged, until the cycle ends or the account is reset',
  ],
  ['faults of an account, and faults for all accounts', count(MOST_FAULTS), '409 `full` from the admin API'],
  ['line of `--data`', '16 MiB', 'the mock refuses the file and names the line'],
  [
    'journal of an account',
    '500 requests and 4 MiB of bodies',
    'the oldest requests go; `dropped` counts them',
  ],
  ['ledger of an account', '2,000 entries', 'the opening entry sums up the oldest entries'],
];

function code(text: string): string {
  return `\`${text}\``;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function count(value: number): string {
  return value.toLocaleString('en');
}
