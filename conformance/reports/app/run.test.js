import { expect, it } from 'vitest';
import { RUN_VERDICT_WORDS, VERDICT_WORDS } from '../../judge/verdicts.js';
import { TONES } from './run.js';
import { Timeline } from './timeline.js';

it.each(Object.keys(RUN_VERDICT_WORDS))('the page shows the verdict %s of a run as a badge', (verdict) => {
  expect(Object.keys(VERDICT_WORDS)).toContain(TONES[verdict]);
});

it('the axis of a run below a second has three different times', () => {
  const timeline = { sliceMs: 400, requests: [1, 1], refused: [0, 0], credits: [0, 0] };
  const page = JSON.stringify(Timeline({ run: { timeline } }));
  for (const time of ['"0 ms"', '"400 ms"', '"800 ms"']) expect(page).toContain(time);
});
