/**
 * Completion of packs: what the schema of packs allows at a place of a text. The text may be unfinished, so its structure is read
 * by indentation and brackets up to the place, not by a YAML parser.
 */

/**
 * Returns what can be written at the end of `before`. `from` is the start of the typed word; `isKey` is true if the place expects
 * the name of a member. Options have a `label`, a `detail` (its kind) and an `info`. `language` has the schema, `words` for expressions, and
 * `fields`: names of body fields by operation. `rest` is the text behind the place; step ids are taken from it, too.
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

/** Frames of the collections around the end of the text, and the beginning of a word there; null in a comment or a block of text. */
function placeIn(text) {
  const frames = [];
  let place = { frames, isKey: true, token: '' };
  let block = null;
  let flow = 0;
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    const isLast = i === lines.length - 1;
    if (block !== null && ((isBlank && !isLast) || indent > block)) {
      place = null;
      continue;
    }
    block = null;
    if (flow === 0 && isBlank) {
      if (isLast) openBlank(frames, indent);
      place = { frames, isKey: true, token: '' };
      continue;
    }
    const scanned = flow === 0 ? lineStart(frames, line) : { rest: line, isKey: false };
    const end = scanFlow(frames, scanned.rest, flow);
    flow = end.flow;
    if (/^[|>][-+\d]*\s*$/.test(scanned.rest.trim())) block = scanned.indent;
    place = end.isComment ? null : placeOf(frames, scanned, end);
  }
  return place;
}

/** A member may begin at this column. */
function openBlank(frames, indent) {
  close(frames, indent, true);
  const top = frames.at(-1);
  if (top !== undefined && top.indent < indent) frames.push({ kind: 'map', indent, key: null, entries: {} });
}

function placeOf(frames, { isKey, rest }, { flow, token }) {
  const top = frames.at(-1);
  if (flow > 0) return { frames, isKey: top.kind === 'map' && top.key === null, token };
  return { frames, isKey, token: isKey ? rest.trimStart() : token };
}

/** Ends collections that are indented more than `indent`; a member also ends a list of the same indent. */
function close(frames, indent, isMember) {
  while (frames.length > 0) {
    const { indent: own, kind } = frames.at(-1);
    if (own > indent || (isMember && own === indent && kind === 'seq')) frames.pop();
    else break;
  }
}

/** Reads dashes and the name of a member at the beginning of a line; the rest is its value. */
function lineStart(frames, line) {
  let indent = line.length - line.trimStart().length;
  let rest = line.slice(indent);
  while (/^-(\s|$)/.test(rest)) {
    close(frames, indent, false);
    if (frames.at(-1)?.kind !== 'seq' || frames.at(-1).indent !== indent)
      frames.push({ kind: 'seq', indent });
    const width = /^-\s*/.exec(rest)[0].length;
    indent += width;
    rest = rest.slice(width);
  }
  const [whole, name] =
    /^(?:&[\w-]+\s+)?["']?([^\s"'{}[\],#:&*][^"'{}[\],#:]*)["']?:(?:\s+|$)/.exec(rest) ?? [];
  if (whole === undefined) {
    if (rest === line.trimStart()) close(frames, indent, true);
    const isKey = /^[\w$-]*$/.test(rest);
    if (isKey && frames.at(-1)?.indent !== indent)
      frames.push({ kind: 'map', indent, key: null, entries: {} });
    if (isKey && frames.at(-1).kind === 'map') frames.at(-1).key = null;
    return { rest, isKey, indent };
  }
  if (rest === line.trimStart()) close(frames, indent, true);
  const top = frames.at(-1);
  const map = top?.kind === 'map' && top.indent === indent ? top : { kind: 'map', indent, entries: {} };
  if (map !== top) frames.push(map);
  map.key = name.trim();
  const value = rest.slice(whole.length);
  map.entries[map.key] = scalarOf(value);
  return { rest: value, isKey: false, indent };
}

const scalarOf = (text) =>
  text
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^["'](.*)["']$/, '$1');

/** Reads flow collections in a line; `depth` of them are open at its beginning. */
function scanFlow(frames, line, depth) {
  let flow = depth;
  let start = 0;
  let quote = '';
  const finish = (i) => {
    const top = frames.at(-1);
    if (flow > 0 && top.kind === 'map' && top.key !== null)
      top.entries[top.key] = scalarOf(line.slice(start, i));
  };
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i];
    const isValue = line.slice(start, i).trim() === '';
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (isValue && (c === '"' || c === "'")) quote = c;
    else if (c === '#' && (i === 0 || /\s/.test(line[i - 1]))) return { flow, token: '', isComment: true };
    else if (isValue && (c === '{' || c === '[')) {
      frames.push(
        c === '{'
          ? { kind: 'map', indent: Infinity, key: null, entries: {} }
          : { kind: 'seq', indent: Infinity },
      );
      flow += 1;
      start = i + 1;
    } else if (flow > 0 && (c === '}' || c === ']' || c === ',')) {
      finish(i);
      if (c !== ',') {
        frames.pop();
        flow -= 1;
      } else if (frames.at(-1).kind === 'map') frames.at(-1).key = null;
      start = i + 1;
    } else if (flow > 0 && c === ':' && /^(\s|$)/.test(line.slice(i + 1)) && frames.at(-1).key === null) {
      frames.at(-1).key = scalarOf(line.slice(start, i));
      start = i + 1;
    }
  }
  return { flow, token: /[^\s"'{}[\],]*$/.exec(line.slice(start))[0], isComment: false };
}

/** Schemas of the value at the end of the path; with `ofMap`, those of the map that holds its members. */
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

/** The schema and all schemas that apply with it. Conditions are decided by the members that are written already. */
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

/** True, false, or null if it cannot be known yet. */
function holds({ required = [], properties = {}, items, type }, entries) {
  if (items !== undefined || type !== undefined) return null;
  // Nothing is written yet: any form is possible, such as that of a predicate or of a criterion.
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

/** A value of any kind, or an expression. */
const isOpen = (node) => node.pattern === '^\\$' || Object.keys(node).every((name) => name === 'description');
