/**
 * Calls the admin API of this mock, and loads facts that several views use. The token is only in memory, never in an address or in
 * the browser's storage.
 */
import { createStore } from '../../../common/browser/ui.js';

/** `denied` is true while the token is missing or wrong. */
export const access = createStore({ denied: false, token: null });

/** Sends a request to `/__admin`. Rejects with an Error that has the mock's message and the `status`, 0 without a response. */
async function send(path, { headers, ...options }) {
  const { token } = access.get();
  const all = { ...headers, ...(token !== null && { 'X-Admin-Token': token }) };
  const answer = await fetch(`/__admin${path}`, { headers: all, ...options }).catch(() => {
    throw failure(0, 'The mock does not answer. Is it still running?');
  });
  const { status } = answer;
  if (status === 401) access.change({ denied: true });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw failure(status, problem?.error?.message ?? `${path} answered ${status}`);
}

const failure = (status, message) => Object.assign(new Error(message), { status });

/** Calls the admin API and returns the parsed response. */
export async function call(method, path, body) {
  const sent = body !== undefined && {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const text = await (await send(path, { method, ...sent })).text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the items of all pages of a list; `member` is the name of the list in a response. */
export async function callAll(path, member) {
  const all = [];
  let after = '';
  for (;;) {
    const page = await call('GET', `${path}?limit=1000${after}`);
    all.push(...page[member]);
    if (page.next === null) return all;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

/** Reads the event stream to its end. Does not use `EventSource`, which could send the token only in the address. */
export async function readEvents(signal, opened, give) {
  const answer = await send('/events', { signal });
  opened();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = eventParser(give);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser(value);
  }
}

/** Returns a function that takes the pieces of an event stream. It calls `give` with the name and parsed data of each event. */
export function eventParser(give) {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const { event, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      if (data !== undefined) give(event, JSON.parse(data));
    }
  };
}

/** Operations and clauses by id, texts of effects by name, and schemas of the admin document. Empty until loaded. */
export const facts = createStore({ operations: {}, clauses: {}, effects: {}, schemas: {} });

export async function loadFacts() {
  const read = async (path) => (await fetch(path)).json();
  const [contract, clauses, admin] = await Promise.all([
    read('/openapi.json'),
    read('/docs/clauses.json'),
    read('/admin.openapi.json'),
  ]);
  const listed = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const operations = Object.fromEntries(
    listed.flatMap(({ operationId: id, 'x-search-window': window }) => (id ? [[id, { id, window }]] : [])),
  );
  const { schemas } = admin.components;
  facts.change({ operations, clauses, schemas, effects: effectWords(schemas.Effect) });
}

/** Returns the text of each effect, from a description such as `` `a` and `b` do this · `c` does that.`` */
export function effectWords({ description, enum: names }) {
  const line = description.replaceAll('\n', ' ');
  return Object.fromEntries(
    names.map((name) => {
      const row = new RegExp(`\`${name}\` (?:and \`[\\w-]+\` )*(.*?)\\.?\\s*(?: · |$)`);
      return [name, row.exec(line)?.[1] ?? ''];
    }),
  );
}
