/** The reference lists (§4.7 to §4.9): their form, order, search and price. */
import type { Rule } from './mutant.js';
import {
  balanceOf,
  BOARDS,
  answered,
  concerns,
  DEPARTMENTS,
  FREE,
  incoming,
  KEYED,
  listed,
  LISTED,
  LISTS,
  LOCATIONS,
  LOOKUPS,
  mutant,
  openBooks,
  outgoing,
  refusal,
  refuses,
  refusesQuery,
  remembering,
  SEARCHES,
  takes,
  type Fields,
  type Operations,
} from './rules.js';

const NEEDS_NOTHING_LEFT = 'needs an account without credits';

const wrapped = (operations: Operations): Rule =>
  answered(operations, 200, (body) => ({ success: true, data: body }));

const query = (operations: Operations, change: (query: URLSearchParams) => void): Rule =>
  incoming(operations, ({ request }) => change(request.query));

/** Whether any value in the body's lists is like this. */
const names = (body: Fields, fields: string[], like: (value: unknown) => boolean): boolean =>
  fields.some((field) => Array.isArray(body[field]) && body[field].some(like));

const BOARD_FIELDS = ['include_job_boards', 'exclude_job_boards'];
const PLACE_FIELDS = ['jobs_locations', 'exclude_jobs_locations'];

export const lookupMutants = [
  mutant('boards-wrapped', 'LOOK-1', wrapped(BOARDS)),
  mutant('departments-wrapped', 'LOOK-2', wrapped(DEPARTMENTS)),
  mutant('places-wrapped', 'LOOK-3', wrapped(LOCATIONS)),
  mutant(
    'boards-as-texts',
    'LOOK-4',
    listed(BOARDS, (items) => items.map(({ value }) => value)),
  ),
  mutant(
    'departments-by-number',
    'LOOK-4',
    listed(DEPARTMENTS, (items) => items.forEach((item, at) => void (item['value'] = at))),
  ),
  mutant(
    'places-as-texts',
    'LOOK-5',
    listed(LOCATIONS, (items) => items.forEach((item) => void (item['value'] = item['label']))),
  ),
  mutant(
    'places-without-nulls',
    'LOOK-5',
    listed(LOCATIONS, (items) => {
      for (const { value } of items)
        for (const part of Object.keys(value as Fields))
          if ((value as Fields)[part] === null) delete (value as Fields)[part];
    }),
  ),
  mutant(
    'lists-backwards',
    'LOOK-6',
    listed(LISTS, (items) => [...items].reverse()),
  ),
  mutant(
    'lists-by-length',
    'LOOK-6',
    listed(LISTS, (items) =>
      [...items].sort((a, b) => String(a['label']).length - String(b['label']).length),
    ),
  ),
  mutant(
    'q-unread',
    'LOOK-7',
    query(LISTS, (q) => q.delete('q')),
  ),
  mutant(
    'q-at-the-start-only',
    'LOOK-7',
    listed(LISTS, (items, call) => {
      const q = call.request.query.get('q')?.trim().toLowerCase() ?? '';
      return items.filter(({ label }) => String(label).toLowerCase().startsWith(q));
    }),
  ),
  mutant(
    'q-as-written',
    'LOOK-8',
    listed(LISTS, (items, call) => {
      const q = call.request.query.get('q')?.trim() ?? '';
      return items.filter(({ label }) => String(label).includes(q));
    }),
  ),
  mutant(
    'q-with-its-spaces',
    'LOOK-9',
    listed(LISTS, (items, call) => {
      const q = call.request.query.get('q') ?? '';
      return q.trim() !== '' && q !== q.trim() ? [] : items;
    }),
  ),
  mutant(
    'blank-q-finds-nothing',
    'LOOK-10',
    listed(LISTS, (items, call) => {
      const q = call.request.query.get('q');
      return q !== null && q.trim() === '' ? [] : items;
    }),
  ),
  mutant(
    'nothing-found-is-404',
    'LOOK-11',
    outgoing(LOOKUPS, 200, (answer, call) => {
      const empty = answer.body.toString('utf8') === `{"${LISTED[call.operation!.id]}":[]}`;
      return empty ? refusal(call, 404, 'Nothing found') : undefined;
    }),
  ),
  mutant(
    'a-department-is-missing',
    'LOOK-14',
    listed(DEPARTMENTS, (items) => items.filter(({ value }) => value !== 'Legal')),
  ),
  mutant(
    'a-department-too-many',
    'LOOK-14',
    listed(DEPARTMENTS, (items) =>
      items.length < 38 ? items : [...items, { label: 'Web Design', value: 'Web Design' }],
    ),
  ),
  mutant(
    'fifty-boards',
    'LOOK-15',
    listed(BOARDS, (items) => items.slice(0, 50)),
  ),
  mutant(
    'boards-twice',
    'LOOK-15',
    listed(BOARDS, (items) => items.flatMap((item) => [item, item])),
  ),
  mutant(
    'boards-with-dots-refused',
    'LOOK-16',
    refuses(SEARCHES, (body) => names(body, BOARD_FIELDS, (value) => /[._]/.test(String(value))), 400),
  ),
  mutant(
    'a-department-of-the-list-refused',
    'LOOK-17',
    refuses(SEARCHES, (body) => names(body, ['department'], () => true)),
  ),
  mutant(
    'places-with-nulls-refused',
    'LOOK-18',
    refuses(SEARCHES, (body) => names(body, PLACE_FIELDS, (place) => JSON.stringify(place).includes('null'))),
  ),
  mutant(
    'places-need-no-q',
    'LOOK-19',
    takes(LOCATIONS, 422, ({ request }) => {
      if (request.query.has('q')) return false;
      request.query.set('q', 'new');
      return true;
    }),
  ),
  mutant(
    'short-q-finds-places',
    'LOOK-20',
    takes(LOCATIONS, 422, ({ request }) => {
      const q = request.query.get('q');
      if (q === null || q.replace(/\s/g, '').length >= 3) return false;
      request.query.set('q', 'new');
      return true;
    }),
  ),
  mutant(
    'four-characters-needed',
    'LOOK-21',
    refusesQuery(LOCATIONS, (q) => q.get('q')?.replace(/\s/g, '').length === 3),
  ),
  mutant(
    'places-with-their-spaces',
    'LOOK-22',
    listed(LOCATIONS, (items, call) => {
      const q = call.request.query.get('q') ?? '';
      return q === q.trim() ? items : [];
    }),
  ),
  mutant(
    'places-twice',
    'LOOK-26',
    listed(LOCATIONS, (items) => items.map((item, at) => (at === 1 ? items[0] : item))),
  ),
  mutant(
    'places-backwards',
    'LOOK-27',
    listed(LOCATIONS, (items) => [...items].reverse()),
  ),
  remembering('lookups-cost-a-credit', 'LOOK-28', () => {
    const books = openBooks();
    return async (call) => {
      const answer = await call.send();
      if (answer.status === 200 && concerns(LOOKUPS, call)) books.charge(call.key, 1);
      if (concerns([...KEYED, ...FREE], call)) books.tell(call, answer);
      return answer;
    };
  }),
  mutant(
    'lookups-need-credits',
    'LOOK-29',
    outgoing(LOOKUPS, 200, async (_answer, call) =>
      (await balanceOf(call)) <= 0 ? refusal(call, 403, 'No credits remaining') : undefined,
    ),
    NEEDS_NOTHING_LEFT,
  ),
];
