import { nearest } from '../../common/nearest.js';
import { refuse, type Problem } from '../domain/problems.js';
import type { Call, Located } from './call.js';

/** Makes a 404 that suggests a path: the same one with the missing base path, or one with nearly the same spelling. */
export function noSuchPath({ path, world }: Call): Problem {
  const known = world.contract.operations.map((operation) => operation.path);
  const found = known.find((each) => path.length > 1 && each.endsWith(path)) ?? nearest(path, known);
  return refuse('unknown-path', { hint: found === undefined ? '' : `; did you mean ${found}?` });
}

/** Another reference documents historical company search at this path (§9, reading `v3-path`). */
const V3_PATH = '/api/v3/company-jobs/search';

/** Finds the operation of method and path. Throws a 404, or a 405 with the methods of the path. */
export function findOperation(call: Call): Located {
  const { world, req } = call;
  if (req.headers.host === undefined && req.httpVersion === '1.1') {
    throw refuse('host-missing', {});
  }
  let path = call.path;
  if (path === V3_PATH && world.readings['v3-path'] === 'alias') {
    call.why = { clause: 'VER-4', reading: 'v3-path=alias' };
    path = world.contract.operation('searchCompanyJobsHistorical').path;
  }
  const match = world.contract.match(req.method ?? 'GET', path);
  if (match === null) throw noSuchPath(call);
  if ('allow' in match) {
    const methods = match.allow.join(', ');
    throw refuse('method-not-allowed', { methods }, { headers: ['Allow', methods] });
  }
  call.operation = match.operation;
  return call as Located;
}
