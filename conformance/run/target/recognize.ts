/** Checks whether the target is this API, and which operations it has. If it is not, one sentence says what to check. */
import { operationIds, type Operation, type OperationId } from '../../../spec/contract.js';
import { visibleInLine } from '../../../common/visible.js';
import type { Exchange } from '../../record/exchange.js';
import { balanceIn } from '../../values/balance.js';
import { follow } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { mayPass, sendPatiently } from '../../wire/patience.js';
import { ownRequest, type Outgoing } from '../../wire/wire.js';
import type { Profile } from './profile.js';
import type { Session } from './session.js';

/** The target does not answer, is not this API, or refuses the key (exit 3). */
export class TargetRefuses extends Error {
  override name = 'TargetRefuses';
  /** Makes the message one line, since it may quote any text of a target. */
  constructor(message: string) {
    super(visibleInLine(message));
  }
}

/** Free operations, which are requested in this order until one answers as only this API does. */
const FREE: readonly OperationId[] = ['getCreditBalance', 'listDepartments', 'listJobBoards'];

/** Operations whose answers show if it is this API. */
export function firstAsked(absent: readonly OperationId[]): readonly OperationId[] {
  const there = operationIds.filter((id) => !absent.includes(id));
  const free = FREE.filter((id) => there.includes(id));
  return free.length > 0 ? free : there.slice(0, 1);
}

/** The conclusion from an answer: this API, perhaps this API, a refusal of the key, a temporary refusal, or something else. */
type Sight = 'ours' | 'maybe' | 'refused' | 'busy' | 'no-such-path' | 'stranger' | 'lost';

interface Look {
  exchange: Exchange;
  sight: Sight;
}

/** Returns the first answer that shows this API. Throws TargetRefuses if none does, and BudgetSpent. */
export async function recognize(key: string, session: Session): Promise<Exchange> {
  const { documents, patience, profile } = session;
  const looks: Look[] = [];
  for (const id of firstAsked(profile.absent)) {
    const operation = documents.contract.operation(id);
    const isFirst = looks.length === 0;
    // A search is sent without the key, so that no account can be charged.
    const request =
      operation.kind === 'search'
        ? withoutKey(operation)
        : ownRequest(isFirst ? 'first' : id, operation, key);
    const { exchange } = await sendPatiently(request, patience, (each) => isFirst && mayPass(each));
    const sight = sightOf(exchange.response, operation, profile.balancePointer);
    if (sight === 'ours' || sight === 'busy') return exchange;
    if (sight === 'refused') throw new TargetRefuses(keyRefused(exchange, profile));
    looks.push({ exchange, sight });
    if (looks.filter((look) => look.sight === 'lost').length > 1) break;
  }
  const likely = looks.find(({ sight }) => sight === 'maybe');
  // A target that distinguishes paths, and answers the path of the balance with a number, may be this API.
  if (likely !== undefined && looks.every(({ sight }) => sight === 'maybe' || sight === 'no-such-path'))
    return likely.exchange;
  throw new TargetRefuses(await strangerOf(looks, key, session));
}

/** A request without a key, which must be refused. If a search is not refused, it finds nothing. */
function withoutKey(operation: Operation): Outgoing {
  const body = { limit: 10, job_keywords: { title: ['zzqxkitnosuchword'] } };
  return ownRequest(`path-${operation.id}`, operation, null, operation.kind === 'search' ? body : undefined);
}

/** Operations that answer a request without a key like an unknown path, if the `known` one does not. Throws BudgetSpent. */
export async function missingOperations(
  wanted: readonly OperationId[],
  known: OperationId,
  { documents, wire }: Session,
): Promise<OperationId[]> {
  const asked = lookedFor(known, wanted);
  const exchanges = await wire.send(asked.map((id) => withoutKey(documents.contract.operation(id))));
  const missing = exchanges
    .filter(({ response }) => isUnknownPath(response?.status))
    .map((each) => each.operation!);
  return missing.includes(known) ? [] : missing;
}

/** The operations to check. If a run uses only one or two operations, its own answers show whether one is missing. */
export function lookedFor(known: OperationId, wanted: readonly OperationId[]): OperationId[] {
  const asked = [...new Set([known, ...wanted])];
  return asked.length < 3 ? [] : asked;
}

export function remarkOnMissing(missing: readonly OperationId[], asked: readonly OperationId[]): string {
  return (
    `The target has ${asked.length - missing.length} of the ${asked.length} operations that this run uses, and lacks ${missing.join(', ')}. ` +
    `If that is intended, declare them absent: --absent ${missing.join(',')}.`
  );
}

function isUnknownPath(status: number | undefined): boolean {
  return status === 404 || status === 405 || status === 501;
}

function sightOf(response: Response | null, operation: Operation, pointer: string | null): Sight {
  if (response === null) return 'lost';
  const { status, body } = response;
  const hasForm = errorIn(body) !== null;
  if (status === 200) return marksOf(operation, body, pointer);
  if (status === 429) return 'busy';
  if (isUnknownPath(status)) return 'no-such-path';
  if (status === 401 || status === 403) {
    if (isPage(response)) return 'stranger';
    return operation.kind === 'search' && hasForm ? 'ours' : 'refused';
  }
  const isOurs = operation.responses.has(status) && (hasForm || (status === 500 && !isPage(response)));
  return isOurs ? 'ours' : 'stranger';
}

/** The message of an error in one of the contract's forms (§7); null for anything else. */
function errorIn(body: unknown): unknown {
  return follow(body, ['detail']) ?? follow(body, ['error', 'message']) ?? null;
}

/** The conclusion from a 200: it shows this API if it has the contract's fields, even with other defects. */
function marksOf(operation: Operation, body: unknown, pointer: string | null): Sight {
  if (operation.kind === 'search')
    return typeof follow(body, ['success']) === 'boolean' ? 'ours' : 'stranger';
  if (operation.kind === 'lookup') return Array.isArray(follow(body, [operation.list])) ? 'ours' : 'stranger';
  if (namesCredits(body)) return 'ours';
  return balanceIn(body, pointer) === null ? 'stranger' : pointer === null ? 'maybe' : 'ours';
}

/** True if the value contains a number whose name contains credits or balance. */
function namesCredits(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(
      ([name, member]) =>
        (typeof member === 'number' && /credit|balance/i.test(name)) || namesCredits(member),
    )
  );
}

type Response = NonNullable<Exchange['response']>;

function isPage({ headers, bodyText }: Response): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(bodyText);
}

function keyRefused({ response }: Exchange, { target, keySource }: Profile): string {
  const front =
    errorIn(response?.body) === null ? ', and whether a gateway in front asks for something else' : '';
  return `${target} refuses the key with ${response?.status}: ${response?.bodyText.slice(0, 200)}. Check ${keySource}${front}.`;
}

/** A sentence that says what answers instead of this API, and what to do. */
async function strangerOf(looks: readonly Look[], key: string, session: Session): Promise<string> {
  const { target } = session.profile;
  const seen = (wanted: Sight): Look | undefined => looks.find((look) => look.sight === wanted);
  const { exchange, sight } = seen('stranger') ?? seen('no-such-path') ?? looks[0]!;
  const { failure, request, response } = exchange;
  if (response === null) {
    if (failure?.kind === 'garbled' || failure?.kind === 'too-large')
      return `${target} is not the address of this API: ${failure.message}. Check the scheme (http or https) and the port of --target.`;
    return `${target} cannot be reached: ${failure?.message}. ${failure?.remedy ?? 'Check the address, and that the service is up.'}`;
  }
  const answer = `${request.method} ${request.url} answers ${response.status}`;
  const said = `${target} is not the address of this API: ${answer}`;
  const elsewhere = await otherAddress(key, session);
  if (elsewhere !== null)
    return `${said}, and the API is at ${elsewhere}. Pass --target ${elsewhere}, without the rest.`;
  if ([502, 503, 504].includes(response.status))
    return `${target} cannot be reached: ${answer} repeatedly, but not in a form of this API. Probably a gateway cannot reach the service. Check that the service behind --target is up.`;
  if (sight === 'no-such-path')
    return `${said}, as for the other operations. Check the path of --target: it must be the part of the URL before /api/v1.`;
  return `${said}${describe(response, request)}`;
}

/** The end of a sentence about another service. */
function describe(response: Response, { url, path }: Exchange['request']): string {
  const { status, headers, bodyText, body } = response;
  if (/\bHTTP request\b.*\bHTTPS (port|server)/i.test(bodyText))
    return ' and asks for HTTPS. Write https:// in --target.';
  if (status >= 300 && status < 400) return redirectTo(headers['location'] ?? '', url, path);
  if (status === 407) return ': a proxy asks for a credential. Check the proxy that the environment names.';
  if (isPage(response)) {
    const title = /<title[^>]*>\s*([^<]{1,80})/i.exec(bodyText)?.[1]?.trim();
    const page = title === undefined ? 'a web page' : `the web page "${title}"`;
    return ` with ${page}. Check that --target is the address of the API and not of a web site, and that no login page of a network or firewall answers instead.`;
  }
  const other = body === undefined ? 'a text that is not JSON' : 'JSON that is not of this API';
  return ` with ${other} (${shown(bodyText, 80)}). Check --target: another service may use this address.`;
}

function redirectTo(location: string, asked: string, path: string): string {
  if (!URL.canParse(location, asked)) return ', a redirect to nowhere. Check --target.';
  const { origin, pathname } = new URL(location, asked);
  const to = origin + pathname;
  return pathname.endsWith(path) && to !== asked
    ? `, a redirect to ${to}. Pass --target ${to.slice(0, -path.length)}: the suite follows no redirect.`
    : `, a redirect to ${to}, such as a login page. Check --target and gateways in front of the API: the suite follows no redirect.`;
}

/** The address at which the API answers, if the given address has too much path; null if it does not answer there. */
async function otherAddress(key: string, session: Session): Promise<string | null> {
  const { origin, pathname } = new URL(session.profile.target);
  const before = /^(.*?)\/api(\/v\d+)?(\/|$)/.exec(pathname)?.[1];
  const tried = [...new Set([before, ''])].filter(
    (path) => path !== undefined && path !== pathname.replace(/\/$/, ''),
  );
  const balance = session.documents.contract.operation('getCreditBalance');
  for (const path of tried) {
    const { response } = await session.wire.ask(origin + path, ownRequest('elsewhere', balance, key));
    const sight = sightOf(response, balance, session.profile.balancePointer);
    if (sight === 'ours' || (sight === 'refused' && errorIn(response?.body) !== null)) return origin + path;
  }
  return null;
}
