/** The searches of section 4, and the lookups. */
import { FREE, SEARCHES } from './generated/endpoints.js';

type Entry = (typeof SEARCHES)[keyof typeof SEARCHES];
export type Lookup = Exclude<(typeof FREE)[keyof typeof FREE], 'balance'>;

export interface Endpoint extends Pick<Entry, 'id' | 'rate' | 'price' | 'limits'> {
  ofCompany: boolean;
  isHistory: boolean;
  isLegacy: boolean;
  fields: readonly string[];
}

/** The searches by path. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(SEARCHES).map(([path, entry]) => {
    const isHistory = entry.id.endsWith('history');
    const isLegacy = entry.id === 'legacy';
    const ofCompany = !entry.id.startsWith('direct');
    return [path, { ...entry, ofCompany, isHistory, isLegacy, fields: entry.fields.flat() }];
  }),
);

export const FREE_PATHS: Readonly<Record<string, Lookup | 'balance'>> = FREE;
