/** Checks the request of a step against the document of its operation. */
import type { Issue, Operation } from '../../../spec/contract.js';
import { didYouMean, nearest } from '../../../common/nearest.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { messageOf } from '../../values/text.js';
import { expressionTexts } from '../language/expressions.js';
import type { RawBody, RequestBody, Step } from '../model/pack.js';
import { payloadOf } from '../model/payload.js';
import type { Place } from '../model/source-file.js';
import { type CheckContext, checkExpressions } from './context.js';

/** The limit for all copies of a raw body together. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MARK = '; if this is intended, say why in x-kit-deliberate';

export function checkRequest(step: Step, context: CheckContext): void {
  const { source, id } = step.operation ?? { source: 'contract', id: '' };
  const { pack, documents, report } = context;
  if (!pack.sources.some(({ name }) => name === source))
    report([...step.place, 'operationId'], `needs a source description named "${source}"`);
  if (source === 'admin') checkAdminStep(step, context);
  const operation = documents.contract.operations.find((each) => source === 'contract' && each.id === id);
  if (operation !== undefined) {
    checkCredential(step, context);
    checkParameters(step, operation, context);
  }
  checkBody(step, operation, context);
}

function checkAdminStep(step: Step, { documents, report }: CheckContext): void {
  const operation = documents.admin.operations.find(({ id }) => id === step.operation?.id);
  const needed = [...(operation?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = step.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  for (const name of needed)
    if (!given.includes(name)) report([...step.place, 'operationId'], `lacks the path parameter ${name}`);
  if (step.throttle || step.parallel > 1)
    report(step.place, 'an admin step cannot use x-kit-throttle or x-kit-parallel');
}

/** Reports a step without a credential, because every response would be a refusal. A step can state that this is intended. */
function checkCredential(step: Step, { report }: CheckContext): void {
  const named = step.parameters.some(
    (each) => each.in === 'header' && each.name.toLowerCase() === 'authorization',
  );
  if (!named)
    report(
      step.place,
      'sends no Authorization: add it to the parameters or to x-kit-defaults, or, if this is intended, add ' +
        "{ name: Authorization, in: header, value: '', x-kit-absent: true }",
    );
}

/** Headers that a pack can misspell. Others have any name, since gateways may need them. */
const HEADERS = ['Authorization', 'Idempotency-Key', 'X-Request-ID', 'Content-Type', 'Accept'];

function checkParameters({ parameters }: Step, operation: Operation, { report }: CheckContext): void {
  const { id, queryParameters: known } = operation;
  for (const { in: where, name, value, absent, deliberate, place } of parameters) {
    if (deliberate || (where !== 'query' && where !== 'header')) continue;
    // Also a known name with a prefix or a suffix, such as X-Authorization of a gateway.
    const isKnown = HEADERS.some((each) => `-${name}-`.toLowerCase().includes(`-${each}-`.toLowerCase()));
    if (where === 'query' && !known.includes(name))
      report([...place, 'name'], strayName(id, 'query parameter', name, known));
    if (where === 'header' && !isKnown && isMisspelt(name, nearest(name, HEADERS, 2)))
      report([...place, 'name'], strayName(id, 'header', name, HEADERS));
    if (absent || expressionTexts(value).length > 0) continue;
    const text = String(value);
    const issues =
      where === 'query' ? operation.validateQuery({ [name]: text }) : operation.validateHeader(name, text);
    for (const issue of issues)
      if (issue.loc.includes(name) || where === 'header')
        report([...place, 'value'], `${brokenBy(issue, id)}${MARK}`);
  }
}

/** Not if only words of two letters differ: X-Request-IP is another header than X-Request-ID. */
function isMisspelt(name: string, near: string | undefined): boolean {
  const longWords = (text: string): string => text.toLowerCase().replace(/(?<![^-])..?(?![^-])/g, '');
  return near !== undefined && longWords(name) !== longWords(near);
}

function strayName(operation: string, kind: string, name: string, known: readonly string[]): string {
  return `${operation} has no ${kind} "${name}"${MARK}.${didYouMean(name, known)}`;
}

function checkBody(step: Step, operation: Operation | undefined, context: CheckContext): void {
  const { documents, report } = context;
  const { body } = step;
  if (body === null) return;
  if (body.raw !== null && sizeOf(body.raw) * step.parallel > MOST_CHARACTERS)
    report(
      [...body.place, 'x-kit-raw'],
      `is larger than ${MOST_CHARACTERS / 1024 / 1024} MiB with its copies`,
    );
  if (body.raw !== null || body.absent) return;
  const at: Place = [...body.place, 'payload'];
  const payload = checkedPayload(body, at, context);
  if (body.deliberate || typeof payload === 'string' || step.operation === null) return;
  const { source, id } = step.operation;
  const issues = documents[source].operations.find((each) => each.id === id)?.validateBody(payload);
  const mark = source === 'admin' ? '' : MARK;
  const fields = operation?.bodyFields ?? [];
  for (const name of fields.length === 0 ? [] : Object.keys((payload ?? {}) as object))
    if (!fields.includes(name)) report([...at, name], strayName(id, 'field', name, fields));
  for (const issue of issues ?? []) {
    const parts = issue.loc.slice(1).map(String);
    // Values of expressions and of `carry` are unknown before the run.
    const around = parts.map((_, i) => follow(payload, parts.slice(0, i + 1)));
    if (around.some((value) => typeof value === 'string' && expressionTexts(value).length > 0)) continue;
    if (step.repeat?.carry.some(({ target }) => target === `/${parts.join('/')}`)) continue;
    report([...at, ...issue.loc.slice(1)], `${brokenBy(issue, id)}${mark}`);
  }
}

function sizeOf(raw: RawBody): number {
  if (typeof raw === 'string') return raw.length;
  if ('base64' in raw) return raw.base64.length;
  return raw.repeat.length * raw.times + (raw.before ?? '').length + (raw.after ?? '').length;
}

/** Reports a pointer into the next body whose field the operation does not have. */
export function checkTarget(target: string, place: Place, { step, documents, report }: CheckContext): void {
  const operation = documents.contract.operations.find(
    ({ id }) => step?.operation?.source === 'contract' && id === step.operation.id,
  );
  const [name] = parsePointer(target);
  if (operation === undefined || name === undefined || operation.bodyFields.includes(name)) return;
  report(place, `${operation.id} has no field "${name}".${didYouMean(name, operation.bodyFields)}`);
}

/** Returns the payload with its replacements; a text if the payload is one expression, whose value is unknown before the run. */
function checkedPayload(body: RequestBody, at: Place, context: CheckContext): unknown {
  const { payload, replacements } = body;
  checkExpressions(payload, at, context);
  checkExpressions(replacements, [...body.place, 'replacements'], context);
  if (typeof payload === 'string' && expressionTexts(payload).length > 0) return payload;
  try {
    return payloadOf(body);
  } catch (error) {
    context.report([...body.place, 'replacements'], messageOf(error));
    return payload;
  }
}

function brokenBy(issue: Issue, operation: string): string {
  return `${operation} does not accept this: ${issue.loc.slice(1).join('.') || issue.loc[0]} ${issue.msg}`;
}
