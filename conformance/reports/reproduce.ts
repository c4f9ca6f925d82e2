/** Commands that reproduce a failure. They contain keys as shell variables, never as values. */
import type { RunReport } from '../judge/report.js';
import type { Exchange } from '../record/exchange.js';
import { absoluteUrl } from '../record/har-out.js';
import type { Judgement } from '../record/judgement.js';
import { NOT_KEPT } from '../record/recorder.js';
import { shellQuoted } from '../values/text.js';

/** Characters of a request body that a terminal accepts in one line. */
const MOST_BODY = 8 * 1024;
const MOST_REQUESTS = 3;
/** Headers that curl writes itself, or that would make the answer unreadable. */
const OF_CONNECTION = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'user-agent',
]);

export interface Reproduction {
  /** Runs the scenario of the failure, or the clause if the runner itself sent the request. */
  command: string;
  /** The last requests as curl commands, without requests that a command line cannot contain. */
  curl: string[];
}

export function reproductionOf(report: RunReport, judgement: Judgement): Reproduction {
  const isScenario = report.scenarios.some(({ id }) => id === judgement.scenario);
  const only = isScenario ? judgement.scenario : judgement.clauses[0];
  // The key of a single caller is the one in JOB_SEARCH_API_KEY.
  const roleOf = (role: string): string =>
    role === 'caller' && report.accounts.length === 1 ? 'active' : role;
  const keys = new Map(report.accounts.map(({ alias, role }) => [alias, keyOf(alias, roleOf(role))]));
  const requests = judgement.exchanges
    .flatMap((id) => report.exchanges.find((exchange) => exchange.id === id) ?? [])
    .filter(({ channel }) => channel === 'contract');
  return {
    command: only === undefined ? report.run.command : `${report.run.command} --only ${only}`,
    curl: requests.slice(-MOST_REQUESTS).flatMap((exchange) => curlOf(exchange, keys) ?? []),
  };
}

/**
 * A curl command that sends the same request; null if a command line cannot contain it, or if a part of it was not observed.
 * `keys` has the shell expression of each key, by the alias of its account.
 */
export function curlOf(
  { request, account, unseen = [] }: Exchange,
  keys: ReadonlyMap<string, string>,
): string | null {
  const { method, bodyText } = request;
  const url = absoluteUrl(request.url);
  // Bytes that are not text became the replacement character.
  if (bodyText !== null && (bodyText.length > MOST_BODY || /[\0\ufffd]/.test(bodyText))) return null;
  if (url.includes(NOT_KEPT) || unseen.includes('request body')) return null;
  const headers = { ...request.headers };
  // Tools that record traffic often leave keys out.
  if (account === 'unseen') headers['authorization'] ??= 'Bearer [key unseen]';
  const word = (text: string): string => withVariables(text, keys);
  const parts = ['curl -i'];
  if (headers['accept-encoding'] !== undefined) parts.push('--compressed');
  if (method !== (bodyText === null ? 'GET' : 'POST')) parts.push(`-X ${method}`);
  parts.push(word(url));
  for (const [name, value] of Object.entries(headers)) {
    if (OF_CONNECTION.has(name) || (name === 'accept' && value === '*/*')) continue;
    // curl sends an empty header only if its name ends with a semicolon.
    parts.push(`-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (bodyText !== null) {
    // Otherwise, curl would declare a form.
    if (!Object.hasOwn(headers, 'content-type')) parts.push("-H 'content-type:'");
    parts.push(`--data-binary ${word(bodyText)}`);
  }
  return parts.join(' ');
}

/** The text as one word for a shell. A redacted secret becomes its variable. */
function withVariables(text: string, keys: ReadonlyMap<string, string>): string {
  const parts = text.split(/\[(key [^\]]+|env [A-Za-z_]\w*|caller-\d+)\]/);
  if (parts.length === 1) return shellQuoted(text);
  const variable = (name: string): string =>
    name.startsWith('env ')
      ? `\${${name.slice(4)}}`
      : (keys.get(name.replace(/^key /, '')) ?? keyOf('', 'active'));
  const inside = parts.map((part, i) => (i % 2 === 1 ? variable(part) : part.replace(/[\\"$`]/g, '\\$&')));
  return `"${inside.join('')}"`;
}

/** The variable of a key, as a shell expands it in double quotes. For a caller, the shell explains a missing variable. */
function keyOf(alias: string, role: string): string {
  if (role === 'active' || role === 'fresh') return '${JOB_SEARCH_API_KEY}';
  if (role !== 'caller') return `\${JOB_SEARCH_API_KEY_${role.toUpperCase()}}`;
  // An alias comes from a file, and must not become shell code.
  const name = alias.replace(/[^A-Za-z0-9-]/g, '_');
  return `\${JOB_SEARCH_API_KEY_${name.toUpperCase().replaceAll('-', '_')}:?set it to the API key of ${name}}`;
}
