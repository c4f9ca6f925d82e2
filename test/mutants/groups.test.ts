import { expect, it } from 'vitest';
import { groupRule, groupsOf } from './groups.js';
import type { Call, ForwardedAnswer, Innocent } from './mutant.js';
import { ALL } from './operations.js';
import { faithful, outgoing } from './rules.js';

const innocent = (name: string, more: Partial<Innocent> = {}): Innocent => ({
  name,
  rule: () => faithful,
  ...more,
});
const names = (groups: Innocent[][]): string[] =>
  groups.map((group) => group.map(({ name }) => name).join(' '));

it('tries innocents together, fourteen at most', () => {
  const eighteen = [...'abcdefghijklmnopqr'].map((name) => innocent(name));
  expect(names(groupsOf(eighteen))).toEqual(['a b c d e f g h i j k l m n', 'o p q r']);
});

it('keeps those apart that would undo one another', () => {
  const those = [
    innocent('gzip', { rewrites: 2 }),
    innocent('spaces', { rewrites: 1 }),
    innocent('tabs', { rewrites: 1 }),
    innocent('by-value', { readings: ['lookup-order=value'] }),
    innocent('by-name', { readings: ['lookup-order=label'] as unknown as Innocent['readings'] }),
    innocent('failing', { undisturbed: true }),
    innocent('limiting', { undisturbed: true }),
    innocent('days-earlier', { movesDays: true }),
    innocent('days-later', { movesDays: true }),
    innocent('by-itself', { alone: 'it says why' }),
    innocent('open', { leavesOpen: 'something' }),
  ];
  expect(names(groupsOf(those))).toEqual([
    'gzip spaces by-value days-earlier',
    'tabs by-name days-later',
    'failing limiting',
    'by-itself',
    'open',
  ]);
});

it('names the innocents of a group that changed nothing, and lets those that rewrite speak last in their order', async () => {
  const adds = (text: string): Partial<Innocent> => ({
    rule: () =>
      outgoing(ALL, null, (answer) => void (answer.body = Buffer.concat([answer.body, Buffer.from(text)]))),
  });
  const { rule, idle } = groupRule([
    innocent('first', adds('1')),
    innocent('rewriter', { ...adds('?'), rewrites: 2 }),
    innocent('earlier', { ...adds('!'), rewrites: 1 }),
    innocent('lazy'),
  ]);
  expect(idle()).toEqual(['first', 'rewriter', 'earlier', 'lazy']);
  const answer: ForwardedAnswer = { status: 200, headers: {}, body: Buffer.from('0') };
  const call = {
    operation: { id: 'listLocations' },
    request: { query: new URLSearchParams(), headers: {}, body: Buffer.from('') },
    send: () => Promise.resolve(answer),
  };
  expect(String((await rule(call as unknown as Call)).body)).toBe('01!?');
  expect(idle()).toEqual(['lazy']);
});
