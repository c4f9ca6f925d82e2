/** The tables of docs/reference.md, from the flags, limits, keys and companies in the code. */
import { Redactor } from '../common/redact.js';
import { guarded } from '../conformance/command-context.js';
import { EXIT_WORDS } from '../conformance/cli/generated/commands.js';
import { commandLine } from '../conformance/command-line.js';
import { seededAccounts } from '../fixtures/index.js';
import { LONGEST_LINE } from '../fixtures/lines.js';
import { WELL_KNOWN } from '../fixtures/data.js';
import { MAX_BODY_BYTES, MAX_DEPTH, MAX_VALUES } from '../mock-server/domain/parse-body.js';
import { MOST_TERMS } from '../mock-server/domain/plan-keywords.js';
import { mockCommand } from '../mock-server/flags.js';
import { optionSchemas } from '../mock-server/options.js';
import { GRACE_MS } from '../mock-server/server.js';
import { MOST_FAULTS } from '../mock-server/state/faults.js';
import { JOURNAL_CAPACITY, MOST_BODIES_BYTES } from '../mock-server/state/journal.js';
import { LEDGER_CAPACITY } from '../mock-server/state/ledger.js';
import { MOST_OPERATIONS } from '../mock-server/state/operation-store.js';
import { loadAdminContract } from '../spec/admin.js';
import { loadClauses, loadContract, MOST_ISSUES } from '../spec/index.js';
import { follow } from '../conformance/values/pointers.js';
import { thousands } from '../conformance/values/text.js';
import { table } from './pack-grammar.js';

/** Markdown by the name of the table. */
export async function referenceTables(): Promise<Record<string, string>> {
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
    ...suiteFlags(),
    'exit-codes': table(
      ['Status', 'Meaning'],
      Object.entries(EXIT_WORDS).map(([status, words]) => [status, oneLine(words)]),
    ),
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
      seededAccounts.map(({ key, credits, purpose }) => [code(key), thousands(credits), purpose]),
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

function suiteFlags(): Record<string, string> {
  const silent = (): void => undefined;
  const context = { environment: {}, out: silent, err: silent, isTerminal: false };
  const suite = commandLine(guarded(context, new Redactor()), () => Promise.resolve());
  const tables = [suite, ...suite.commands].map((command) => {
    const help = command.createHelp();
    const rows = help
      .visibleOptions(command)
      .map((option) => [code(help.optionTerm(option)), help.optionDescription(option)]);
    const name = command === suite ? 'conformance' : command.name();
    return [`${name}-flags`, table(['Flag', 'Meaning'], rows)];
  });
  return Object.fromEntries(tables) as Record<string, string>;
}

async function effects(): Promise<string> {
  const { schemas } = loadAdminContract().document['components'] as { schemas: Record<string, unknown> };
  const effect = schemas['Effect'] as { description: string; enum: string[] };
  // `api.js` is a module of a page, without types.
  const { effectWords } = (await import(
    new URL('../mock-server/pages/app/api.js', import.meta.url).href
  )) as {
    effectWords: (of: typeof effect) => Record<string, string>;
  };
  return table(
    ['Effect', 'Result'],
    Object.entries(effectWords(effect)).map(([name, text]) => [code(name), text]),
  );
}

const ofCompany = 'HistoricalCompanySearchRequest.properties.company_';
const lengths = ['PlaceName', `${ofCompany}name`, `${ofCompany}network_url`].map((name) =>
  inContract(`${name}.maxLength`),
);
/** Limits that only the mock has. The specification does not state them, and the suite does not test them. */
const limits: string[][] = [
  ['request body', mebibytes(MAX_BODY_BYTES), '413'],
  ['nesting of a body', `${MAX_DEPTH} levels`, '422'],
  ['members and items of a body', thousands(MAX_VALUES), '422'],
  [
    'different keywords in all fields',
    `${thousands(MOST_TERMS)}, of ${inContract('Term.maxLength')} characters each`,
    '422',
  ],
  ['list of places, values or groups', `${inContract('Locations.maxItems')} items`, '422'],
  ['place or job board; name or domain; profile URL', `${lengths.join('; ')} characters`, '422'],
  ['errors that a 422 lists', thousands(MOST_ISSUES), 'the others are left out'],
  [
    'stored operations of an account',
    `${thousands(MOST_OPERATIONS)}; kept for the billing cycle`,
    '503 `service_unavailable`, nothing is charged, until the cycle ends or the account is reset',
  ],
  [
    'faults of an account, and faults for all accounts',
    thousands(MOST_FAULTS),
    '409 `full` from the admin API',
  ],
  ['line of `--data`', mebibytes(LONGEST_LINE), 'the mock refuses the file and names the line'],
  [
    'journal of an account',
    `${thousands(JOURNAL_CAPACITY)} requests and ${mebibytes(MOST_BODIES_BYTES)} of bodies`,
    'the oldest requests go; `dropped` counts them',
  ],
  [
    'ledger of an account',
    `${thousands(LEDGER_CAPACITY)} entries`,
    'the opening entry sums up the oldest entries',
  ],
  ['requests in flight after a signal', `${GRACE_MS / 1000} seconds`, 'their connections are closed'],
];

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

function inContract(path: string): string {
  return thousands(Number(follow(loadContract().document, ['components', 'schemas', ...path.split('.')])));
}

function code(text: string): string {
  return `\`${text}\``;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
