import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Connections, MOST_UNDER_WAY } from './connections.js';
import type { Trace } from './trace.js';

const aSocket = (facts = {}) => Object.assign(new EventEmitter(), facts) as Socket;
const WHOLE = { sent: 'whole', aborted: false };
const CUT = { sent: 'cut', aborted: true };
const anAnswer = () => ({
  res: { writableFinished: false } as { writableFinished: boolean } & ServerResponse,
  trace: { ...WHOLE } as Trace,
});

describe('a connection', () => {
  it('has a unique number, from 1 on', () => {
    const connections = new Connections();
    const [first, second] = [aSocket(), aSocket()];
    expect([first, second, first].map((socket) => connections.of(socket).number)).toEqual([1, 2, 1]);
  });

  it('that closes has cut the unsent answers, and no others', () => {
    const socket = aSocket();
    const connection = new Connections().of(socket);
    const [left, cut, waiting] = [anAnswer(), anAnswer(), anAnswer()];
    for (const { res, trace } of [left, cut, waiting]) connection.watch(res, trace);
    left.res.writableFinished = true;
    socket.emit('close');
    expect([left, cut, waiting].map(({ trace }) => trace)).toEqual([WHOLE, CUT, CUT]);
  });

  it('that is reset has not delivered its last answer, because the caller had not read it', () => {
    const socket = aSocket();
    const connection = new Connections().of(socket);
    const [read, unread] = [anAnswer(), anAnswer()];
    for (const { res, trace } of [read, unread]) {
      connection.watch(res, trace);
      res.writableFinished = true;
    }
    socket.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    socket.emit('close');
    expect([read, unread].map(({ trace }) => trace)).toEqual([WHOLE, CUT]);
  });

  it('handles its end once, however many answers it sends', () => {
    const socket = aSocket();
    const connection = new Connections().of(socket);
    for (let i = 0; i < 100; i += 1) {
      const { res, trace } = anAnswer();
      connection.watch(res, trace);
      res.writableFinished = true;
    }
    expect(['close', 'error'].map((name) => socket.listenerCount(name))).toEqual([1, 1]);
  });
});

it('a few requests of a packet run concurrently, in order, and those of other connections start immediately', async () => {
  const connections = new Connections();
  const [busy, other] = [aSocket({ bytesRead: 1_000 }), aSocket({ bytesRead: 10 })];
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (socket: Socket, name: string): void =>
    connections.of(socket).start(() => {
      started.push(name);
      return new Promise((end) => ends.push(end));
    });
  const names = Array.from({ length: 3 * MOST_UNDER_WAY }, (_, i) => `busy ${i}`);
  for (const name of names) start(busy, name);
  start(other, 'other');
  expect(started).toEqual(['busy 0', 'other']);
  started.pop();
  ends.pop();
  Object.assign(busy, { bytesRead: 2_000 });
  start(busy, 'behind them');
  for (let ended = 0; ended <= names.length; ended += 1) {
    await nextTurn();
    await nextTurn();
    expect(started).toHaveLength(Math.min(MOST_UNDER_WAY + ended, names.length + 1));
    ends[ended]!();
  }
  expect(started).toEqual([...names, 'behind them']);
});
