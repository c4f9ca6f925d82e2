/** Packs that are being written: a scenario taken out of its pack, checked as one types, saved into the one folder that was named. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, isSeq, parseDocument, stringify, type Node } from 'yaml';
import type { Documents } from '../pack/model/documents.js';
import { PackError, type PackProblem } from '../pack/model/source-file.js';
import { loadPackText } from '../pack/load-packs.js';
import { packPaths } from '../pack/pack-files.js';
import { scenariosOf, type Scenario } from '../run/scenarios.js';
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
  /** Where drafts are saved; null where none was named. */
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

  /** The packs that stand in the folder. */
  get saved(): string[] {
    const { folder } = this;
    if (folder === null) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => join(folder, file));
  }

  check({ name, text }: Draft): Checked {
    try {
      const pack = loadPackText(this.#fileOf(name), text, this.#documents);
      return { problems: [], scenarios: scenariosOf([pack], this.#documents) };
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map(({ line, column, place, message }) => ({
        line,
        column,
        place,
        message,
      }));
      return { problems, scenarios: [] };
    }
  }

  /** Writes it, and gives the file. Throws UsageError where nothing may be written. */
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
    if (isLink(file))
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

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** A pack of its own that holds a scenario as it is written, with the helpers of its file that it calls. */
export function draftOf({ source, workflow, facts }: Scenario): Draft {
  const name = source.file.startsWith(KIT_PACKS) ? `my-${source.name}` : source.name;
  const text = readFileSync(source.file, 'utf8');
  if (name === source.name) return { name, text };
  const document = parseDocument(text);
  const workflows = document.get('workflows', true);
  if (!isSeq(workflows) || workflows.items.length === 0) return { name, text };
  const startOf = (node: Node): number => text.lastIndexOf('\n', node.range![0]) + 1;
  const items = workflows.items as Node[];
  const starts = items.map(startOf);
  const offset =
    text
      .split('\n')
      .slice(0, facts.line - 1)
      .join('\n').length + 1;
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
  // What it shares with workflows that are left out is written where it stands.
  const values = items.filter(isWanted).map((node) => node.toJS(document) as unknown);
  const inline = stringify(values, { aliasDuplicateObjects: false, lineWidth: 110 });
  return { name, text: header + inline.replace(/^(?=.)/gm, '  ') + text.slice(end) };
}

/** What stands behind a workflow as a comment belongs to the next one. */
function withoutNext(part: string): string {
  return `${part.replace(/(\n[ \t]*(#[^\n]*)?)*$/, '')}\n`;
}

/** What the header names beside it is named so that it is found from elsewhere. */
function ownHeader(header: string): string {
  return header
    .replace(/\$schema=\S+/, `$schema=${HEADER_SCHEMA}`)
    .replace(/url: (['"]?)shared\//g, 'url: $1kit:shared/')
    .replace(/[ \t]*# ----[^\n]*\n\s*$/, '');
}
