/** What a request can cost, and what its answer says that it cost (§1, §7.1). */
import { createHash } from 'node:crypto';
import { mostCreditsOfPage, type Contract, type Operation, type OperationId } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { canonical, parsedJson } from '../values/json.js';
import { follow } from '../values/pointers.js';

export interface Charge {
  /** Credits that the answer says were used. */
  told: number;
  /** The most that it can have cost; above `told` where the answer does not tell, or tells less than its jobs are worth. */
  most: number;
}

/** A charge as far as the answer could be read. */
export interface ReadCharge extends Charge {
  /** False where no answer says what was charged: it was lost, or is none of this service. */
  isRead: boolean;
}

export interface Priced {
  method: string;
  /** With its query. */
  path: string;
  operation: OperationId | null;
  body: Buffer | null;
}

const HARMLESS = ['GET', 'HEAD', 'OPTIONS'];

/** The most that the request can cost: the price of a job times the jobs that it asks for. */
export function mostOf(request: Priced, contract: Contract): number {
  if (HARMLESS.includes(request.method)) return 0;
  const operation = operationOf(request, contract) ?? dearest(contract);
  return mostCreditsOfPage(operation, follow(parsedJson(request.body?.toString('utf8') ?? null), ['limit']));
}

export function operationOf(
  { method, path, operation }: Omit<Priced, 'body'>,
  contract: Contract,
): Operation | null {
  if (operation !== null) return contract.operation(operation);
  const found = contract.match(method, path.replace(/[?#].*$/s, ''));
  return found !== null && 'operation' in found ? found.operation : null;
}

/** A path that the contract does not know can be another name of any of its operations. */
function dearest({ operations }: Contract): Operation {
  return operations.reduce((most, each) => (each.creditCost > most.creditCost ? each : most));
}

/** Refusals of the contract, and those with which HTTP itself says that nothing was done. */
const REFUSALS = new Set([400, 401, 402, 403, 404, 405, 409, 411, 413, 414, 415, 422, 429, 431]);

/**
 * What the answer says of its charge. One that does not tell (cut, lost, a 5xx, a success without `credits_used`)
 * counts as the most that the request can cost; jobs that are said to be free count in full where nobody bought them
 * before in this run. `isKnown` says of a job whether it was.
 */
export function chargeOf(
  { response }: Pick<Exchange, 'response'>,
  most: number,
  price: number,
  isKnown: (job: string) => boolean,
): ReadCharge {
  if (response === null) return { told: 0, most, isRead: false };
  const { status, body } = response;
  const used = follow(body, ['data', 'credits_used']);
  const isTold = Number.isSafeInteger(used) && (used as number) >= 0;
  const told = isTold ? (used as number) : 0;
  const isRefused =
    REFUSALS.has(status) ||
    (status === 503 && chargedNothing(body)) ||
    (status === 200 && follow(body, ['success']) === false);
  if (isRefused) return { told, most: told, isRead: true };
  if (status !== 200 || !isTold) return { told, most: Math.max(told, most), isRead: false };
  const fresh = jobsIn(body).filter((job) => !isKnown(job)).length;
  return { told, most: Math.max(told, price * fresh), isRead: true };
}

/** §7.1: both kinds of 503 charge nothing, and the detail names the kind. */
function chargedNothing(body: unknown): boolean {
  return [['detail'], ['error', 'code'], ['error', 'message']].some((place) =>
    /^(service_unavailable|invalid_result)\b/.test(String(follow(body, place))),
  );
}

/** The jobs of an answer, each by a text of its own. */
export function jobsIn(body: unknown): string[] {
  const jobs = follow(body, ['data', 'jobs']);
  return Array.isArray(jobs) ? (jobs as unknown[]).map(nameOf) : [];
}

function nameOf(job: unknown): string {
  const link = follow(job, ['Job URL']) ?? follow(job, ['Apply URL']);
  const name = typeof link === 'string' ? `${link} ${String(follow(job, ['Job Title']))}` : canonical(job);
  // A digest is small, whatever the target calls its jobs.
  return createHash('sha256').update(name).digest('base64');
}
