/** Adds a check of one value of a response to the text of a pack, and keeps the layout of the rest. */
import { Document, isCollection, isMap, isSeq, parseDocument, type Node, type YAMLMap } from 'yaml';
import type { Fields } from '../values/fields.js';
import { UsageError } from '../values/usage-error.js';

/** A longer text is checked only by its type. */
const LONGEST = 200;
const EXPECT = 'x-kit-expect';

/**
 * Returns the check, and `part`, which adds it if it is inserted at the offset `from`. `workflow` is an id without its pack, `pointer` a JSON Pointer
 * into the body of the response. Throws UsageError if the text does not contain the step itself.
 */
export function withCheck(
  text: string,
  { workflow, step, pointer, value }: Fields,
): { from: number; part: string; check: string } {
  const document = parseDocument(text);
  const scenario = mapsIn(document.get('workflows', true)).find(
    (each) => each.get('workflowId') === workflow,
  );
  const check = checkOf(String(pointer), value, citation(scenario));
  const found = mapsIn(scenario?.get('steps', true)).find((each) => each.get('stepId') === step) ?? null;
  const at = found === null ? null : placeIn(found, text, check);
  if (at === null)
    throw new UsageError(
      `The step ${String(step)} is not written out in this text (a table, an alias or another pack). Add this check where it belongs: ${check}`,
    );
  return { from: at[0], part: at[1], check };
}

/** A check without clauses counts for those of its scenario. If the scenario has only one, the check cites it, so that users see it. */
function citation(scenario: YAMLMap | undefined): string {
  const clauses = scenario?.get('x-kit-clauses', true);
  return isSeq(clauses) && clauses.items.length === 1 ? `, x-kit-clauses: [${String(clauses.get(0))}]` : '';
}

/** `{ that: value, of: $response.body#/data/total, equals: 20, x-kit-clauses: [ENV-7] }` */
function checkOf(pointer: string, value: unknown, cites: string): string {
  const isExpression = typeof value === 'string' && /^\$|\{\$/.test(value);
  const isLong = typeof value === 'string' && value.length > LONGEST;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const expected =
    isExpression || isLong || type === 'object' || type === 'array' ? { type } : { equals: value };
  const document = new Document({ that: 'value', of: `$response.body#${pointer}`, ...expected });
  if (isCollection(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0 }).trim().replace(/ }$/, `${cites} }`);
}

const mapsIn = (list: unknown): YAMLMap[] => (isSeq(list) ? list.items.filter(isMap) : []);

/** The offset of the check, and the text to insert there; null if the step has no place for it. */
function placeIn(step: YAMLMap, text: string, check: string): [from: number, added: string] | null {
  const list = step.get(EXPECT, true) as Node | undefined;
  if (list === undefined) {
    const last = step.items.at(-1);
    if (step.flow) return [closing(step, text), `, ${EXPECT}: [${check}]`];
    const indent = indentAt(text, (step.items[0]!.key as Node).range![0]);
    return [endOf((last!.value ?? last!.key) as Node, text), `\n${indent}${EXPECT}:\n${indent}  - ${check}`];
  }
  const last = isSeq(list) ? (list.items.at(-1) as Node | undefined) : undefined;
  if (!isSeq(list) || last === undefined) return null;
  if (list.flow) return [closing(list, text), `, ${check}`];
  return [endOf(last, text), `\n${indentAt(text, list.range![0])}- ${check}`];
}

/** The offset after the last item of a flow collection. */
function closing({ range }: Node, text: string): number {
  const end = range![1] - 1;
  return text.slice(0, end).trimEnd().length;
}

function endOf({ range }: Node, text: string): number {
  const end = text.slice(0, range![1]).trimEnd().length;
  const line = text.indexOf('\n', end);
  return line === -1 ? text.length : line;
}

const indentAt = (text: string, offset: number): string =>
  ' '.repeat(offset - (text.lastIndexOf('\n', offset - 1) + 1));
