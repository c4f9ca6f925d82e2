/** The address of a Redis, as `--state` names it. Any part of it may be a password: it is shown without one. */

import { redisBadAddress } from '../errors.js';

export interface RedisAddress {
  host: string;
  port: number;
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** Number of the database. */
  database: number;
  /** The same in one line, without user and password. */
  shown: string;
}

const DEFAULT_PORT = 6379;

export function isRedisAddress(place: string): boolean {
  return /^rediss?:/i.test(place);
}

/** Throws a StateError where it is none. */
export function parseRedisAddress(place: string): RedisAddress {
  let address: URL;
  let username: string;
  let password: string;
  try {
    address = new URL(place);
    username = decodeURIComponent(address.username);
    password = decodeURIComponent(address.password);
  } catch {
    throw redisBadAddress();
  }
  const database = /^\/?(\d{0,4})$/.exec(address.pathname)?.[1];
  if (address.hostname === '' || database === undefined || address.search !== '' || address.hash !== '')
    throw redisBadAddress();
  const port = address.port === '' ? DEFAULT_PORT : Number(address.port);
  return {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    tls: address.protocol === 'rediss:',
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
    shown: `${address.protocol}//${address.hostname}:${port}/${Number(database)}`,
  };
}
