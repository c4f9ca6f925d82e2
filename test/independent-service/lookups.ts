/** The lookups of sections 4.7 to 4.9. */
import { randomUUID } from 'node:crypto';
import { Refusal, type Lookup, type Service } from './service.js';
import { PLACES } from './generated/market.js';
import { BOARDS } from './postings.js';
import { plain } from './search.js';

/** Returns the body of the answer. Throws Refusal. */
export function lookUp(name: Lookup, query: URLSearchParams, service: Service): object {
  const { habits, accepted } = service;
  const told = (options: object[]): object[] => {
    if (!habits.entriesOfQuery) return options;
    return options.map((option, i) => ({ ...option, score: text.length / (i + 1), query_id: randomUUID() }));
  };
  const sent = query.get('q') ?? '';
  if (sent.length > 200) throw wrong('q', 'at most 200 characters');
  const text = sent.trim();
  const ignoresAccents = habits.accents === 'ignored';
  const bare = (name: string): string =>
    plain(ignoresAccents ? name.normalize('NFD').replace(/\p{M}/gu, '') : name);
  const isIn = (label: string): boolean => bare(label).includes(bare(text));
  if (name === 'locations') return { locations: told(locationsFor(text, query.get('limit'))) };
  const boards = BOARDS.map(({ value, label }, i) => {
    const own = habits.boardLabels === 'shared' ? label.replace(/\d+/, '') : label;
    return { value, label: habits.paddedBoards && i > 0 && i % 12 === 0 ? ` ${own} ` : own };
  });
  // Its value has no letter `a`.
  if (ignoresAccents) boards[1]!.label = 'Ándor';
  const options = name === 'boards' ? boards : accepted.departments.map((value) => ({ label: value, value }));
  const by = habits.listOrder;
  const sorted = [...options].sort((a, b) => (plain(a[by]) < plain(b[by]) ? -1 : 1));
  return {
    [name === 'boards' ? 'job_boards' : 'departments']: told(sorted.filter(({ label }) => isIn(label))),
  };
}

function locationsFor(text: string, limit: string | null): object[] {
  if (text.replace(/\s/g, '').length < 3) throw wrong('q', 'at least 3 characters');
  if (limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 30))
    throw wrong('limit', 'from 1 to 30');
  const all = new Map<string, object>();
  for (const [country, state, city] of PLACES) {
    const values = [
      { country, state: null, city: null },
      ...(state === null ? [] : [{ country, state, city: null }]),
      ...(city === null ? [] : [{ country, state, city }]),
    ];
    for (const value of values) {
      const label = [value.city, value.state, country].filter((part) => part !== null).join(', ');
      all.set(label, { label, value });
    }
  }
  return [...all]
    .filter(([label]) => plain(label).includes(plain(text)))
    .map(([, option]) => option)
    .slice(0, limit === null ? 10 : Number(limit));
}

function wrong(name: string, message: string): Refusal {
  return new Refusal(422, [{ loc: ['query', name], msg: message, type: 'value_error' }]);
}
