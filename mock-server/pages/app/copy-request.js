/** A logged request as text to copy: a shell command, or a step of a pack. Neither contains a key. */

/** In single quotes, as a shell reads it. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A curl command with the key in a variable. */
export function asCurl({ request }, base) {
  const headers = [
    `-H "Authorization: Bearer $JOB_SEARCH_API_KEY"`,
    ...(typeof request.bodyText === 'string' ? [`-H 'Content-Type: application/json'`] : []),
    ...(request.key ? [`-H ${quoted(`Idempotency-Key: ${request.key}`)}`] : []),
  ];
  const body = typeof request.bodyText === 'string' ? [`--data-raw ${quoted(request.bodyText)}`] : [];
  const method = request.method === 'POST' || request.method === 'GET' ? [] : [`-X ${request.method}`];
  const parts = [`curl ${quoted(base + request.url)}`, ...method, ...headers, ...body];
  return parts.join(' \\\n  ');
}

/** A step of a scenario, in YAML; values are JSON, which is YAML, too. */
export function asStep({ operation, request, response }) {
  const parameters = [
    ...Object.entries(request.query ?? {}).map(([name, value]) => ({ name, in: 'query', value })),
    ...(request.key ? [{ name: 'Idempotency-Key', in: 'header', value: request.key }] : []),
  ];
  const lines = ['- stepId: ask', `  operationId: ${operation}`, '  parameters:'];
  lines.push(`    - { name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }`);
  for (const parameter of parameters) lines.push(`    - ${flow(parameter)}`);
  if (request.body !== undefined && request.body !== null)
    lines.push('  requestBody:', '    contentType: application/json', `    payload: ${flow(request.body)}`);
  if (response) lines.push('  successCriteria:', `    - condition: $statusCode == ${response.status}`);
  return `${lines.join('\n')}\n`;
}

/** One line that YAML reads as the same value. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, each]) => `${plainOr(name)}: ${flow(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? plainOr(value) : JSON.stringify(value);
}

/** A word that YAML takes for nothing else stands as it is. */
function plainOr(text) {
  const isPlain = /^[A-Za-z][\w-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
