import { describe, expect, it } from 'vitest';
import type { KeywordNode } from '../search/index.js';
import { MOST_TERMS, planKeywords, termIssues } from './plan-keywords.js';

/** Returns a tree as `(t:a & (d:b | d:c))`, with `t:` for the title and `d:` for the description. */
function show(node: KeywordNode | null): string {
  if (node === null) return 'nothing';
  if ('term' in node) return `${node.field[0]}:${node.term}`;
  return `(${node.children.map(show).join(node.mode === 'and' ? ' & ' : ' | ')})`;
}

describe('simple keywords', () => {
  it.each([
    [{ title: ['a'] }, 't:a'],
    [{ title: ['a', 'b'] }, '(t:a | t:b)'],
    [{ title: ['a', 'b'], description: ['c'] }, '((t:a | t:b) & d:c)'],
    [{ title: ['a', 'b'], description: ['c'], mode: 'or' as const }, '((t:a | t:b) | d:c)'],
    [{ title: [], description: ['c'], mode: 'or' as const }, 'd:c'],
    [{ title: [], description: [] }, 'nothing'],
    [{}, 'nothing'],
  ])('%j mean %s', (job_keywords, tree) => {
    expect(show(planKeywords({ job_keywords }, false).include)).toBe(tree);
  });

  it('exclude jobs that match both blocks, with any term of each', () => {
    const exclude_job_keywords = { title: ['a', 'b'], description: ['c', 'd'] };
    expect(show(planKeywords({ exclude_job_keywords }, false).exclude)).toBe('((t:a | t:b) & (d:c | d:d))');
  });

  it('exclude on the legacy search jobs that match all terms, or any term with mode "or"', () => {
    const blocks = { title: ['a', 'b'], description: ['c'] };
    const exclude = (mode?: 'and' | 'or') =>
      show(planKeywords({ exclude_job_keywords: { ...blocks, ...(mode && { mode }) } }, true).exclude);
    expect(exclude()).toBe('((t:a & t:b) & d:c)');
    expect(exclude('or')).toBe('((t:a | t:b) | d:c)');
  });

  it('include on the legacy search jobs with any term of a block, as on other searches', () => {
    expect(show(planKeywords({ job_keywords: { title: ['a', 'b'] } }, true).include)).toBe('(t:a | t:b)');
  });
});

it('equal terms of a list count once', () => {
  const title = Array<string>(100_000).fill('a a');
  expect(show(planKeywords({ job_keywords: { title } }, false).include)).toBe('t:a a');
  expect(termIssues({ job_keywords: { title } })).toEqual([]);
});

describe('advanced keywords', () => {
  const groups = [
    { title: { terms: ['a', 'b'] }, description: { mode: 'or' as const, terms: ['c', 'd'] } },
    { mode: 'or' as const, title: { terms: ['e'] }, groups: [{ description: { terms: ['f', 'g'] } }, {}] },
  ];

  it('require every top-level group and the simple keywords', () => {
    expect(
      show(planKeywords({ job_keywords: { title: ['z'] }, advanced_job_keywords: groups }, false).include),
    ).toBe('(t:z & ((t:a & t:b) & (d:c | d:d)) & (t:e | (d:f & d:g)))');
  });

  it('exclude jobs that match any group or the simple exclusion', () => {
    const fields = { exclude_job_keywords: { title: ['z'] }, advanced_exclude_job_keywords: groups };
    expect(show(planKeywords(fields, false).exclude)).toBe(
      '(t:z | ((t:a & t:b) & (d:c | d:d)) | (t:e | (d:f & d:g)))',
    );
  });

  it('have no effect without terms', () => {
    const empty = { groups: [{ description: { terms: [] } }] };
    const advanced_job_keywords = [{}, { title: {}, groups: [] }, empty];
    expect(planKeywords({ advanced_job_keywords }, false)).toEqual({ include: null, exclude: null });
  });
});

describe('termIssues', () => {
  it('accepts at most a thousand different terms in all fields', () => {
    const terms = Array.from({ length: MOST_TERMS / 2 }, (_, i) => `term ${i}`);
    const fields = {
      job_keywords: { title: terms },
      advanced_exclude_job_keywords: [{ groups: [{ description: { terms } }, { description: { terms } }] }],
    };
    expect(termIssues(fields)).toEqual([]);
    expect(termIssues({ ...fields, advanced_job_keywords: [{ title: { terms: ['one more'] } }] })).toEqual([
      {
        loc: ['body', 'job_keywords'],
        msg: 'must have at most 1000 different terms, with those of the other keyword fields; there are 1001',
        type: 'too_many_terms',
      },
    ]);
  });
});
