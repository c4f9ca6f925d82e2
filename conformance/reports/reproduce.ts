/** Commands that reproduce a failure. They contain keys as shell variables, never as values. */
import type { RunReport } from '../judge/report.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { shellQuoted } from '../values/text.js';

/** Characters of a request body that a terminal accepts in one line. */
const MOST_BODY = 8 * 1024;
const MOST_REQUESTS = 3;
/** Headers of one connection, which curl writes itself, or that would hide the answer. */
const OF_CONNECTION = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'user-agent',
]);
/** Roles whose key is the only one of most readers. */
const COMMON_ROLES: readonly (string | undefined)[] = [undefined, 'active', 'fresh', 'caller'];

export interface Reproduction {
  /** Runs the scenario of the failure, or the clause if the runner itself sent the request. */
  command: string;
  /** The last requests as curl commands, without requests that a command line cannot contain. */
  curl: string[];
}

export function reproductionOf(report: RunReport, judgement: Judgement): Reproduction {
  const isScenario = report.scenarios.some(({ id }) => id === judgement.scenario);
  const only = isScenario ? judgement.scenario : judgement.clauses[0];
  const roles = new Map(report.accounts.map(({ alias, role }) => [alias, role]));
  const requests = judgement.exchanges
    .flatMap((id) => report.exchanges.find((exchange) => exchange.id === id) ?? [])
    .filter(({ channel }) => channel === 'contract');
  return {
    command: only === undefined ? report.run.command : `${report.run.command} --only ${only}`,
    curl: requests.slice(-MOST_REQUESTS).flatMap((exchange) => curlOf(exchange, roles) ?? []),
  };
}

/** A curl command that sends the same request; null if a command line cannot contain it. */
export function curlOf({ request }: Exchange, roles: ReadonlyMap<string, string>): string | null {
  const { method, url, headers, bodyText } = request;
  // Bytes that are not text became the replacement character.
  if (bodyText !== null && (bodyText.length > MOST_BODY || /[\0\ufffd]/.test(bodyText))) return null;
  const word = (text: string): string => withVariables(text, roles);
  const parts = ['curl -i'];
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

/** The text as one word for a shell. A redacted secret becomes its variable, or the variable of its role. */
function withVariables(text: string, roles: ReadonlyMap<string, string>): string {
  const parts = text.split(/\[(key [^\]]+|env [A-Za-z_]\w*|caller-\d+)\]/);
  if (parts.length === 1) return shellQuoted(text);
  const variable = (name: string): string =>
    name.startsWith('env ') ? name.slice(4) : variableFor(roles.get(name.replace(/^key /, '')));
  const inside = parts.map((part, i) =>
    i % 2 === 1 ? `\${${variable(part)}}` : part.replace(/[\\"$`]/g, '\\$&'),
  );
  return `"${inside.join('')}"`;
}

function variableFor(role: string | undefined): string {
  return COMMON_ROLES.includes(role) ? 'JOB_SEARCH_API_KEY' : `JOB_SEARCH_API_KEY_${role!.toUpperCase()}`;
}
