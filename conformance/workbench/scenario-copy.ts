/** Copies one scenario of a pack, and the helpers that it calls, as the text of a new pack. */
import { readFileSync } from 'node:fs';
import { isMap, isScalar, isSeq, parseDocument, stringify, type Document, type Node } from 'yaml';
import type { Scenario } from '../run/plan/scenarios.js';

/** How a pack names the files of the kit; `Drafts` replaces it if the folder of packs is elsewhere. */
export const KIT_FOLDER = './node_modules/job-search-kit/';

interface Cut {
  from: number;
  to: number;
  text: string;
}

/** Keeps layout and comments of the copied parts. */
export function copyOf({ id, source, workflow, facts }: Scenario): string {
  const text = readFileSync(source.file, 'utf8');
  const document = parseDocument(text);
  const workflows = document.get('workflows', true);
  if (!isSeq(workflows) || workflows.items.length === 0) return text;
  const items = workflows.items as Node[];
  const starts = items.map((node) => lineStart(text, node.range![0]));
  const offset = text.split('\n', facts.line - 1).join('\n').length + 1;
  const own = starts.findLastIndex((start) => start <= offset);
  const called = new Set([...workflow.calls.keys()].filter((each) => !each.includes('.')));
  const isWanted = (node: Node, i: number): boolean => {
    const name = isMap(node) ? node.get('workflowId', true) : null;
    return i === own || (isScalar(name) && called.has(String(name.value)));
  };
  const end = workflows.range![2];
  const asWritten = items.flatMap((node, i) =>
    isWanted(node, i) ? [withoutNext(text.slice(starts[i], starts[i + 1] ?? end))] : [],
  );
  const body = asWritten.join('') + text.slice(end);
  const header = ownHeader(text.slice(0, starts[0]), document, { id, title: facts.workflowId }, body);
  const draft = header + body;
  const anchors = new Set([...draft.matchAll(/&([\w-]+)/g)].map(([, anchor]) => anchor));
  const isWhole = [...draft.matchAll(/(?<=[\s,[{:-])\*([\w-]+)/g)].every(([, alias]) => anchors.has(alias));
  if (isWhole) return draft;
  // An alias of an anchor outside of the draft is replaced by its value.
  const values = items.filter(isWanted).map((node) => node.toJS(document) as unknown);
  const inline = stringify(values, { aliasDuplicateObjects: false, lineWidth: 110 });
  return header + inline.replace(/^(?=.)/gm, '  ') + text.slice(end);
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset) + 1;

/** A comment after a workflow belongs to the next one. */
function withoutNext(part: string): string {
  return `${part.replace(/(\n[ \t]*(#[^\n]*)?)*$/, '')}\n`;
}

/** The text before the first workflow, with its own title, addresses that a file elsewhere can use, and no unused component. */
function ownHeader(
  header: string,
  document: Document,
  { id, title }: { id: string; title: string },
  body: string,
): string {
  const cuts: Cut[] = [];
  const replace = (path: (string | number)[], value: (old: string) => string): void => {
    const node = document.getIn(path, true);
    if (!isScalar(node) || !node.range) return;
    const [from, to] = node.range;
    cuts.push({ from, to, text: JSON.stringify(value(String(node.value))) });
  };
  replace(['info', 'title'], () => `My copy of ${title}`);
  replace(['info', 'summary'], () => `A copy of ${id}`);
  const sources = document.get('sourceDescriptions', true);
  for (let i = 0; isSeq(sources) && i < sources.items.length; i += 1)
    replace(['sourceDescriptions', i, 'url'], (url) =>
      url.replace(/^(\.\.\/)+spec\//, `${KIT_FOLDER}spec/`).replace(/^shared\//, 'kit:shared/'),
    );
  cuts.push(...unusedComponents(header, document, body));
  return cuts
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: next }) => text.slice(0, from) + next + text.slice(to), header)
    .replace(/\$schema=\S+/, `$schema=${KIT_FOLDER}conformance/pack.schema.json`)
    .replace(/[ \t]*# ----[^\n]*\n\s*$/, '');
}

/** Lines of a member of a block map, and of its own members. */
interface Part extends Omit<Cut, 'text'> {
  name: string;
  text: string;
  parts: Part[];
}

/** Components that no copied part uses, by name or by anchor; a section without any other is cut as a whole. */
function unusedComponents(header: string, document: Document, body: string): Cut[] {
  const components = partsOf(document.contents, header, 3).find(({ name }) => name === 'components');
  if (components === undefined) return [];
  const all = components.parts.flatMap(({ name: kind, parts }) => parts.map((part) => ({ kind, part })));
  const used = new Set<Part>();
  // A component that is used may use others.
  for (let users = header.replace(components.text, '') + body; users !== '';) {
    const found = all.filter(({ kind, part: { name, text } }) => {
      const anchor = /&([\w-]+)/.exec(text)?.[1];
      return [`$components.${kind}.${name}`, ...(anchor === undefined ? [] : [`*${anchor}`])].some((each) =>
        users.includes(each),
      );
    });
    const added = found.filter(({ part }) => !used.has(part)).map(({ part }) => part);
    for (const part of added) used.add(part);
    users = added.map(({ text }) => text).join('');
  }
  const isUsed = (part: Part): boolean => used.has(part) || part.parts.some(isUsed);
  const cutsOf = (part: Part): Cut[] =>
    used.has(part)
      ? []
      : isUsed(part)
        ? part.parts.flatMap(cutsOf)
        : [{ from: part.from, to: part.to, text: '' }];
  return cutsOf(components);
}

function partsOf(map: unknown, text: string, depth: number): Part[] {
  if (!isMap(map) || map.flow === true || depth === 0) return [];
  const starts = map.items.map(({ key }) => lineStart(text, (key as Node).range![0]));
  return map.items.map(({ key, value }, i) => {
    const [from, to] = [starts[i]!, Math.min(starts[i + 1] ?? map.range![2], text.length)];
    const name = String((key as { value?: unknown }).value);
    return { name, from, to, text: text.slice(from, to), parts: partsOf(value, text, depth - 1) };
  });
}
