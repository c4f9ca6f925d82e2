import { expect, it } from 'vitest';
import { temporaryFile } from '../../test/support/temporary-folder.js';
import { readBaseline } from './earlier-files.js';

const read = (text: string) => readBaseline(temporaryFile('b.yaml', text));

it('reads known failures of one scenario and of any scenario', () => {
  const text = 'known: [{ clause: IDEM-3, reason: late }, { clause: ENV-1, scenario: a/b, reason: old }]';
  expect(read(text)).toEqual([
    { clause: 'IDEM-3', scenario: null, reason: 'late' },
    { clause: 'ENV-1', scenario: 'a/b', reason: 'old' },
  ]);
});

it.each([
  ['kown: []', /lacks the list "known"/],
  ['known: [{ clause: IDEM-3 }]', /entry 1 needs a clause and a reason/],
  [
    'known: [{ clause: IDEM-3, scenaro: a/b, reason: late }]',
    /entry 1 has a member "scenaro"\. Did you mean "scenario"\? An entry has clause, scenario, reason\./,
  ],
])('refuses %s', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
