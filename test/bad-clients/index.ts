/** Known-bad and right clients: what proves the courses. */
import type { BadClient } from './bad-client.js';
import { badKeys } from './keys.js';
import { badPages } from './pages.js';
import { badRetries } from './retries.js';

export type { BadClient, ClientClass } from './bad-client.js';
export { rightClients, type RightClient } from './right-clients.js';

export const badClients: readonly BadClient[] = [...badKeys, ...badRetries, ...badPages];
