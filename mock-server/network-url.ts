import { refused } from './state/errors.js';

/** Returns the start of profile URLs, before `/company/`, without trailing slashes. Throws StateError if it is not a URL. */
export function parseNetworkUrl(value: string): string {
  const url = value.replace(/\/+$/, '');
  if (/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url)) return url;
  throw refused('bad-network-url', { value });
}
