/** The proxies that the environment names, read as curl reads them, and a way through them. */
import { request as httpRequest, type ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { connect as tlsConnect, type SecureContext } from 'node:tls';
import { causeOf, Explained } from './causes.js';
import { UsageError } from '../values/usage-error.js';

export interface Proxy {
  /** Without credentials. */
  url: URL;
  /** `Basic …`; null where the proxy asks for none. */
  authorization: string | null;
  /** What must show nowhere. */
  secrets: readonly string[];
  /** The environment variable that names it. */
  variable: string;
}

export interface Proxies {
  http: Proxy | null;
  https: Proxy | null;
  /** Entries of `NO_PROXY`. */
  except: readonly string[];
}

/** `http_proxy` or `HTTP_PROXY`, and so on: the small letters win, and an empty one means none. Throws UsageError. */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies {
  const named = (name: string): [variable: string, value: string] => {
    const variable = environment[name] === undefined ? name.toUpperCase() : name;
    return [variable, environment[variable]?.trim() ?? ''];
  };
  return {
    http: proxyOf(...named('http_proxy')),
    https: proxyOf(...named('https_proxy')),
    except: named('no_proxy')[1]
      .split(/[\s,]+/)
      .filter(Boolean),
  };
}

function proxyOf(variable: string, value: string): Proxy | null {
  if (value === '') return null;
  const text = value.includes('://') ? value : `http://${value}`;
  const fail = (what: string): never => {
    throw new UsageError(`${variable} ${what}. Write it like http://proxy.example.com:3128, or unset it.`);
  };
  if (!URL.canParse(text)) return fail('is no address of a proxy');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return fail(
      `names a proxy that is spoken to by ${url.protocol.slice(0, -1)}, which the suite does not speak`,
    );
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const pair = Buffer.from(`${user}:${password}`).toString('base64');
  const hasCredentials = user !== '' || password !== '';
  url.username = '';
  url.password = '';
  return {
    url,
    variable,
    authorization: hasCredentials ? `Basic ${pair}` : null,
    // A user without a password is a token.
    secrets: hasCredentials ? [pair, password === '' ? user : password] : [],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The proxy that a request to the address goes through; null where it goes straight. */
export function proxyFor(url: URL, { http, https, except }: Proxies): Proxy | null {
  const proxy = url.protocol === 'https:' ? https : http;
  return proxy === null || isExcepted(url.hostname, except) ? null : proxy;
}

/**
 * `*` excepts all; an address excepts itself, or its network (`10.0.0.0/8`); a name excepts itself and all below it.
 * As with curl, loopback is excepted only where it is named.
 */
function isExcepted(hostname: string, except: readonly string[]): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return except.some((entry) => {
    if (entry === '*') return true;
    const name = entry
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/^\.|\.$/g, '');
    return isIP(host) === 0 ? host === name || host.endsWith(`.${name}`) : isInside(host, name);
  });
}

function isInside(host: string, network: string): boolean {
  const [address = '', bits] = network.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const size = family === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? size : Number(bits);
  if (isIP(address) === 0 || !(Number.isInteger(prefix) && prefix >= 0 && prefix <= size)) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** The proxy did not let the request through: nothing of it reached the target. */
function refusal({ url, variable }: Proxy, what: string, remedy?: string): Explained {
  return new Explained(
    `the proxy ${url.origin} (${variable}) ${what}`,
    remedy ?? `Check ${variable}, or name the host in NO_PROXY.`,
  );
}

/** What is said where there is no connection to the proxy. */
export function proxyLost(proxy: Proxy, error: Error): Explained {
  return refusal(proxy, `cannot be reached: ${causeOf(error).message}`);
}

export type Reached = (error: Error | null, socket?: Socket) => void;

/** Asks the proxy for a tunnel to the address and gives the TLS connection in it. Gives what ends the attempt. */
export function tunnelTo(
  url: URL,
  proxy: Proxy,
  trust: { secureContext?: SecureContext },
  done: Reached,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const path = `${url.hostname}:${url.port || '443'}`;
  const ask = (proxy.url.protocol === 'https:' ? httpsRequest : httpRequest)(proxy.url, {
    method: 'CONNECT',
    path,
    headers: { Host: path, ...credentialsFor(proxy) },
    agent: false,
    ...trust,
  });
  ask.once('connect', ({ statusCode }, socket) => {
    if (statusCode === 200)
      return done(
        null,
        tlsConnect({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}), ...trust }),
      );
    socket.destroy();
    if (statusCode === 407)
      done(refusal(proxy, 'asks for a credential (407)', `Put user and password into ${proxy.variable}.`));
    else done(refusal(proxy, `refuses a tunnel to ${path} with ${statusCode}`));
  });
  ask.once('error', (error) => done(proxyLost(proxy, error)));
  ask.end();
  return ask;
}

export function credentialsFor({ authorization }: Proxy): Record<string, string> {
  return authorization === null ? {} : { 'Proxy-Authorization': authorization };
}
