import { describe, expect, it } from 'vitest';
import { RenderedJobs } from './rendered.js';

/** A store with ten bytes per job, and the list of rendered jobs. */
function store(maxBytes: number) {
  const rendered: number[] = [];
  const jobs = new RenderedJobs((ordinal) => {
    rendered.push(ordinal);
    return Buffer.from(String(ordinal).padStart(10, '0'));
  }, maxBytes);
  return { jobs, rendered };
}

describe('RenderedJobs', () => {
  it('renders a job once', () => {
    const { jobs, rendered } = store(1000);
    expect(jobs.get(7)).toBe(jobs.get(7));
    expect(jobs.get(7).toString()).toBe('0000000007');
    expect(rendered).toEqual([7]);
    expect(jobs.bytes).toBe(10);
  });

  it('drops the least recently used job', () => {
    const { jobs, rendered } = store(30);
    for (const ordinal of [1, 2, 3, 1, 4, 1, 2]) jobs.get(ordinal);
    expect(rendered).toEqual([1, 2, 3, 4, 2]);
    expect(jobs.bytes).toBe(30);
  });

  it('returns a job even if it alone is too large', () => {
    const { jobs } = store(5);
    expect(jobs.get(1).length).toBe(10);
    expect(jobs.get(2).length).toBe(10);
    expect(jobs.bytes).toBe(10);
  });
});
