/** Reads clauses.yaml as it is written by hand. By itself, since the programs read the generated JSON and need no YAML. */
import type { Clause, ClauseId, Clauses, Reading, ReadingId } from './clauses.js';
import { operationIds, type OperationId } from './contract.js';
import { Entry, nameOf, readTop, refuseRepeated, titles } from './entry.js';
import { didYouMean } from './nearest.js';

export { ClausesError } from './entry.js';

/**
 * Reads the text of a clauses file; `file` is its name in errors. The ids that it finds are the generated types' source, so
 * they are taken as such here. Throws ClausesError at the first thing that is wrong.
 */
export function parseClauses(text: string, file = 'clauses.yaml'): Omit<Clauses, 'set'> {
  const top = readTop(text, file, ['sections', 'sets', 'groups', 'readings', 'clauses']);
  const sections = titles('section', top.list('sections'));
  const groups = titles('group', top.list('groups'));
  const scope: Scope = {
    sections: new Set(sections.map(({ id }) => id)),
    groups: new Set(groups.map(({ id }) => id)),
    sets: operationSets(top.record('sets')),
    readings: new Set(),
  };
  const readings = top.list('readings').map((value) => parseReading(value, scope));
  refuseRepeated('reading', readings);
  for (const { id } of readings) scope.readings.add(id);
  const clauses = top.list('clauses').map((value) => parseClause(value, scope));
  refuseRepeated('clause', clauses);
  return { clauses, readings, groups, sections };
}

/** The names that entries may refer to. */
interface Scope {
  sections: Set<string>;
  groups: Set<string>;
  sets: ReadonlyMap<string, readonly OperationId[]>;
  readings: Set<string>;
}

function parseClause(value: unknown, scope: Scope): Clause {
  const entry: Entry = new Entry(nameOf('clause', value), value, [
    'id',
    'since',
    'level',
    'section',
    'operations',
    'title',
    'text',
    'reading',
    'check',
    'why',
  ]);
  const id = entry.text('id') as ClauseId;
  const group = /^([A-Z]+)-[1-9]\d*$/.exec(id)?.[1];
  if (group === undefined) entry.fail(`has an id that is not of the form IDEM-3`);
  if (!scope.groups.has(group)) entry.fail(`is of no known group; add "${group}" to groups`);
  const level = entry.text('level');
  if (level !== 'must' && level !== 'should' && level !== 'open') {
    entry.fail(`has level "${level}"; use must, should or open`);
  }

  const since = entry.text('since');
  if (!/^\d+\.\d+\.\d+$/.test(since)) entry.fail(`has since "${since}"; use a version such as 0.1.0`);

  const clause: Clause = {
    id,
    group,
    level,
    since,
    title: entry.text('title'),
    text: entry.text('text'),
    section: section(entry, scope),
    operations: operations(entry, scope),
  };

  if ((level === 'open') !== entry.has('reading')) {
    entry.fail(level === 'open' ? 'is open without a reading' : `has a reading though it is a ${level}`);
  }
  if (entry.has('reading')) {
    clause.reading = entry.text('reading') as ReadingId;
    if (!scope.readings.has(clause.reading)) {
      entry.fail(`cites the unknown reading "${clause.reading}"`, didYouMean(clause.reading, scope.readings));
    }
  }

  if (entry.has('check') !== entry.has('why')) {
    entry.fail('needs both or neither of `check: none` and `why`');
  }
  if (entry.has('check')) {
    const check = entry.text('check');
    if (check !== 'none') entry.fail(`has check "${check}"; leave it out or use none`);
    clause.check = check;
    clause.why = entry.text('why');
  }
  return clause;
}

function parseReading(value: unknown, scope: Scope): Reading {
  const entry: Entry = new Entry(nameOf('reading', value), value, [
    'id',
    'question',
    'section',
    'operations',
    'choices',
    'default',
    'switch',
  ]);
  const id = entry.text('id') as ReadingId;
  // The mock's flag reads `id=choice`, so neither may hold an equals sign or a space.
  if (!SLUG.test(id)) entry.fail('has an id with other characters than small letters, digits and hyphens');

  const choices = entry.list('choices').map((choice) => {
    const one = new Entry(`a choice of ${entry.name}`, choice, ['id', 'text']);
    return { id: one.text('id') as Reading['default'], text: one.text('text') };
  });
  refuseRepeated(`choice of ${entry.name}`, choices);
  const misnamed = choices.find((choice) => !SLUG.test(choice.id));
  if (misnamed) entry.fail(`has choice "${misnamed.id}"; use small letters, digits and hyphens`);

  const preset = choices.find((choice) => choice.id === entry.text('default'))?.id;
  if (preset === undefined) {
    entry.fail(`has default "${entry.text('default')}", which is none of its choices`);
  }
  const switchable = entry.boolean('switch');
  if (switchable && choices.length < 2) entry.fail('is a switch with a single choice');
  return {
    id,
    choices,
    default: preset,
    switch: switchable,
    question: entry.text('question'),
    section: section(entry, scope),
    operations: operations(entry, scope),
  };
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function section(entry: Entry, scope: Scope): string {
  const id = entry.text('section');
  if (!scope.sections.has(id)) entry.fail(`cites section "${id}", which the source does not have`);
  return id;
}

/** The operations named, sets spelled out, in the order of the source; all of them where none is named. */
function operations(entry: Entry, { sets }: Scope): OperationId[] {
  if (!entry.has('operations')) return [...operationIds];
  const named = entry.list('operations').flatMap((name) => {
    const set = typeof name === 'string' ? sets.get(name) : undefined;
    if (set !== undefined) return set;
    if (!isOperation(name)) {
      const known = [...operationIds, ...sets.keys()];
      const names = `names "${String(name)}", which is neither an operation nor a set`;
      entry.fail(names, didYouMean(String(name), known));
    }
    return [name];
  });
  return operationIds.filter((id) => named.includes(id));
}

function isOperation(name: unknown): name is OperationId {
  return (operationIds as readonly unknown[]).includes(name);
}

function operationSets(entry: Entry): Map<string, readonly OperationId[]> {
  return new Map(
    entry.names().map((name) => [
      name,
      entry.list(name).map((id) => {
        if (!isOperation(id)) {
          const has = `has "${String(id)}" in "${name}", which is no operation`;
          entry.fail(has, didYouMean(String(id), operationIds));
        }
        return id;
      }),
    ]),
  );
}
