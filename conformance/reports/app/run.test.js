import { expect, it } from 'vitest';
import { RUN_VERDICT_WORDS, VERDICT_WORDS } from '../../judge/verdicts.js';
import { TONES } from './run.js';

it.each(Object.keys(RUN_VERDICT_WORDS))('the page shows the verdict %s of a run as a badge', (verdict) => {
  expect(Object.keys(VERDICT_WORDS)).toContain(TONES[verdict]);
});
