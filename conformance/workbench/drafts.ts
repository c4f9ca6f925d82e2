/** Drafts of packs: takes a scenario out of its pack, checks drafts, and saves them into one folder. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, isSeq, parseDocument, stringify, type Node } from 'yaml';
import type { Documents } from '../pack/model/documents.js';
import { PackError, type PackProblem } from '../pack/model/source-file.js';
import { loadPackText, packPaths } from '../pack/load-packs.js';
import { scenariosOf, type Scenario } from '../run/scenarios.js';
import { pick } from '../reports/view.js';
import { UsageError } from '../values/usage-error.js';
import { messageOf } from '../values/text.js';

export interface Draft {
  /** Name of the pack: of its file, without `.yaml`. */
  name: string;
  text: string;
}

export interface Checked {
  problems: Pick<PackProblem, 'line' | 'column' | 'place' | 'message'>[];
  /** Empty while there are problems. */
  scenarios: Scenario[];
}

const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const KIT_PACKS = fileURLToPath(new URL('../packs/', import.meta.url));
const HEADER_SCHEMA = './node_modules/job-search-kit/conformance/pack.schema.json';

export class Drafts {
  readonly #documents: Documents;
  /** The folder for saved drafts; null if none was named. */
  readonly folder: string | null;
  readonly #kitNames = packPaths([]).map((path) => basename(path, '.yaml'));

  /** Throws UsageError for a folder that cannot be used. */
  constructor(documents: Documents, folder: string | null) {
    this.#documents = documents;
    try {
      if (folder !== null) mkdirSync(folder, { recursive: true });
      this.folder = folder === null ? null : realpathSync(folder);
    } catch (error) {
      throw new UsageError(`--packs ${folder} cannot be used: ${messageOf(error)}`);
    }
  }

  /** Paths of the packs in the folder. */
  get saved(): string[] {
    const files = this.folder === null ? [] : readdirSync(this.folder);
    return files
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => join(this.folder!, file));
  }

  check({ name, text }: Draft): Checked {
    try {
      const pack = loadPackText(this.#fileOf(name), text, this.#documents);
      return { problems: [], scenarios: scenariosOf([pack], this.#documents) };
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map((each) => pick(each, 'line', 'column', 'place', 'message'));
      return { problems, scenarios: [] };
    }
  }

  /** Writes the draft and returns the path of the file. Throws UsageError if it may not be written. */
  save(draft: Draft): string {
    if (this.folder === null)
      throw new UsageError(
        'The workbench was started without a folder to save into. Start it with --packs FOLDER.',
      );
    const file = this.#fileOf(draft.name);
    if (this.check(draft).problems.length > 0)
      throw new UsageError(
        'A pack with problems is not saved: nothing could be run that stands beside it. The draft stays.',
      );
    if (this.#kitNames.includes(draft.name))
      throw new UsageError(`The kit has a pack named ${draft.name}. Give yours another name.`);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${file} is a link to another place; nothing is written through it.`);
    try {
      writeFileSync(file, draft.text);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${messageOf(error)}`);
    }
    return file;
  }

  #fileOf(name: string): string {
    if (!NAME.test(name))
      throw new UsageError('A pack is named by small letters, digits and hyphens, such as my-billing.');
    return join(this.folder ?? KIT_PACKS, `${name}.yaml`);
  }
}

/** A pack with the text of one scenario and of the helpers that it calls in its file. */
export function draftOf({ source, workflow, facts }: Scenario): Draft {
  const name = source.file.startsWith(KIT_PACKS) ? `my-${source.name}` : source.name;
  const text = readFileSync(source.file, 'utf8');
  if (name === source.name) return { name, text };
  const document = parseDocument(text);
  const workflows = document.get('workflows', true);
  if (!isSeq(workflows) || workflows.items.length === 0) return { name, text };
  const items = workflows.items as Node[];
  const starts = items.map(({ range }) => text.lastIndexOf('\n', range![0]) + 1);
  const offset = text.split('\n', facts.line - 1).join('\n').length + 1;
  const own = starts.findLastIndex((start) => start <= offset);
  const called = new Set([...workflow.calls.keys()].filter((each) => !each.includes('.')));
  const isWanted = (node: Node, i: number): boolean => {
    const id = isMap(node) ? node.get('workflowId', true) : null;
    return i === own || (isScalar(id) && called.has(String(id.value)));
  };
  const end = workflows.range![2];
  const header = ownHeader(text.slice(0, starts[0]));
  const asWritten = items.flatMap((node, i) =>
    isWanted(node, i) ? [withoutNext(text.slice(starts[i], starts[i + 1] ?? end))] : [],
  );
  const draft = header + asWritten.join('') + text.slice(end);
  const anchors = new Set([...draft.matchAll(/&([\w-]+)/g)].map(([, anchor]) => anchor));
  const isWhole = [...draft.matchAll(/(?<=[\s,[{:-])\*([\w-]+)/g)].every(([, alias]) => anchors.has(alias));
  if (isWhole) return { name, text: draft };
  // An alias of an anchor outside of the draft is replaced by its value.
  const values = items.filter(isWanted).map((node) => node.toJS(document) as unknown);
  const inline = stringify(values, { aliasDuplicateObjects: false, lineWidth: 110 });
  return { name, text: header + inline.replace(/^(?=.)/gm, '  ') + text.slice(end) };
}

/** A comment after a workflow belongs to the next one. */
function withoutNext(part: string): string {
  return `${part.replace(/(\n[ \t]*(#[^\n]*)?)*$/, '')}\n`;
}

/** Addresses in the header must be found from another folder, too. */
function ownHeader(header: string): string {
  return header
    .replace(/\$schema=\S+/, `$schema=${HEADER_SCHEMA}`)
    .replace(/url: (['"]?)shared\//g, 'url: $1kit:shared/')
    .replace(/[ \t]*# ----[^\n]*\n\s*$/, '');
}
