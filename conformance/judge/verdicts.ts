/** The verdicts: their order, their words, and their exit statuses. */

/** In the order of interest: verdicts that need a reaction come first. */
export const VERDICT_WORDS = {
  fail: { word: 'fail', mark: '✗' },
  error: { word: 'error', mark: '!' },
  inconclusive: { word: 'inconclusive', mark: '?' },
  known: { word: 'known', mark: '≈' },
  'not-followed': { word: 'not as recommended', mark: '△' },
  'not-applicable': { word: 'not applicable', mark: '–' },
  pass: { word: 'pass', mark: '✓' },
};

export type Verdict = keyof typeof VERDICT_WORDS;

export const VERDICTS = Object.keys(VERDICT_WORDS) as Verdict[];

export const RUN_VERDICT_WORDS = {
  conforms: 'Conforms',
  'does-not-conform': 'Does not conform',
  incomplete: 'Incomplete',
  error: 'Error of the suite',
} as const;

export type RunVerdict = keyof typeof RUN_VERDICT_WORDS;

/** Exit statuses of the command: those of verdicts, and those of runs that could not start. */
export const EXIT_CODES = {
  conforms: 0,
  'does-not-conform': 1,
  usage: 2,
  unreachable: 3,
  error: 4,
  incomplete: 5,
} as const satisfies Record<RunVerdict, number> & Record<string, number>;
