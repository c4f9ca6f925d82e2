/** Copies one scenario of a pack, and the helpers that it calls, as the text of a new pack. */
import { readFileSync } from 'node:fs';
import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml';
import type { Scenario } from '../run/plan/scenarios.js';

/** The address of the kit in a pack. `Drafts` replaces it if the folder of packs needs another one. */
export const KIT_FOLDER = './node_modules/job-search-kit/';

const WIDTH = 130;

/** Returns the text of the new pack, with its comments and the styles of values. */
export function copyOf({ id, source, workflow, facts }: Scenario): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(source.file, 'utf8'), { lineCounter });
  const replace = (path: (string | number)[], value: (old: string) => string): void => {
    const node = document.getIn(path, true);
    if (isScalar(node)) Object.assign(node, { value: value(String(node.value)), type: 'QUOTE_DOUBLE' });
  };
  replace(['info', 'title'], () => `My copy of ${facts.workflowId}`);
  replace(['info', 'summary'], () => `A copy of ${id}`);
  const sources = document.get('sourceDescriptions', true);
  for (let i = 0; isSeq(sources) && i < sources.items.length; i += 1)
    replace(['sourceDescriptions', i, 'url'], (url) =>
      url.replace(/^(\.\.\/)+spec\//, `${KIT_FOLDER}spec/`).replace(/^shared\//, 'kit:shared/'),
    );
  const anchors = anchorsIn(document);
  const workflows = document.get('workflows', true);
  if (isSeq<Node>(workflows)) {
    const lineOf = ({ range }: Node): number => lineCounter.linePos(range![0]).line;
    const own = workflows.items.findLast((each) => lineOf(each) <= facts.line);
    const isWanted = (each: Node): boolean =>
      each === own || (isMap(each) && workflow.calls.has(String(each.get('workflowId'))));
    workflows.items = workflows.items.filter(isWanted);
  }
  resolveAliases(document, anchors);
  removeUnused(document);
  return document
    .toString({ lineWidth: WIDTH })
    .replace(/\$schema=\S+/, `$schema=${KIT_FOLDER}conformance/pack.schema.json`)
    .replace(/^ *# ----[^\n]*\n/gm, '');
}

function anchorsIn(within: Document | Node): Map<string, Node> {
  const anchors = new Map<string, Node>();
  visit(within, { Value: (_key, node) => void (node.anchor && anchors.set(node.anchor, node)) });
  return anchors;
}

/** Replaces aliases of removed parts by their values. */
function resolveAliases(document: Document, anchors: ReadonlyMap<string, Node>): void {
  const kept = anchorsIn(document);
  visit(document, {
    Alias(_key, { source }) {
      if (kept.has(source)) return undefined;
      const value = anchors.get(source)!.clone() as Node;
      for (const node of anchorsIn(value).values()) Object.assign(node, { anchor: undefined });
      return value;
    },
  });
}

/** Removes components that no other part uses, by name or by anchor, and then empty sections. */
function removeUnused(document: Document): void {
  for (let text = ''; text !== String(document);) {
    text = String(document);
    visit(document, {
      Pair(_key, pair, path) {
        const [section, kind, part] = [...path.filter(isPair), pair];
        if (String(section!.key) !== 'components') return undefined;
        const names = [...anchorsIn(pair.value as Node).keys()].map((anchor) => `*${anchor}`);
        if (part !== pair)
          return isMap(pair.value) && pair.value.items.length === 0 ? visit.REMOVE : undefined;
        const isUsed = [`$components.${String(kind!.key)}.${String(pair.key)}`, ...names].some((name) =>
          text.includes(name),
        );
        return isUsed ? visit.SKIP : visit.REMOVE;
      },
    });
  }
}
