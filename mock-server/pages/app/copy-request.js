/** Converts a logged request to a shell command or a step of a pack, without its key. */

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
