/** The `mutator` of orval: its client sends every request through it. */
let base = '';
let bearer = '';

export function connectTo(url: string, key: string): void {
  base = url;
  bearer = `Bearer ${key}`;
}

export async function orvalFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = new Headers(options.headers);
  headers.set('Authorization', bearer);
  const response = await fetch(base + path, { ...options, headers });
  return { data: await response.json(), status: response.status, headers: response.headers } as Answer;
}
