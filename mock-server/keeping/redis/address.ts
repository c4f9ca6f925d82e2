/** Parses the Redis address of `--state`. Error messages quote no part of it, because any part may be a mistyped password. */

import { refused } from '../../state/errors.js';

export interface RedisNode {
  host: string;
  port: number;
}

export interface RedisAddress {
  /** One server, or some nodes of a cluster. */
  nodes: readonly RedisNode[];
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  database: number;
  /** The address as a URL without user and password. */
  shown: string;
}

const DEFAULT_PORT = 6379;

export function isRedisAddress(place: string): boolean {
  return /^rediss?:/i.test(place);
}

/** Throws StateError if the address is invalid. */
export function parseRedisAddress(place: string): RedisAddress {
  const [, scheme = '', login = '', hosts = '', path = ''] =
    /^(rediss?):\/\/(?:([^/]*)@)?([^/?#]+)(.*)$/is.exec(place) ?? [];
  const database = /^\/?(\d{0,4})$/.exec(path)?.[1];
  if (database === undefined) throw refused('redis-bad-address', {});
  const protocol = scheme.toLowerCase();
  try {
    const { username, password } = new URL(`${protocol}://${login}@host`);
    const urls = hosts.split(',').map((host) => new URL(`${protocol}://${host}`));
    if (urls.some(({ hostname }) => hostname === '')) throw refused('redis-bad-address', {});
    const nodes = urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? DEFAULT_PORT : Number(port),
    }));
    return {
      nodes,
      tls: protocol === 'rediss',
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      database: Number(database),
      shown: `${protocol}://${nodes.map(nameOf).join(',')}/${Number(database)}`,
    };
  } catch {
    throw refused('redis-bad-address', {});
  }
}

/** Formats a node as in a URL. */
export function nameOf({ host, port }: RedisNode): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
