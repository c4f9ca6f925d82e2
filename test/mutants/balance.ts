/** The balance read (§4.10, §2.7). */
import {
  answered,
  BALANCE,
  concerns,
  editAnswer,
  mutant,
  openBooks,
  outgoing,
  refusal,
  remembering,
  resultsOf,
  type Fields,
} from './rules.js';

const NEEDS_NOTHING_LEFT = 'needs an account without credits';

const edits = (edit: (body: Fields) => unknown): ReturnType<typeof answered> => answered(BALANCE, 200, edit);

export const balanceMutants = [
  mutant(
    'balance-in-words',
    'BAL-1',
    edits((body) => void (body['credits_remaining'] = String(body['credits_remaining']))),
  ),
  remembering('no-balance-after-a-search', 'BAL-1', () => {
    const searched = new Set<string>();
    return async (call) => {
      const answer = await call.send();
      if (resultsOf(answer) !== null) searched.add(call.key);
      else if (concerns(BALANCE, call) && searched.has(call.key))
        editAnswer(answer, (body) => void delete body['credits_remaining']);
      return answer;
    };
  }),
  mutant(
    'balance-with-fraction',
    'BAL-1',
    edits((body) => void (body['credits_remaining'] = 0.5 + Number(body['credits_remaining']))),
  ),
  mutant(
    'balance-as-bare-number',
    'BAL-1',
    edits((body) => body['credits_remaining']),
  ),
  remembering('balance-of-the-first-read', 'BAL-2', () => {
    const first = new Map<string, unknown>();
    return answered(BALANCE, 200, (body, { key }) => {
      if (!first.has(key)) first.set(key, body['credits_remaining']);
      body['credits_remaining'] = first.get(key);
    });
  }),
  remembering('balance-lags-by-one-search', 'BAL-2', () => {
    const used = new Map<string, number>();
    return async (call) => {
      const answer = await call.send();
      const data = resultsOf(answer);
      if (data !== null) used.set(call.key, data.credits_used);
      const late = used.get(call.key) ?? 0;
      return answered(BALANCE, 200, (body) => {
        body['credits_remaining'] = Number(body['credits_remaining']) + late;
      })({ ...call, send: () => Promise.resolve(answer) });
    };
  }),
  mutant(
    'nothing-left-is-null',
    'BAL-3',
    edits((body) => {
      if (body['credits_remaining'] === 0) body['credits_remaining'] = null;
    }),
    NEEDS_NOTHING_LEFT,
  ),
  mutant(
    'nothing-left-is-403',
    'BAL-3',
    outgoing(BALANCE, 200, (answer, call) =>
      answer.body.includes('"credits_remaining":0,') ? refusal(call, 403, 'No credits remaining') : undefined,
    ),
    NEEDS_NOTHING_LEFT,
  ),
  mutant(
    'debt-read-as-zero',
    'BAL-4',
    edits((body) => void (body['credits_remaining'] = Math.max(0, Number(body['credits_remaining'])))),
    NEEDS_NOTHING_LEFT,
  ),
  mutant(
    'debt-without-sign',
    'BAL-4',
    edits((body) => void (body['credits_remaining'] = Math.abs(Number(body['credits_remaining'])))),
    NEEDS_NOTHING_LEFT,
  ),
  remembering('reading-the-balance-costs', 'BAL-5', () => {
    const books = openBooks();
    return async (call) => {
      const answer = await call.send();
      books.tell(call, answer);
      if (answer.status === 200 && concerns(BALANCE, call)) books.charge(call.key, 1);
      return answer;
    };
  }),
  mutant(
    'balance-wrapped',
    'BAL-6',
    edits((body) => ({ success: true, data: body })),
  ),
];
