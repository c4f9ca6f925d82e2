/** Packs of the user: drafts in the browser, and files in one folder. */
import fs from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../common/make-folder.js';
import type { Documents } from '../pack/model/documents.js';
import { PackError, type PackProblem } from '../pack/model/source-file.js';
import { loadPacks, loadPackText, packPaths } from '../pack/load-packs.js';
import { scenariosOf, type Scenario } from '../run/plan/scenarios.js';
import { pick } from '../values/fields.js';
import { UsageError } from '../values/usage-error.js';
import { fileMessageOf, messageOf } from '../values/text.js';
import { copyOf, KIT_FOLDER } from './scenario-copy.js';

export interface Draft {
  /** Name of the pack: the name of its file without `.yaml`. */
  name: string;
  text: string;
}

export interface Checked {
  problems: Pick<PackProblem, 'line' | 'column' | 'place' | 'message'>[];
  /** Empty while there are problems. */
  scenarios: Scenario[];
}

export type SavedPack = Drafts['saved'][number];

const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const KIT = fileURLToPath(new URL('../../', import.meta.url));
const TEMPLATES = new URL('./templates/', import.meta.url);

export class Drafts {
  readonly #documents: Documents;
  /** The folder of saved packs, which the first save creates. */
  readonly folder: string;
  readonly #kitNames = packPaths([]).map((path) => basename(path, '.yaml'));

  /** Throws UsageError if `folder` is a file. */
  constructor(documents: Documents, folder: string) {
    this.#documents = documents;
    if (fs.existsSync(folder) && !fs.statSync(folder).isDirectory())
      throw new UsageError(`--packs ${folder} is not a folder. Name another one.`);
    this.folder = fs.existsSync(folder) ? fs.realpathSync(folder) : resolve(folder);
  }

  /** The packs in the folder. Other YAML files do not count. */
  get saved() {
    const files = fs.existsSync(this.folder) ? fs.readdirSync(this.folder) : [];
    return (
      files
        .filter((file) => file.endsWith('.yaml'))
        .sort()
        .map((file) => join(this.folder, file))
        // Other programs may remove files meanwhile, and links may lead nowhere.
        .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
        .filter((file) => /^arazzo:/m.test(textOf(file)))
        .map((file) => ({ name: basename(file, '.yaml'), file, problem: this.#problemOf(file) }))
    );
  }

  get templates(): { id: string; title: string }[] {
    return fs
      .readdirSync(TEMPLATES)
      .sort()
      .map((file) => ({
        id: basename(file, '.yaml'),
        title: /^ {4}summary: (.*)$/m.exec(textOf(new URL(file, TEMPLATES)))?.[1] ?? '',
      }));
  }

  /** A new pack from a template. Throws UsageError. */
  fromTemplate(id: string, title: string): Draft {
    if (!this.templates.some((each) => each.id === id)) throw new UsageError('There is no such template.');
    const text = textOf(new URL(`${id}.yaml`, TEMPLATES));
    const named = text.replace('title: My pack', () => `title: ${JSON.stringify(title || 'My pack')}`);
    return this.placed({ name: slug(title), text: named });
  }

  /** A new pack with one scenario of another pack. */
  copyOf(scenario: Scenario): Draft {
    const name = slug(`my-${scenario.facts.workflowId}`);
    return this.placed({ name, text: copyOf(scenario) });
  }

  /** The text of a pack in the folder. Throws UsageError. */
  textOfSaved(name: string): Draft {
    // The editor has only these line breaks, and the offsets of added checks count them.
    return { name, text: textOf(this.#fileOfSaved(name)).replace(/\r\n?/g, '\n') };
  }

  /** Checks the text of a draft. An invalid name is not a problem of the text. */
  check({ name, text }: Draft): Checked {
    try {
      const pack = loadPackText(this.#fileFor(NAME.test(name) ? name : slug(name)), text, this.#documents);
      return { problems: [], scenarios: scenariosOf([pack], this.#documents) };
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map((each) => pick(each, 'line', 'column', 'place', 'message'));
      return { problems, scenarios: [] };
    }
  }

  /** Why a draft cannot be saved under this name, and a similar valid name; null if the name is valid. */
  nameProblem(name: string, replaces: string | null): { problem: string; instead: string | null } | null {
    if (!NAME.test(name))
      return {
        problem: 'Use lower-case letters, digits and hyphens, such as my-first-pack.',
        instead: slug(name),
      };
    if (this.#kitNames.includes(name))
      return { problem: `The kit has a pack named ${name}.`, instead: `my-${name}`.slice(0, 60) };
    if (name !== replaces && fs.existsSync(this.#fileFor(name)))
      return { problem: `You have a pack named ${name}. Choose another name.`, instead: null };
    return null;
  }

  /**
   * Writes the draft and returns the path of the file. `replaces` is the pack of the folder that it was opened from: another name
   * renames it. Throws UsageError if it may not be written.
   */
  save(draft: Draft, replaces: string | null = null): string {
    const wrong = this.nameProblem(draft.name, replaces);
    if (wrong !== null) throw new UsageError(wrong.problem);
    if (this.check(draft).problems.length > 0)
      throw new UsageError('A pack with problems cannot be saved. Correct them, or download the text.');
    const file = this.#fileFor(draft.name);
    refuseLink(file);
    const former = replaces === null || replaces === draft.name ? null : this.#fileOfSaved(replaces);
    try {
      makeFolder(this.folder);
      fs.writeFileSync(file, draft.text);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${fileMessageOf(error)}. Download the pack instead.`);
    }
    if (former !== null) fs.rmSync(former);
    return file;
  }

  /** Deletes a pack of the folder. Throws UsageError. */
  remove(name: string): void {
    fs.rmSync(this.#fileOfSaved(name));
  }

  #fileFor(name: string): string {
    return join(this.folder, `${name}.yaml`);
  }

  #fileOfSaved(name: string): string {
    const found = this.saved.find((each) => each.name === name);
    if (found === undefined) throw new UsageError(`There is no pack named ${name} in ${this.folder}.`);
    refuseLink(found.file);
    return found.file;
  }

  /** Why the scenarios of a pack are not offered; null if the pack is valid. */
  #problemOf(file: string): string | null {
    const name = basename(file).replace(/(\.arazzo)?\.yaml$/, '');
    if (this.#kitNames.includes(name)) return `The kit has a pack named ${name}. Rename this one.`;
    try {
      loadPacks([file], this.#documents);
      return null;
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      return messageOf(error).split('\n', 1)[0]!;
    }
  }

  /** Makes addresses of the kit's files relative to the folder of packs, if both are below the working directory. */
  placed({ name, text }: Draft): Draft {
    const here = process.cwd();
    const isBelow = (path: string): boolean => !relative(here, path).startsWith('..');
    const kit = isBelow(KIT) && isBelow(this.folder) ? `${relative(this.folder, KIT)}/` : KIT_FOLDER;
    return { name, text: text.replaceAll(KIT_FOLDER, kit) };
  }
}

function textOf(file: string | URL): string {
  return fs.readFileSync(file, 'utf8');
}

/** "My first pack" as "my-first-pack". */
function slug(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return letters.replace(/^-+/, '').slice(0, 60).replace(/-+$/, '') || 'my-pack';
}

function refuseLink(file: string): void {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new UsageError(
      `${file} is a link to another place; the workbench does not write or delete through it.`,
    );
}
