import { hostMissing, methodNotAllowed, unknownPath } from '../domain/problems.js';
import type { Call, Located } from './call.js';

/** Another reference shows historical company search here (§9, reading `v3-path`). */
const V3_PATH = '/api/v3/company-jobs/search';

/** The operation at the method and path, or 404, or 405 with the methods that the path takes. */
export function findOperation(call: Call): Located {
  const { world, req } = call;
  if (req.headers.host === undefined && req.httpVersion === '1.1') {
    throw hostMissing();
  }
  let path = call.path;
  if (path === V3_PATH && world.readings['v3-path'] === 'alias') {
    call.why = { clause: 'VER-4', reading: 'v3-path=alias' };
    path = world.contract.operation('searchCompanyJobsHistorical').path;
  }
  const match = world.contract.match(req.method ?? 'GET', path);
  if (match === null) throw unknownPath();
  if ('allow' in match) throw methodNotAllowed(match.allow);
  call.operation = match.operation;
  return call as Located;
}
