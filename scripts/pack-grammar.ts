/** The JSON Schema of packs and the tables of INTERPRETING.md, from `grammar.yaml`, the contract's documents and the predicates. */
import { FACTS } from '../conformance/pack/language/facts.js';
import { INPUTS, KEY_ROLES } from '../conformance/pack/language/inputs.js';
import { MATCHERS, MODIFIERS } from '../conformance/pack/language/generated/matchers.js';
import { loadDocuments } from '../conformance/pack/model/documents.js';
import { follow } from '../conformance/values/pointers.js';
import { readYaml } from '../test/support/read-yaml.js';

/** A JSON Schema (2020-12). */
type JsonSchema = Readonly<Record<string, unknown>>;

interface Extension {
  on: string[];
  hint: string;
  says: string;
  schema: JsonSchema;
}

interface Argument {
  kind?: string;
  type?: string;
  schema: JsonSchema;
  /** How the table of INTERPRETING.md shows the value, such as `/pointer`. */
  hint: string;
  required?: boolean;
}

type Arguments = Readonly<Record<string, Argument>>;
/** Kinds of arguments by name; a name with a question mark is optional. */
type Kinds = Readonly<Record<string, string>>;

/** A predicate as `predicates.yaml` states it. */
interface Stated {
  holdsWhen: string;
  restsOnData?: true;
  expectsNoAnswer?: true;
  arguments: Kinds;
  takes?: keyof typeof TAKEN;
  patterns?: Kinds;
}

type Names = [name: string, says: string][];

const PACK = new URL('../conformance/pack/', import.meta.url).href;
const grammar = readYaml<{ extensions: Record<string, Extension>; schema: JsonSchema }>(
  'grammar/grammar.yaml',
  PACK,
);
const { kinds, predicates: stated } = readYaml<{ kinds: Arguments; predicates: Record<string, Stated> }>(
  'predicates/predicates.yaml',
  PACK,
);
const extensions = Object.entries(grammar.extensions);
const matchers: Arguments = Object.fromEntries(
  Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([name, { says, ...matcher }]) => [
    name,
    { hint: '', schema: { description: says, ...('schema' in matcher && matcher.schema) } },
  ]),
);
const TAKEN = {
  matchers,
  jobCondition: conditionOn('jobField', 'job-condition'),
  itemCondition: conditionOn('itemField', 'item-condition'),
};
const predicates = Object.entries(stated).map(([name, { takes, patterns = {}, ...rest }]) => {
  const own = argumentsIn(rest.arguments);
  const all: Arguments = { ...own, ...(takes && TAKEN[takes]) };
  return { ...rest, name, own, arguments: all, patterns: argumentsIn(patterns) };
});
const { contract, admin, clauses } = loadDocuments();

const operations = (prefix: string, of: typeof contract.operations | typeof admin.operations): Names =>
  of.map(({ id, method, path }) => [`${prefix}${id}`, `${method} ${path}`]);

/** By kind: names that packs use, each with its meaning. */
const NAMES: Readonly<Record<string, Names>> = {
  clauses: clauses.clauses.map(({ id, level, text }) => [id, `${level}: ${text}`]),
  readings: clauses.readings.map(({ id, question, choices }) => [
    id,
    `${question} ${choices.map((choice) => `${choice.id}: ${choice.text}`).join(' ')}`,
  ]),
  operations: [
    ...operations('', contract.operations),
    ...operations('$sourceDescriptions.contract.', contract.operations),
    ...operations('$sourceDescriptions.admin.', admin.operations),
  ],
  'job-fields': Object.entries(
    follow(contract.document, ['components', 'schemas', 'Job', 'properties']) as object,
  ).map(([name, schema]) => [name, String(follow(schema, ['description']) ?? '')]),
  requirements: [
    ['admin', 'The admin API of a mock.'],
    ['company', 'A known company with current postings.'],
    ['network', "The network's prefix of company URLs."],
    ['throttling', 'Refusals with 429 may be provoked on the key of the profile (`--allow-throttling`).'],
    ...KEY_ROLES.map((role): Names[0] => [`key:${role}`, `A key of the role ${role}.`]),
    ...clauses.readings.flatMap(({ id, choices }) =>
      choices.map((choice): Names[0] => [`reading:${id}=${choice.id}`, choice.text]),
    ),
    ...contract.operations.map(({ id }): Names[0] => [`operation:${id}`, 'The target has this operation.']),
    ...[...FACTS].map(([name, says]): Names[0] => [`fact:${name}`, says]),
  ],
  predicates: predicates.map(({ name, holdsWhen }) => [name, holdsWhen]),
};

/** By the value of an `x-kit-fill`: the members that replace it. */
const FILLINGS: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    extensions.flatMap(([, { on }]) => on).map((holder) => [`extensions of ${holder}`, extensionsOn(holder)]),
  ),
  ...Object.fromEntries(
    Object.entries(NAMES).map(([kind, names]) => [
      `names of ${kind}`,
      { enum: names.map(([name]) => name), enumDescriptions: names.map(([, says]) => says) },
    ]),
  ),
  'bound inputs': {
    properties: describedInputs((name) => typeof name === 'string'),
    patternProperties: describedInputs((name) => typeof name !== 'string'),
  },
  'job condition': closed(schemasOf(TAKEN.jobCondition)),
  'item condition': closed(schemasOf(TAKEN.itemCondition)),
  predicates: {
    allOf: predicates.map(({ name }) => ({
      if: { required: ['that'], properties: { that: { const: name } } },
      then: { $ref: `#/$defs/that-${name}` },
    })),
  },
  'predicates with otherwise': {
    enum: predicates.filter((each) => 'otherwise' in each.arguments).map(({ name }) => name),
  },
};

function argumentsIn(named: Kinds): Arguments {
  return Object.fromEntries(
    Object.entries(named).map(([name, kind]) => [
      name.replace('?', ''),
      { ...kinds[kind]!, kind, required: !name.endsWith('?') },
    ]),
  );
}

/** A condition on jobs or items: a field and matchers, or several such conditions joined. */
function conditionOn(field: string, conditions: 'job-condition' | 'item-condition'): Arguments {
  const group = (says: string): Argument => ({
    hint: '[condition]',
    schema: { description: says, type: 'array', items: { $ref: `#/$defs/${conditions}` }, minItems: 1 },
  });
  return {
    ...argumentsIn({ 'field?': field }),
    ...matchers,
    'any-of': group('At least one of these conditions is met.'),
    'all-of': group('Each of these conditions is met.'),
    'none-of': group('None of these conditions is met.'),
  };
}

/** Returns TypeScript: the types of each predicate's arguments, and the members of `predicates.yaml` that a run needs. */
export function predicateTypes(): string {
  const types = predicates.map(({ name, own }) => {
    const members = Object.entries(own).map(
      ([argument, { type, required }]) => `readonly '${argument}': ${type}${required ? '' : ' | undefined'}`,
    );
    return `  '${name}': { ${members.join('; ')} };\n`;
  });
  const constants = predicates.map(({ name, restsOnData, expectsNoAnswer, own }) => {
    const named = Object.entries(own).map(([argument, { kind }]) => [argument, kind]);
    return [name, { restsOnData, expectsNoAnswer, arguments: Object.fromEntries(named) as Kinds }];
  });
  return `import type { KeywordGroup } from '../../../model/keywords.js';

export interface ArgumentsOf {
${types.join('')}}

/** The entry of a predicate in \`predicates.yaml\`; \`arguments\` holds the kind of each. */
export interface Stated {
  restsOnData?: boolean;
  expectsNoAnswer?: boolean;
  arguments: Readonly<Record<string, string>>;
}

export const STATED: Readonly<Record<keyof ArgumentsOf, Stated>> = ${JSON.stringify(Object.fromEntries(constants), null, 2)};
`;
}

/** Returns the JSON Schema of packs. Throws for an unknown `x-kit-fill`. */
export function packSchema(): JsonSchema {
  const { $defs, ...document } = filled(grammar.schema) as JsonSchema;
  const arguments_ = predicates.map((each) => [`that-${each.name}`, argumentsOf(each)]);
  return { ...document, $defs: { ...($defs as JsonSchema), ...Object.fromEntries(arguments_) } };
}

function filled(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(filled);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    if (name !== 'x-kit-fill') return [[name, filled(value)]];
    const filling = FILLINGS[String(value)];
    if (filling === undefined) throw new Error(`grammar.yaml: there is no filling "${value}"`);
    return Object.entries(filling);
  });
  return Object.fromEntries(members);
}

function extensionsOn(holder: string): JsonSchema {
  const own = extensions.filter(([, { on }]) => on.includes(holder));
  return Object.fromEntries(own.map(([name, { says, schema }]) => [name, { description: says, ...schema }]));
}

function describedInputs(isWanted: (name: string | RegExp) => boolean): JsonSchema {
  const inputs = INPUTS.filter(({ name }) => isWanted(name));
  return Object.fromEntries(
    inputs.map(({ name, says }) => [typeof name === 'string' ? name : name.source, { description: says }]),
  );
}

/** The schema of an expectation or assumption with this predicate. */
function argumentsOf({ holdsWhen, arguments: known, patterns }: (typeof predicates)[number]): JsonSchema {
  return {
    ...closed(
      {
        that: {},
        ...schemasOf(known),
        step: {
          type: 'string',
          description: 'Id of the step that has the answers. Default: this step.',
        },
        because: { type: 'string', description: 'Added to the failure.' },
        ...(extensionsOn('expectation') as Record<string, JsonSchema>),
        reason: {
          type: 'string',
          description: 'In x-kit-assume: why the scenario shows nothing without it.',
        },
        ...('otherwise' in known ? {} : { otherwise: { enum: ['inconclusive', 'not-applicable'] } }),
      },
      Object.keys(known).filter((name) => known[name]?.required),
    ),
    description: `Holds when ${holdsWhen}.`,
    ...(Object.keys(patterns).length === 0 ? {} : { patternProperties: schemasOf(patterns) }),
  };
}

/** An object that has these members and no others. */
function closed(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  const demand = required.length > 0 ? { required } : {};
  return { type: 'object', properties, ...demand, additionalProperties: false };
}

function schemasOf(some: Arguments): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(some).map(([name, { schema }]) => [name, schema]));
}

/** Returns the page with new tables. Throws if the page lacks a table or has an unknown one. */
export function withTables(page: string, known = tables()): string {
  const found = new Set<string>();
  const written = page.replace(
    /(<!-- table: ([\w-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, name: string, end: string) => {
      if (known[name] === undefined) throw new Error(`There is no table "${name}".`);
      found.add(name);
      return `${start}\n${known[name]}\n${end}`;
    },
  );
  for (const name of Object.keys(known))
    if (!found.has(name)) throw new Error(`The page has no place for the table "${name}".`);
  return written;
}

/** Markdown tables by the name in the page: `<!-- table: inputs -->`. */
function tables(): Readonly<Record<string, string>> {
  return {
    extensions: table(
      ['Extension', 'On', 'Value', 'Means'],
      extensions.map(([name, { on, hint, says }]) => [`\`${name}\``, on.join(', '), `\`${hint}\``, says]),
    ),
    inputs: table(
      ['Name', 'Value', 'Needs'],
      INPUTS.map(({ name, shown, says, requires }) => [
        (shown ?? String(name)).replace(/\S+/g, '`$&`'),
        says,
        requires === 'fact' ? 'the fact' : requires === null ? '' : `\`${requires}\``,
      ]),
    ),
    matchers: table(
      ['Matcher', 'The value is'],
      Object.entries({ ...MATCHERS, ...MODIFIERS }).map(([name, { says }]) => [`\`${name}\``, says]),
    ),
    predicates: table(
      ['that', 'Arguments', 'Holds when'],
      predicates.map((each) => [`\`${each.name}\``, argumentWords(each), each.holdsWhen]),
    ),
  };
}

/** Returns the arguments with their kinds, optional ones in brackets. `matchers` means all matchers. */
function argumentWords({ arguments: known, patterns }: (typeof predicates)[number]): string {
  const takesMatchers = Object.keys(matchers).every((name) => Object.hasOwn(known, name));
  const own = Object.entries(known).filter(([name]) => !takesMatchers || !Object.hasOwn(matchers, name));
  const words = own.map(([name, { hint, required }]) => {
    const word = hint === '' ? `\`${name}\`` : `\`${name}: ${hint}\``;
    return required ? word : `[${word}]`;
  });
  const byPattern = Object.values(patterns).map(({ hint }) => `[\`${hint}\`]`);
  return [...words, ...byPattern, ...(takesMatchers ? ['matchers'] : [])].join(', ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + `|${head.map(() => '---|').join('')}\n` + rows.map(line).join('');
}
