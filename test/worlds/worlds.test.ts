import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_NETWORK_URL, loadDataFile, makeDataset, type Job } from '../../fixtures/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { linesOf, WORLDS } from './worlds.js';

const NOW = '2028-02-29T23:59:59Z';
const lines = new Map(WORLDS.map((world) => [world.name, [...linesOf(world, NOW)]]));

function jobsOf(name: string): Job[] {
  return lines.get(name)!.map((line) => JSON.parse(line) as Job);
}

function valuesOf<Field extends keyof Job>(name: string, field: Field): Set<Job[Field]> {
  return new Set(jobsOf(name).map((job) => job[field]));
}

function nullShare(name: string): number {
  const values = jobsOf(name).flatMap((job) => Object.values(job));
  return values.filter((value) => value === null).length / values.length;
}

describe('the worlds', () => {
  it('are byte-identical on every machine', () => {
    const hash = createHash('sha256');
    for (const each of lines.values()) for (const line of each) hash.update(line);
    expect(hash.digest('hex')).toBe('4aa77766b5a1fa2a9ef395f04ea75446aaf59766981d7c12a15e5986359df891');
  });

  it.each(WORLDS.map(({ name, postings }) => [name, postings] as const))(
    'can be served by the mock: %s, %i postings',
    async (name, postings) => {
      const file = join(temporaryFolder(), `${name}.ndjson`);
      writeFileSync(file, lines.get(name)!.join(''));
      const dataset = await loadDataFile(file, { now: NOW, networkUrl: DEFAULT_NETWORK_URL });
      expect(dataset.size).toBe(postings);
    },
  );

  it('share no title, company, board or sentence with the seeded postings', () => {
    const seeded = makeDataset({ now: NOW, jobs: 1_000 });
    const said = new Set<string | null>();
    for (let i = 0; i < seeded.size; i += 1) {
      const { job } = seeded.posting(i);
      for (const text of [job['Job Title'], job['Company Name'], job['Job Board']]) said.add(text);
      for (const text of (job['Job Description'] ?? '').split(/(?<=[.!?:])\s+/)) said.add(text);
    }
    said.delete(null);
    const again = WORLDS.flatMap(({ name }) =>
      jobsOf(name).flatMap((job) => [
        job['Job Title'],
        job['Company Name'],
        job['Job Board'],
        ...(job['Job Description'] ?? '').split('\n'),
      ]),
    ).filter((text) => text !== '' && said.has(text));
    expect(again).toEqual([]);
  });

  it.each(WORLDS.map(({ name }) => name))('have no posting in the future or before 2020: %s', (name) => {
    const days = [...valuesOf(name, 'Post Date')].filter((day) => day !== null).sort();
    expect(days[0]! >= '2020-01-01' && days.at(-1)! <= '2028-02-29').toBe(true);
  });

  it('each differ from the seeded postings as their row says', () => {
    const polishLetters = /[ąćęłńóśźż]/i;
    expect({
      forty: jobsOf('forty').length,
      employers: valuesOf('one-employer', 'Company Name').size,
      nulls: Math.round(nullShare('mostly-null') * 10),
      descriptions: valuesOf('no-descriptions', 'Job Description'),
      polish: jobsOf('polish').filter((job) => !polishLetters.test(job['Job Description']!)).length,
      spaced: [...valuesOf('japanese', 'Company Name')].filter((name) => name?.includes(' ')).length,
      emoji:
        jobsOf('japanese').filter((job) => /\p{Extended_Pictographic}/u.test(job['Job Description']!))
          .length > 1_000,
      boards: valuesOf('career-pages', 'Job Board'),
      oldest: [...valuesOf('fresh', 'Post Date')].sort()[0],
      dense: jobsOf('dense').filter((job) => job['Post Date']! > '2028-01-01').length > 17_000,
      countries: [...valuesOf('one-country', 'Country')].filter((country) => country !== null),
    }).toEqual({
      forty: 40,
      employers: 1,
      nulls: 8,
      descriptions: new Set([null]),
      polish: 0,
      spaced: 0,
      emoji: true,
      boards: new Set([null]),
      oldest: '2028-02-20',
      dense: true,
      countries: ['Türkiye'],
    });
  });
});
