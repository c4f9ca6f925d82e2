/** Bad and right clients: the courses must fail the bad clients, and pass the right ones. */
import type { BadClient } from './bad-client.js';
import { badKeys } from './keys.js';
import { badPages } from './pages.js';
import { badRetries } from './retries.js';

export type { BadClient } from './bad-client.js';
export { rightClients, type RightClient } from './right-clients.js';

export const badClients: readonly BadClient[] = [...badKeys, ...badRetries, ...badPages];
