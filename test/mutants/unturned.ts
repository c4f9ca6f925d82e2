/** Clauses that no mutant turns red, and why. Clauses that nothing can check give the reason in spec/clauses.yaml. */
import type { ClauseId } from '../../spec/clauses.js';

export interface Unturned {
  clause: ClauseId;
  why: string;
}

/** Open clauses, with the clauses that a target breaks if it follows none of the readings. */
const OPEN: Partial<Record<ClauseId, string>> = {
  'AUTH-8': 'AUTH-2 and AUTH-3',
  'AUTH-10': 'AUTH-9',
  'AUTH-13': 'AUTH-6 and AUTH-7',
  'ENV-13': 'ENV-8 and IDEM-13',
  'JOB-15': 'JOB-1 and JOB-2',
  'FILT-15': 'FILT-14',
  'FILT-29': 'FILT-26 and FILT-27',
  'FILT-35': 'FILT-33 and FILT-34',
  'FILT-37': 'FILT-1 to FILT-5',
  'KEY-11': 'KEY-8 and KEY-10',
  'KEY-22': 'KEY-1 and KEY-2',
  'WIN-3': 'WIN-2',
  'WIN-11': 'WIN-10',
  'WIN-19': 'WIN-6, WIN-7 and WIN-16',
  'WIN-20': 'WIN-14 and WIN-16',
  'WIN-21': 'WIN-1 and WIN-2',
  'WIN-22': 'WIN-1 and WIN-2',
  'WIN-23': 'WIN-15',
  'PAGE-18': 'PAGE-1 and PAGE-5',
  'PAGE-19': 'PAGE-1 and LEG-9',
  'PAGE-20': 'PAGE-5 and PAGE-9',
  'COMP-14': 'COMP-6 and ERR-10',
  'COMP-15': 'COMP-1',
  'HIST-6': 'HIST-5',
  'HIST-9': 'HIST-8',
  'HIST-10': 'KEY-1 and KEY-2',
  'HIST-11': 'FILT-1 to FILT-34',
  'HIST-13': 'HIST-12',
  'LEG-25': 'LEG-24',
  'LEG-33': 'IDEM-13 and BILL-11',
  'LEG-34': 'AUTH-9 and LEG-16',
  'LEG-35': 'ENV-5',
  'LEG-36': 'ERR-10',
  'LOOK-30': 'LOOK-6',
  'BAL-7': 'BAL-1',
  'BILL-27': 'BILL-22',
  'IDEM-18': 'IDEM-13 and IDEM-14',
  'IDEM-28': 'BILL-14',
  'IDEM-31': 'IDEM-13 and IDEM-19',
  'IDEM-32': 'IDEM-2',
  'IDEM-35': 'IDEM-21',
  'IDEM-36': 'IDEM-4',
  'RATE-8': 'RATE-1',
  'RATE-9': 'RATE-5 and RATE-6',
  'RATE-10': 'RATE-5',
  'ERR-18': 'ERR-10 and ENV-1',
  'VALID-21': 'VALID-2',
  'VALID-22': 'VALID-1, 4, 6 and 8',
};

export const unturned: readonly Unturned[] = Object.entries(OPEN).map(([clause, others]) => ({
  clause: clause as ClauseId,
  why: `open: every reading conforms; a target that follows none of them breaks ${others}`,
}));
