/** The survey's view of a run: target, means and limits. */
import type { OperationId } from '../../../spec/contract.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { EarlierRun } from '../../record/run-record.js';
import type { Documents } from '../../pack/model/documents.js';
import type { Budget } from '../../wire/budget.js';
import type { Time } from '../../wire/pacer.js';
import type { Patience } from '../../wire/patience.js';
import type { Wire } from '../../wire/wire.js';

/** Statements of the owner about the target. */
export interface Asked {
  companies: CompanyFacts;
  absent: readonly OperationId[];
  budget: { credits: number | null };
  /** Of an earlier run (`--against`). */
  earlier?: EarlierRun['keys'];
}

export interface Means {
  profile: Asked;
  documents: Pick<Documents, 'contract'>;
  accounts: { forRunner(alias: string): Promise<string>; dispose(scenario: string): Promise<void> };
  budget: Budget;
  patience: Patience;
  time: Time;
  wire: Pick<Wire, 'send'>;
}
