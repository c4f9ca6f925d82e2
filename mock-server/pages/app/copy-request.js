/**
 * Copies commands and keys of the start page, which the server renders, and converts a logged request to a shell command or a step of
 * a pack, without its key.
 */
import { copy } from '../../../common/browser/messages.js';

/** Adds a button beside each command and key. Call it once. */
export function addCopyButtons(page) {
  for (const code of page.querySelectorAll('pre > code, code[data-account]')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    const isKey = code.dataset.account !== undefined;
    button.setAttribute('aria-label', isKey ? `Copy ${code.textContent}` : 'Copy this command');
    button.addEventListener('click', () => copy(code.textContent));
    (isKey ? code : code.parentElement).after(button);
  }
}

/** Returns the key of a seeded account from the start page; undefined for other accounts. */
export function demoKeyOf(account) {
  const keys = [...document.querySelectorAll('code[data-account]')];
  return keys.find(({ dataset }) => dataset.account === account)?.textContent;
}

/** Quotes a text for a shell, in single quotes. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a curl command that reads the key from a variable. */
export function asCurl({ request }, base) {
  const hasBody = typeof request.bodyText === 'string';
  const parts = [
    `curl ${quoted(base + request.url)}`,
    !['GET', 'POST'].includes(request.method) && `-X ${request.method}`,
    `-H "Authorization: Bearer $JOB_SEARCH_API_KEY"`,
    hasBody && `-H 'Content-Type: application/json'`,
    request.key && `-H ${quoted(`Idempotency-Key: ${request.key}`)}`,
    hasBody && `--data-raw ${quoted(request.bodyText)}`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

/** Returns a step of a scenario in YAML. Its values are JSON, which YAML reads as the same values. */
export function asStep({ operation, request, response }) {
  const parameters = [
    { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.activeKey}' },
    ...Object.entries(request.query ?? {}).map(([name, value]) => ({ name, in: 'query', value })),
    ...(request.key ? [{ name: 'Idempotency-Key', in: 'header', value: request.key }] : []),
  ];
  const payload = request.body ?? null;
  const body = { contentType: 'application/json', payload };
  return [
    '- stepId: ask',
    `  operationId: ${operation}`,
    '  parameters:',
    ...parameters.map((each) => `    - ${JSON.stringify(each)}`),
    ...(payload === null ? [] : [`  requestBody: ${JSON.stringify(body)}`]),
    ...(response ? ['  successCriteria:', `    - condition: $statusCode == ${response.status}`] : []),
    '',
  ].join('\n');
}
