/** The workbench's server, as the page calls it. */

/** `body` is sent as JSON, or as it is if it is a file. Throws an Error with the server's own sentence. */
export async function call(method, path, body) {
  const isFile = body instanceof Blob;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': type }, body: isFile ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new Error('The workbench does not answer. Is it still running?');
  }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.problem);
  return told;
}

const sources = new Map();

/** A finished run: its view is read once, bodies when they are opened. */
export async function sourceOf(id) {
  let source = sources.get(id);
  if (source === undefined) {
    const run = await call('GET', `/runs/${id}/view`);
    const heads = new Map(run.exchanges.map((each) => [each.id, each]));
    source = {
      run,
      exchange: (number) => heads.get(number),
      bodies: (number) => call('GET', `/runs/${id}/exchange?number=${number}`),
    };
    sources.set(id, source);
  }
  return source;
}
