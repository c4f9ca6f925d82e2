import { refused } from './state/errors.js';

/** The part of company profile URLs before `/company/`, without a slash at its end. Throws a StateError. */
export function parseNetworkUrl(value: string): string {
  const url = value.replace(/\/+$/, '');
  if (/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url)) return url;
  throw refused('bad-network-url', { value });
}
