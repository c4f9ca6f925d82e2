/** Reads the proxies in environment variables, as curl does, and sends requests through them. */
import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { connect as tlsConnect, type SecureContext } from 'node:tls';
import { causeOf, Explained } from './causes.js';
import { decoded } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

export type Proxy = NonNullable<ReturnType<typeof proxyOf>>;

export type Proxies = ReturnType<typeof proxiesOf>;

/**
 * Reads `http_proxy`, `https_proxy` and, as `except`, the entries of `no_proxy`. Without a variable in lower case, the one in capitals
 * counts. An empty value means no proxy. Throws UsageError.
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>) {
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

function proxyOf(variable: string, value: string) {
  if (value === '') return null;
  const text = value.includes('://') ? value : `http://${value}`;
  const fail = (what: string): never => {
    throw new UsageError(`${variable} ${what}. Write it like http://proxy.example.com:3128, or unset it.`);
  };
  if (!URL.canParse(text)) return fail('is not an address of a proxy');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return fail(`names a proxy with the unsupported protocol ${url.protocol.slice(0, -1)}`);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const pair = Buffer.from(`${user}:${password}`).toString('base64');
  const hasCredentials = user !== '' || password !== '';
  url.username = '';
  url.password = '';
  return {
    /** The address without credentials. */
    url,
    /** The environment variable of the proxy. */
    variable,
    /** Null without credentials. */
    authorization: hasCredentials ? `Basic ${pair}` : null,
    /** Texts that no output may contain. If there is no password, the user name is a token. */
    secrets: hasCredentials ? [pair, password === '' ? user : password] : [],
  };
}

/** Returns the proxy for requests to the address; null if they go directly. */
export function proxyFor(url: URL, { http, https, except }: Proxies): Proxy | null {
  const proxy = url.protocol === 'https:' ? https : http;
  return proxy === null || isExcepted(url.hostname, except) ? null : proxy;
}

/**
 * Whether an entry matches the host: `*` matches all hosts; an address matches itself or its network (`10.0.0.0/8`); a name
 * matches itself and its subdomains. As in curl, loopback needs an entry, too.
 */
function isExcepted(hostname: string, except: readonly string[]): boolean {
  const bare = (name: string): string => name.toLowerCase().replace(/^\[|\]$|^\.|\.$/g, '');
  const host = bare(hostname);
  return except.some((entry) => {
    const name = bare(entry);
    if (entry === '*') return true;
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

/** Makes the error for a request that the proxy refused, so that it did not reach the target. */
function refusal({ url, variable }: Proxy, what: string, remedy?: string): Explained {
  return new Explained(
    `the proxy ${url.origin} (${variable}) ${what}`,
    remedy ?? `Check ${variable}, or name the host in NO_PROXY.`,
  );
}

export function proxyLost(proxy: Proxy, error: Error): Explained {
  return refusal(proxy, `cannot be reached: ${causeOf(error).message}`);
}

type Reached = (error: Error | null, socket?: Socket) => void;

export interface Outgoing extends RequestOptions {
  /** An object, or alternating names and values, including `Host`. */
  headers: Readonly<Record<string, string>> | readonly string[];
  /** Certificate authorities instead of those of Node. */
  trust?: SecureContext | undefined;
}

/** Returns a request that is not sent yet. It reuses connections only if it has an agent and no proxy. */
export function requestTo(url: URL, { trust, ...outgoing }: Outgoing, proxy: Proxy | null): ClientRequest {
  const trusted = trust === undefined ? {} : { secureContext: trust };
  const options = { agent: false, ...outgoing, ...trusted };
  if (proxy === null) return requester(url)(url, options);
  if (url.protocol === 'http:') {
    const path = outgoing.path === undefined ? url.href : `${url.origin}${outgoing.path}`;
    const { headers } = outgoing;
    const credentials = credentialsFor(proxy);
    const all = Array.isArray(headers)
      ? [...headers, ...Object.entries(credentials).flat()]
      : { Host: url.host, ...headers, ...credentials };
    return requester(proxy.url)(proxy.url, { ...options, path, headers: all, agent: false });
  }
  let tunnel: ClientRequest | undefined;
  const request = httpsRequest(url, {
    ...options,
    // With an agent, Node would ignore `createConnection`.
    agent: undefined,
    createConnection: (_options, done) => {
      tunnel = tunnelTo(url, proxy, trusted, done as Reached);
      return undefined;
    },
  });
  return request.once('close', () => tunnel?.destroy());
}

function requester(url: URL): typeof httpRequest {
  return url.protocol === 'https:' ? httpsRequest : httpRequest;
}

/** Requests a tunnel from the proxy to the address, and passes the TLS connection in it to `done`. */
function tunnelTo(
  url: URL,
  proxy: Proxy,
  trust: { secureContext?: SecureContext },
  done: Reached,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const path = `${url.hostname}:${url.port || '443'}`;
  const ask = requester(proxy.url)(proxy.url, {
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

function credentialsFor({ authorization }: Proxy): Record<string, string> {
  return authorization === null ? {} : { 'Proxy-Authorization': authorization };
}
