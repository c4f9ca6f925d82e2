/** Completion of packs: finds what the schema of packs allows at a position of a text, which may be unfinished. */
import { yamlLanguage } from '@codemirror/lang-yaml';

/**
 * Returns what can be written at the end of `before`. `from` is the start of the typed word; `isKey` is true if the place expects
 * the name of a member. Options have a `label`, a `detail` (its kind) and an `info`. `language` has the schema, `words` for expressions, and
 * `fields`: names of body fields by operation. `rest` is the text after the position, which also contains step ids.
 */
export function completionsAt(before, rest, language) {
  const place = placeIn(before);
  if (place === null) return null;
  const { frames, isKey, token } = place;
  const from = before.length - token.length;
  const options = isKey ? keysOf(frames, language) : [];
  if (!isKey || frames.at(-2)?.kind === 'seq')
    options.push(...valuesOf(frames, isKey, language, before + rest, token));
  return options.length === 0 ? null : { from, isKey, options };
}

/** Marks the position while the text is parsed. */
const MARK = '\ue000';
const CLOSING = { '{': '}', '[': ']', "'": "'", '"': '"' };

/** Frames of the collections around the end of the text, and the last typed word; null in a comment or a block of text. */
function placeIn(before) {
  // YAML recognizes a colon and a dash only before a space.
  const typed = before.replace(/(?:\w:|(?:^|\n)[\s-]*-)$/, '$& ');
  const marked = typed + MARK;
  const closing = pathIn(marked).map(({ from }) => CLOSING[marked[from]] ?? '');
  // On a line of its own, a word may become the name of a member.
  const isAlone = closing.join('') === '' && /(?:^|\n)[\s-]*[\w$-]*$/.test(before);
  const text = marked + (isAlone ? ':' : closing.join(''));
  const path = pathIn(text);
  if (path.some(({ name }, i) => /^(Comment|BlockLiteral)/.test(name) || (name === 'Key' && i > 1)))
    return null;
  const frames = path.flatMap((node, i) => frameOf(node, path[i - 1], text)).reverse();
  return { frames, isKey: path[1]?.name === 'Key', token: /[^\s"'{}[\],]*$/.exec(typed)[0] };
}

/** The nodes around the mark, from the inside. */
function pathIn(text) {
  const path = [yamlLanguage.parser.parse(text).resolveInner(text.indexOf(MARK), 1)];
  while (path.at(-1).parent !== null) path.push(path.at(-1).parent);
  return path;
}

/** The frame of a collection; `inner` is its part around the mark. */
function frameOf(node, inner, text) {
  if (/Sequence$/.test(node.name)) return [{ kind: 'seq' }];
  if (!/Mapping$/.test(node.name)) return [];
  const textOf = (part) => {
    const written = part ? text.slice(part.from, part.to) : MARK;
    return written.includes(MARK) ? '' : written.replace(/^["'](.*)["']$/, '$1');
  };
  const nameOf = (pair) => textOf(pair?.getChild('Key'));
  const entries = node
    .getChildren('Pair')
    .map((pair) => [nameOf(pair), textOf(pair.getChild('Literal') ?? pair.getChild('QuotedLiteral'))])
    .filter(([name]) => name !== '');
  return [{ kind: 'map', key: nameOf(inner), entries: Object.fromEntries(entries) }];
}

/** Schemas of the value at the end of the path; with `ofMap`, those of the map around it. */
function schemasAt(root, frames, ofMap) {
  let nodes = [root];
  frames.forEach((frame, i) => {
    const isLast = i === frames.length - 1;
    const { key, entries = {} } = frame;
    const written = isLast && ofMap ? entries : { ...entries, [key]: entries[key] ?? '' };
    const flat = nodes.flatMap((node) => expand(root, node, written));
    if (frame.kind === 'seq') nodes = flat.flatMap(({ items }) => items ?? []);
    else if (isLast && ofMap) nodes = flat;
    else
      nodes = flat.flatMap(({ properties = {}, additionalProperties: others }) => {
        const own = properties[frame.key];
        return own === undefined ? (typeof others === 'object' ? [others] : []) : own === false ? [] : [own];
      });
  });
  return ofMap ? nodes : nodes.flatMap((node) => expand(root, node, {}));
}

/** The schema and all schemas that apply with it. The members that exist already decide its conditions. */
function expand(root, node, entries, depth = 0) {
  if (typeof node !== 'object' || node === null || depth > 12) return [];
  const next = (each) => expand(root, each, entries, depth + 1);
  const { $ref, anyOf = [], oneOf = [], allOf = [], if: condition } = node;
  const decided = condition === undefined ? false : holds(condition, entries);
  return [
    node,
    ...($ref === undefined ? [] : next(root.$defs[$ref.slice('#/$defs/'.length)])),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(next),
    ...(condition !== undefined && decided !== false ? next(node.then) : []),
    ...(condition !== undefined && decided !== true ? next(node.else) : []),
  ];
}

const isEmpty = (object) => Object.keys(object).length === 0;

/** Whether the condition holds; null if that is not known yet. */
function holds({ required = [], properties = {}, items, type }, entries) {
  if (items !== undefined || type !== undefined) return null;
  // An empty map can still become any form, such as a predicate or a criterion.
  if (required.some((name) => entries[name] === undefined))
    return isEmpty(entries) && isEmpty(properties) ? null : false;
  for (const [name, { const: only, enum: some, not }] of Object.entries(properties)) {
    const allowed = not?.enum ?? (not === undefined ? (some ?? [only]) : [not.const]);
    if (entries[name] === undefined) return null;
    if (allowed.map(String).includes(entries[name]) === (not !== undefined)) return false;
  }
  return true;
}

function keysOf(frames, { schema, fields }) {
  const nodes = frames.length === 0 ? [schema] : schemasAt(schema, frames, true);
  const written = frames.at(-1)?.entries ?? {};
  const required = new Set(nodes.flatMap((node) => node.required ?? []));
  const options = new Map();
  for (const { properties = {} } of nodes)
    for (const [label, value] of Object.entries(properties)) {
      if (value === false || written[label] !== undefined) continue;
      const info = [value, ...expand(schema, value, {})].find(({ description }) => description)?.description;
      if (options.get(label)?.info === undefined)
        options.set(label, { label, detail: required.has(label) ? 'required' : '', info });
    }
  if (frames.at(-2)?.key === 'payload') {
    const operation = frames.findLast(({ entries }) => entries?.operationId !== undefined)?.entries
      .operationId;
    const known = fields[operation] ?? [...new Set(Object.values(fields).flat())];
    for (const label of known)
      if (written[label] === undefined) options.set(label, { label, detail: 'field', info: undefined });
  }
  return [...options.values()];
}

function valuesOf(frames, isKey, { schema, words }, text, token) {
  const level = isKey ? frames.slice(0, -1) : frames;
  const nodes = schemasAt(schema, level, false);
  const kind = nodes.find(({ title }) => title !== undefined)?.title ?? '';
  const options = nodes.flatMap(
    ({ enum: names = [], enumDescriptions: meanings = [], const: only, type }) => [
      ...names.map((label, i) => ({ label: String(label), detail: kind, info: meanings[i] || undefined })),
      ...(only === undefined ? [] : [{ label: String(only), detail: kind, info: undefined }]),
      ...(type === 'boolean'
        ? ['true', 'false'].map((label) => ({ label, detail: '', info: undefined }))
        : []),
    ],
  );
  const key = level.at(-1)?.key;
  if (key === 'with' || key === 'step')
    for (const [, label] of text.matchAll(/\bstepId: ([\w-]+)/g))
      options.push({ label, detail: 'step', info: undefined });
  const takesExpression = token.startsWith('$') || nodes.some((node) => isOpen(node));
  return takesExpression && !isKey ? [...options, ...words] : options;
}

/** True if the schema allows any value, or an expression. */
const isOpen = (node) => node.pattern === '^\\$' || Object.keys(node).every((name) => name === 'description');
