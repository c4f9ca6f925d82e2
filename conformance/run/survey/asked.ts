/** The parts of a run that the survey uses. */
import type { OperationId } from '../../../spec/contract.js';
import type { CompanyFacts } from '../../pack/language/inputs.js';
import type { EarlierRun } from '../../record/run-record.js';
import type { Documents } from '../../pack/model/documents.js';
import type { Budget } from '../../wire/budget.js';
import type { Time } from '../../wire/pacer.js';
import type { Patience } from '../../wire/patience.js';
import type { Wire } from '../../wire/wire.js';

/** The parts of the profile that the survey reads. */
export interface Asked {
  companies: CompanyFacts;
  absent: readonly OperationId[];
  budget: { credits: number | null };
  /** Keys of an earlier run (`--against`). */
  earlier?: EarlierRun['keys'];
}

/** The parts of a session with which the survey sends requests. */
export interface Means {
  profile: Asked;
  documents: Pick<Documents, 'contract'>;
  accounts: { forRunner(alias: string): Promise<string>; dispose(scenario: string): Promise<void> };
  budget: Budget;
  patience: Patience;
  time: Time;
  wire: Pick<Wire, 'send'>;
}
