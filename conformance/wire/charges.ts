/** Computes the most that requests can cost (§1, §7.1). */
import { mostCreditsOfPage, type Contract, type Operation } from '../../spec/contract.js';
import type { Priced } from '../model/spending.js';
import { parsedJson } from '../values/json.js';
import { follow } from '../values/pointers.js';
import type { Outgoing } from './wire.js';

const HARMLESS = ['GET', 'HEAD', 'OPTIONS'];

/** Returns the price of a job times the requested jobs, and the operation. */
export function priced(
  { method, path, operation: id, body }: Pick<Outgoing, 'method' | 'path' | 'operation' | 'body'>,
  contract: Contract,
): Priced {
  const found = id === null ? contract.match(method, path.replace(/[?#].*$/s, '')) : null;
  const operation =
    id !== null ? contract.operation(id) : found !== null && 'operation' in found ? found.operation : null;
  if (HARMLESS.includes(method)) return { operation, most: 0 };
  const limit = follow(parsedJson(body?.toString('utf8') ?? null), ['limit']);
  return { operation, most: mostCreditsOfPage(operation ?? dearest(contract), limit) };
}

/** Returns the most expensive operation, because an unknown path may be another name of it. */
function dearest({ operations }: Contract): Operation {
  return operations.reduce((most, each) => (each.creditCost > most.creditCost ? each : most));
}
