/** `workbench`: the suite in a browser. */
import type { Redactor } from '../../common/redact.js';
import { secretsOf, type Profile } from '../run/profile.js';
import { loadDocuments } from '../pack/model/documents.js';
import type { Surroundings } from '../surroundings.js';
import { createDesk } from '../workbench/desk.js';
import { Drafts } from '../workbench/drafts.js';
import { Runs } from '../workbench/runs.js';
import { startWorkbench } from '../workbench/server.js';
import { Targets } from '../workbench/targets.js';
import { reportOf } from './judge.js';

export interface WorkbenchFlags {
  port: number;
  pack?: string[];
  /** The folder that packs are saved into. */
  packs?: string;
}

/** Serves until a signal. `files` are stored runs or traffic to look at. Throws UsageError. */
export async function workbench(
  files: readonly string[],
  flags: WorkbenchFlags,
  profile: Profile | null,
  around: Surroundings,
  redactor: Redactor,
): Promise<number> {
  for (const [secret, shown] of profile === null ? [] : secretsOf(profile)) redactor.add(secret, shown);
  const documents = loadDocuments();
  const runs = new Runs(redactor);
  for (const file of files) runs.open(await reportOf(file, {}, documents, around), file);
  const drafts = new Drafts(documents, flags.packs ?? null);
  const targets = new Targets(profile === null ? [] : [profile], around.environment);
  const desk = createDesk({ documents, targets, runs, drafts, packs: flags.pack ?? [] });
  const bench = await startWorkbench(desk, redactor, flags.port);
  const interrupts = around.interrupts?.('the workbench ends, and any run with it');
  around.err(`Ctrl-C ends the workbench, which is at ${bench.url}\n`);
  try {
    const signal = interrupts?.signal;
    if (signal !== undefined && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return 0;
  } finally {
    await bench.close();
    interrupts?.release();
  }
}
