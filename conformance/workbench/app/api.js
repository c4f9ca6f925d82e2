/** Calls the server of the workbench. */

/** Sends `body` as JSON, or unchanged if it is a file. Throws an Error with the server's message. */
export async function call(method, path, body) {
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const sent = body !== undefined && {
    headers: { 'Content-Type': type },
    body: isFile ? body : JSON.stringify(body),
  };
  const answer = await fetch(`/api${path}`, { method, ...sent }).catch(() => {
    throw new Error('The workbench does not answer. Is it still running?');
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.problem);
  return result;
}

const sources = new Map();

/** A finished run. Its view is loaded once, and bodies when the reader opens them. */
export async function sourceOf(id) {
  const known = sources.get(id);
  if (known !== undefined) return known;
  const run = await call('GET', `/runs/${id}/view`);
  const source = { run, bodies: (number) => call('GET', `/runs/${id}/exchange?number=${number}`) };
  sources.set(id, source);
  return source;
}
