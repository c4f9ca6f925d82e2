/** Converts a logged request to a shell command or a step of a pack, without its key. */

/** Quotes a text for a shell, in single quotes. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a curl command that reads the key from a variable. */
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

/** Returns a step of a scenario in YAML. */
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

/** Returns a value as one line of YAML. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, each]) => `${plainOr(name)}: ${flow(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? plainOr(value) : JSON.stringify(value);
}

/** Leaves out the quotes of a word that YAML reads as a string. */
function plainOr(text) {
  const isPlain = /^[A-Za-z][\w-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
