/** Requests that a service must refuse: a body or query with one mistake, and a small limit in case it is accepted. */
import type { SearchOperation } from '../../spec/contract.js';
import { dateInput, dayBack, shiftDay } from '../values/dates.js';
import type { Fields } from '../values/fields.js';
import { asJson } from '../values/unchanged.js';
import type { StoryStep } from './step.js';

/** Returns the members of a step with a wrong body, or null if the mistake does not apply to the search. */
export type Spoil = (body: Fields, search: SearchOperation, now: number) => Partial<StoryStep> | null;

/** A mistake in members of the body. It applies to searches that have these members. */
const members =
  (of: (search: SearchOperation, now: number) => Fields): Spoil =>
  (body, search, now) => {
    const changed = of(search, now);
    const isOfSearch = Object.keys(changed).every((name) => search.bodyFields.includes(name));
    return isOfSearch ? { body: { ...body, ...changed } } : null;
  };

const text =
  (of: (text: string) => string): Spoil =>
  (body) => ({ body, text: of(asJson(body)) });

const oldest = ({ window }: SearchOperation, now: number): string =>
  shiftDay(dayBack(now, window.oldest), -9);

export const SPOILS: readonly Spoil[] = [
  members(({ page }) => ({ limit: page.most + 1 })),
  members(() => ({ limit: -1 })),
  members(() => ({ limit: 10.5 })),
  members((search, now) => ({ published_after: oldest(search, now) })),
  members((_search, now) => ({
    published_after: dateInput('daysAgo10', now),
    published_before: dateInput('daysAgo20', now),
  })),
  members(() => ({ published_after: 'yesterday' })),
  members(() => ({ published_before: '2026-02-31' })),
  members(() => ({ department: ['Nobody'] })),
  members(() => ({ job_type: ['full-time'] })),
  members(() => ({ seniority_level: 'Mid Level' })),
  members(() => ({ industry: ['Nothing'] })),
  members(() => ({ is_remote: 'yes' })),
  members(() => ({ exclude_duplicates: 1 })),
  members(() => ({ job_keywords: { title: 'cook' } })),
  members(() => ({ job_keywords: { title: ['cook'], mode: 'xor' } })),
  members(() => ({ include_job_boards: ['no-such-board-of-the-kit'] })),
  members(({ cursorField }) => ({ [cursorField]: cursorField === 'next_cursor' ? 17 : 'broken' })),
  members(() => ({ search_after: [1] })),
  members(() => ({ jobs_locations: 'Berlin' })),
  members(() => ({ company_network_url: 'https://example.com/elsewhere' })),
  (body, { withCompany, id }) => {
    const { company_network_url: url, company_name: name, ...rest } = body;
    void [url, name];
    return withCompany ? { body: id === 'searchCompanyJobsLegacy' ? { ...rest, limit: 1 } : rest } : null;
  },
  text((body) => body.slice(0, -1)),
  text((body) => `[${body}]`),
  text((body) => `${body}${body}`),
];

export function spoiltQueries(isOfPlaces: boolean, part: string): Record<string, string>[] {
  const long = 'q'.repeat(201);
  if (!isOfPlaces) return [{ q: long }];
  return [
    { q: long },
    {},
    { q: 'a' },
    { q: ' a  b ' },
    { q: part, limit: '0' },
    { q: part, limit: '31' },
    { q: part, limit: 'ten' },
  ];
}
