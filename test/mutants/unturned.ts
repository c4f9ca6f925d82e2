/** Clauses that no mutant turns red, and why none need. Those that nothing can check say so in spec/clauses.yaml. */
import type { ClauseId } from '../../spec/clauses.js';

export interface Unturned {
  clause: ClauseId;
  why: string;
}

/** An open clause has no wrong side: the suite tells what it saw, and what no reading allows offends its neighbours. */
function open(clause: ClauseId, neighbours: string): Unturned {
  return { clause, why: `open: every reading conforms; what none of them allows offends ${neighbours}` };
}

export const unturned: readonly Unturned[] = [
  open('AUTH-8', 'AUTH-2 and AUTH-3'),
  open('AUTH-10', 'AUTH-9'),
  open('AUTH-13', 'AUTH-6 and AUTH-7'),
  open('ENV-13', 'ENV-8 and IDEM-13'),
  open('JOB-15', 'JOB-1 and JOB-2'),
  open('FILT-15', 'FILT-14'),
  open('FILT-29', 'FILT-26 and FILT-27'),
  open('FILT-35', 'FILT-33 and FILT-34'),
  open('FILT-37', 'FILT-1 to FILT-5'),
  open('KEY-11', 'KEY-8 and KEY-10'),
  open('KEY-22', 'KEY-1 and KEY-2'),
  open('WIN-3', 'WIN-2'),
  open('WIN-11', 'WIN-10'),
  open('WIN-19', 'WIN-6, WIN-7 and WIN-16'),
  open('WIN-20', 'WIN-14 and WIN-16'),
  open('WIN-21', 'WIN-1 and WIN-2'),
  open('WIN-22', 'WIN-1 and WIN-2'),
  open('WIN-23', 'WIN-15'),
  open('PAGE-18', 'PAGE-1 and PAGE-5'),
  open('PAGE-19', 'PAGE-1 and LEG-9'),
  open('PAGE-20', 'PAGE-5 and PAGE-9'),
  open('COMP-14', 'COMP-6 and ERR-10'),
  open('COMP-15', 'COMP-1'),
  open('HIST-6', 'HIST-5'),
  open('HIST-9', 'HIST-8'),
  open('HIST-10', 'KEY-1 and KEY-2'),
  open('HIST-11', 'FILT-1 to FILT-34'),
  open('LEG-25', 'LEG-24'),
  open('LEG-33', 'IDEM-13 and BILL-11'),
  open('LEG-34', 'AUTH-9 and LEG-16'),
  open('LEG-35', 'ENV-5'),
  open('LEG-36', 'ERR-10'),
  open('LOOK-30', 'LOOK-6'),
  open('BAL-7', 'BAL-1'),
  open('BILL-27', 'BILL-22'),
  open('IDEM-18', 'IDEM-13 and IDEM-14'),
  open('IDEM-28', 'BILL-14'),
  open('IDEM-31', 'IDEM-13 and IDEM-19'),
  open('IDEM-32', 'IDEM-2'),
  open('IDEM-35', 'IDEM-21'),
  open('IDEM-36', 'IDEM-4'),
  open('RATE-8', 'RATE-1'),
  open('RATE-9', 'RATE-5 and RATE-6'),
  open('RATE-10', 'RATE-5'),
  open('ERR-18', 'ERR-10 and ENV-1'),
  open('VALID-21', 'VALID-2'),
  open('VALID-22', 'VALID-1, 4, 6 and 8'),
];
