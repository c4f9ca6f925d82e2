/** Checks a whole pack before the first request. Reports every problem with its file, line and place. */
import { follow } from '../values/pointers.js';
import { didYouMean } from '../../common/nearest.js';
import { packOf, type Pack, type Source, type Workflow } from './model/pack.js';
import { distinct } from './check/context.js';
import { checkWorkflow } from './check/workflow.js';
import type { Documents } from './model/documents.js';
import { expand } from './expand/index.js';
import { callsOf, creditsOf } from './model/reach.js';
import { schemaProblems } from './grammar/schema-problems.js';
import { PackError, type PackProblem, type Place, type SourceFile } from './model/source-file.js';

/** Returns the pack of a source description, or an error message for its `url`. */
export type FindPack = (source: Source) => Pack | string;

const MOST_PROBLEMS = 200;

/** Checks a file. `find` returns packs that it refers to. If `isChecked`, only reads it. Throws PackError with all problems. */
export function checkPack(
  source: SourceFile,
  documents: Documents,
  find: FindPack = ({ url }) => `${url} is not looked for here`,
  isChecked = false,
): Pack {
  const problems: PackProblem[] = [];
  const reportOn =
    (file: SourceFile) =>
    (place: Place, message: string): void => {
      // So many problems mostly have one cause, such as a mistake in every row of a table.
      if (problems.length === MOST_PROBLEMS) return;
      const name = placeName(file.value, place);
      const problem = { file: file.file, ...file.locate(place), place: name, message };
      // The schema checks each row twice: in the source, and expanded.
      const same = problems.some(
        (each) => each.line === problem.line && each.column === problem.column && each.message === message,
      );
      if (!same) problems.push(problem);
    };
  const done = (): void => {
    if (problems.length > 0) throw new PackError(problems.sort((a, b) => a.line - b.line));
  };
  const fits = (file: SourceFile): void => {
    if (isChecked) return;
    const found = schemaProblems(file.value);
    for (const { place, message } of found) reportOn(file)(place, message);
    if (found.some(({ isName }) => !isName)) done();
  };

  fits(source);
  const refuse = (place: Place, message: string): never => {
    reportOn(source)(place, message);
    throw new PackError(problems);
  };
  const plain = expand(source, documents.contract, reportOn(source), refuse);
  // Check again, because the first check did not include the values of rows.
  fits(plain);
  const pack = packOf(plain);
  const report = reportOn(plain);
  link(pack, find, report);
  for (const step of pack.workflows.flatMap(({ steps }) => steps)) {
    const { source, id } = step.operation ?? { source: 'contract', id: null };
    // The schema has reported it. Further problems would be consequences.
    if (!documents[source].operations.some((each) => each.id === id)) step.operation = null;
  }
  distinct('workflowId', pack.workflows, report);
  if (!isChecked)
    for (const workflow of pack.workflows) checkWorkflow({ pack, documents, report, workflow, step: null });
  done();
  for (const workflow of pack.workflows)
    if (workflow.clauses.length > 0) workflow.cost = creditsOf(workflow, documents.contract);
  return pack;
}

/** Links each call with its workflow, in this pack or in one of its source descriptions. */
function link(pack: Pack, find: FindPack, report: (place: Place, message: string) => void): void {
  const callable = new Map<string, Workflow>(pack.workflows.map((each) => [each.workflowId, each]));
  for (const source of pack.sources) {
    if (source.type !== 'arazzo') continue;
    const found = find(source);
    if (typeof found === 'string') report([...source.place, 'url'], found);
    else
      for (const workflow of found.workflows) callable.set(`${source.name}.${workflow.workflowId}`, workflow);
  }
  for (const workflow of pack.workflows)
    for (const { name, place } of callsOf(workflow)) {
      const called = callable.get(name);
      if (called !== undefined) workflow.calls.set(name, called);
      else report(place, `there is no workflow "${name}".${didYouMean(name, callable.keys())}`);
    }
}

/** Returns the name of a place, with ids instead of indexes: `workflows/second-search-is-free/steps/first/…`. */
function placeName(document: unknown, place: Place): string {
  return place
    .map((part, i) => {
      if (typeof part !== 'number') return part;
      const item = follow(document, place.slice(0, i + 1).map(String));
      // A part may also have the id of another part, to which it refers. Its own id is earlier in this list.
      const ids = ['that', 'name', 'stepId', 'workflowId'].map((member) => follow(item, [member]));
      return ids.find((id) => typeof id === 'string') ?? part;
    })
    .join('/');
}
