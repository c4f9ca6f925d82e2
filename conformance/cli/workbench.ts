/** `workbench`: the suite in a browser. */
import { loadDocuments } from '../pack/model/documents.js';
import { interrupted } from '../command-context.js';
import { createApi } from '../workbench/api.js';
import { Drafts } from '../workbench/drafts.js';
import { Runs } from '../workbench/runs.js';
import { startWorkbench } from '../workbench/server.js';
import { createTargets } from '../workbench/targets.js';
import { namesTarget, profileOf, type Action } from './flags.js';
import { reportOf } from './judge.js';

/** Serves until a signal. `files` are stored runs or traffic to look at. Throws UsageError. */
export const workbench: Action<'workbench'> = async (files, flags, context) => {
  const { redactor } = context;
  const profile = namesTarget(flags) ? profileOf(flags, context) : null;
  const documents = loadDocuments();
  const runs = new Runs(redactor);
  const readReport = (file: string) => reportOf(file, {}, documents, context.program.words);
  for (const file of files) runs.open(readReport(file), file);
  const drafts = new Drafts(documents, flags.packs);
  const targets = createTargets(profile === null ? [] : [profile], context.laterEnvironment, redactor);
  const api = createApi({ documents, targets, runs, drafts, packs: flags.pack ?? [], readReport });
  const bench = await startWorkbench(api, redactor, flags.port);
  using interrupts = context.interrupts('the workbench ends, and any run with it');
  context.err(`The workbench is at ${bench.url} (Ctrl-C ends it)\n`);
  await interrupted(interrupts);
  await bench.close();
  return 0;
};
