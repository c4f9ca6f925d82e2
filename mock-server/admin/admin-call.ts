/** Input and output of the handlers of admin operations. `router.ts` reads the input and sends the output. */
import type { AdminAnswer, AdminBody, AdminOperationId, AdminSchemas } from '../../spec/admin.js';
import type { Account } from '../state/account.js';
import type { World } from '../state/world.js';

export interface AdminCall<Id extends AdminOperationId = AdminOperationId> {
  world: World;
  /** Path parameters, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** Valid against the admin document. */
  query: Readonly<Record<string, string | undefined>>;
  /** API key of the account, if a header names it. */
  accountKey: string | undefined;
  /** Address of this mock, as the caller used it. */
  reached: { host: string; port: number };
  /** Valid against the admin document; undefined if an optional body was not sent. */
  body: AdminBody<Id>;
  /** Metrics of the mock in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Headers that a handler adds to the answer. */
  headers: Record<string, string>;
}

/** A handler for each operation except `streamEvents`, which sends many events. The admin document defines the statuses. */
export type Handlers = {
  [Id in Exclude<AdminOperationId, 'streamEvents'>]: (
    call: AdminCall<Id>,
  ) => AdminAnswer<Id> | Promise<AdminAnswer<Id>>;
};

/** The account that the path names. */
export function accountOf({ world, parameters }: Pick<AdminCall, 'world' | 'parameters'>): Account {
  return world.accounts.get(parameters['accountId']!);
}

/** An instant in ms as the admin API writes it. */
export function iso(instant: number): AdminSchemas['Instant'] {
  return new Date(instant).toISOString();
}

const MOST_ITEMS = 100;

export function limitOf({ query }: Pick<AdminCall, 'query'>): number {
  return Number(query['limit'] ?? MOST_ITEMS);
}

/** Returns at most `limit` items with ids above `after`, both from the query; `next` is the `after` of the next page. */
export function pageOf<T extends { id: number }>(
  items: Iterable<T>,
  call: Pick<AdminCall, 'query'>,
): { page: T[]; next: number | null } {
  const after = Number(call.query['after'] ?? 0);
  const page: T[] = [];
  for (const item of items) {
    if (item.id <= after) continue;
    if (page.length === limitOf(call)) return { page, next: page.at(-1)!.id };
    page.push(item);
  }
  return { page, next: null };
}
