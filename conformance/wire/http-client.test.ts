import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CUT } from '../record/exchange.js';
import { createKeeper, type KeptBody } from '../record/kept-bodies.js';
import { serve, serveRaw } from '../../test/servers/servers.js';
import { send, type Transport, type WireRequest } from './http-client.js';

const transport: Transport = { timeoutMs: 5000, maxBytes: 1000 };

const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
  ...more,
});

async function against(
  onData: Parameters<typeof serveRaw>[0],
  more: Partial<Transport> = {},
): ReturnType<typeof send> {
  return send(get((await serveRaw(onData)).url), { ...transport, ...more });
}

describe('send', () => {
  it('sends the bytes, the headers and their case as written', async () => {
    const server = await serve((request, response) => {
      response.setHeader('X-Raw', request.rawHeaders.join('|'));
      response.end();
    });
    const body = Buffer.from('{"a": 1,  }\u0000é');
    const headers = { 'Idempotency-KEY': 'use_v1_x', 'Content-Type': 'application/json' };
    const { response } = await send(
      get(`${server.url}/p?q=a%20b`, { method: 'POST', headers, body }),
      transport,
    );
    const sent = { method: 'POST', url: '/p?q=a%20b', body: body.toString('utf8') };
    expect(server.requests[0]).toMatchObject(sent);
    expect(response?.headers['x-raw']).toContain('Idempotency-KEY|use_v1_x');
    expect(server.requests[0]?.headers).toMatchObject({ 'content-length': String(body.length) });
  });

  it('closes the connection when the answer begins, with `cut`', async () => {
    const server = await serve((_request, response) => void response.end('{"whole":true}'));
    expect(await send(get(server.url, { cut: true }), transport)).toMatchObject({
      response: null,
      failure: { kind: 'connection', message: CUT },
      reached: true,
    });
  });

  it('stores only the beginning and the length of a body that the keeper rejects', async () => {
    const text = `{"a": "${'x'.repeat(5000)}"}`;
    const server = await serve((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync(text));
    });
    const sizes: number[] = [];
    const keep = (body: Buffer): KeptBody | null =>
      sizes.push(body.length) > 1 ? createKeeper().keep(body) : null;
    const ask = () => send(get(server.url), { ...transport, maxBytes: 10_000, keep });
    expect((await ask()).response).toMatchObject({ bodyText: text.slice(0, 1000), bodyCut: text.length });
    expect((await ask()).response).toMatchObject({ bodyText: text, body: { a: text.slice(7, -2) } });
    expect(sizes).toEqual([text.length, text.length]);
  });

  it('does not decompress a body with 1000 codings', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('Content-Encoding', Array(1000).fill('gzip').join(', '));
      response.end(gzipSync('x'));
    });
    const { failure } = await send(get(server.url), transport);
    expect(failure).toEqual({ kind: 'garbled', message: 'the body has 1000 content codings' });
  });

  it('decompresses a body, and limits its decompressed size', async () => {
    const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    let coding: keyof typeof packers | 'zip' = 'gzip';
    let text = '{"a":1}';
    const server = await serve((_request, response) =>
      response
        .writeHead(200, { 'Content-Encoding': coding })
        .end(coding === 'zip' ? text : packers[coding](text)),
    );
    const ask = (): ReturnType<typeof send> => send(get(server.url), transport);
    for (coding of ['gzip', 'deflate', 'br'] as const) expect((await ask()).response?.body).toEqual({ a: 1 });
    text = 'a'.repeat(1001);
    expect((await ask()).failure?.kind).toBe('too-large');
    coding = 'zip';
    text = '{}';
    expect((await ask()).failure).toEqual({
      kind: 'garbled',
      message: 'the body has the unsupported content coding zip',
    });
  });

  it('joins repeated headers, and parses JSON with any content type', async () => {
    const { response } = await against((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nX-Twice: a\r\nX-Twice: b\r\nContent-Length: 7\r\n\r\n{"a":1}'),
    );
    expect(response).toEqual({
      status: 200,
      headers: { 'x-twice': 'a, b', 'content-length': '7' },
      bodyText: '{"a":1}',
      body: { a: 1 },
    });
  });

  it('distinguishes a truncated answer from a missing one', async () => {
    const { failure } = await against((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour'),
    );
    expect(failure).toEqual({ kind: 'aborted', message: 'the answer ended after 4 bytes of its body' });
  });

  it('reports an answer that is not HTTP as garbled', async () => {
    expect((await against((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))).failure?.kind).toBe('garbled');
  });
});
