/** The searches of section 4, and the lookups. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Lookup = 'boards' | 'departments' | 'locations';

/** A search in endpoints.yaml. */
interface Entry {
  id: 'direct' | 'company' | 'company history' | 'direct history' | 'legacy';
  /** Requests per minute; null if the source states no limit. */
  rate: number | null;
  /** Credits for a new job. */
  price: 1 | 2;
  limits: readonly [number, number];
}

export interface Endpoint extends Entry {
  ofCompany: boolean;
  isHistory: boolean;
  isLegacy: boolean;
  fields: readonly string[];
}

const { searches, free } = parse(readFileSync(new URL('./endpoints.yaml', import.meta.url), 'utf8')) as {
  searches: Record<string, Entry & { fields: (string | string[])[] }>;
  free: Record<string, Lookup | 'balance'>;
};

/** The searches by path. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(searches).map(([path, { fields, ...entry }]) => {
    const isHistory = entry.id.endsWith('history');
    const isLegacy = entry.id === 'legacy';
    const ofCompany = !entry.id.startsWith('direct');
    return [path, { ...entry, ofCompany, isHistory, isLegacy, fields: fields.flat() }];
  }),
);

export const FREE_PATHS = free;
