/** A connection whose envelope answers requests one after the other and has 64-bit ids. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#rpc/channel.ts';
import type { Envelope, RpcMessage, RpcRequest } from '#rpc/envelope.ts';
import { converse, handTimer, settled } from './conversation.ts';

const inTurn: Envelope = {
  ids: 'u64',
  fallbackId: 0,
  notifications: false,
  batches: false,
  sequential: true,
  codes: { parse: 'unread', request: 'no request', params: 'params', internal: 'ours', busy: 'busy' },
  reply: (id, outcome) =>
    'error' in outcome ? `{"${id}":"${outcome.error.code}"}` : `{"${id}":${JSON.stringify(outcome.result)}}`,
  notification: (method) => JSON.stringify({ method }),
};

const ask = (id: number, method = 'now') => ({ id, method });

/** Answers at once, except for requests that the spec answers itself. */
function answering() {
  const begun: number[] = [];
  const late = new Map<number, () => void>();
  const handle = (message: RpcMessage, channel: Channel) => {
    const { id, method } = message as RpcRequest;
    begun.push(id as number);
    const reply = () => channel.reply(id as number, { result: method });
    if (method === 'later') late.set(id as number, reply);
    else reply();
  };
  return { begun, handle, finish: (own: number) => late.get(own)!() };
}

describe('a connection without concurrency', () => {
  it('begins a request, or refuses an invalid one, when all before it are answered', async () => {
    const { begun, handle, finish } = answering();
    const line = converse({ envelope: inTurn, handle });
    line.say(ask(7, 'later'), 'no JSON', ask(8), [ask(9)], { method: 'without an id' });
    expect(await line.soFar()).toEqual([]);
    expect(begun).toEqual([1]);
    finish(1);
    expect(await line.rest()).toEqual([
      { 7: 'later' },
      { 0: 'unread' },
      { 8: 'now' },
      { 0: 'no request' },
      { 0: 'no request' },
    ]);
  });

  it('answers everything that arrived before the end of the input', async () => {
    const { handle, finish } = answering();
    const line = converse({ envelope: inTurn, handle });
    line.say(ask(1, 'later'), ask(2));
    await settled();
    line.input.end();
    await settled();
    finish(1);
    expect(await line.rest()).toEqual([{ 1: 'later' }, { 2: 'now' }]);
  });

  it('answers accepted requests after finish(), and accepts no more', async () => {
    const { handle, finish } = answering();
    const line = converse({ envelope: inTurn, handle });
    line.say(ask(1, 'later'), ask(2));
    await settled();
    line.channel.finish();
    line.say(ask(3));
    await settled();
    finish(1);
    expect(await line.closed).toBe('ended');
    expect(await line.soFar()).toEqual([{ 1: 'later' }, { 2: 'now' }]);
  });

  it.each([
    ['requests', { pendingRequests: 10 }],
    ['characters', { frameBytes: 400 }],
  ])('stops reading when many %s are queued, and continues when they are done', async (_, limits) => {
    const { begun, handle, finish } = answering();
    const line = converse({ envelope: inTurn, handle, limits });
    line.say(ask(100, 'later'));
    await settled();
    for (let id = 101; id < 150; id++) line.say(ask(id));
    await settled();
    expect(line.input.isPaused()).toBe(true);
    finish(1);
    for (let turn = 0; turn < 20; turn++) await settled();
    expect(line.input.isPaused()).toBe(false);
    expect(begun).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(await line.rest()).toHaveLength(50);
  });

  it('requires no complete frame while it is not read', async () => {
    const timer = handTimer();
    const { handle, finish } = answering();
    const line = converse({
      envelope: inTurn,
      handle,
      timer,
      framesExpire: true,
      limits: { pendingRequests: 2 },
    });
    line.say(ask(1, 'later'));
    await settled();
    line.input.write(`${JSON.stringify(ask(2))}\n${JSON.stringify(ask(3))}\n{"id":4,`);
    await settled();
    expect(timer.armed()).toEqual([]);
    finish(1);
    await settled();
    expect(timer.armed()).toHaveLength(1);
    line.input.write('"method":"now"}\n');
    expect(await line.rest()).toEqual([{ 1: 'later' }, { 2: 'now' }, { 3: 'now' }, { 4: 'now' }]);
    expect(timer.armed()).toEqual([]);
  });

  it('yields to other connections between two requests', async () => {
    const { begun, handle } = answering();
    const line = converse({ envelope: inTurn, handle });
    let turns = 0;
    const count = () => {
      turns++;
      if (begun.length < 100) setImmediate(count);
    };
    line.input.write(Array.from({ length: 100 }, (_, id) => `${JSON.stringify(ask(id))}\n`).join(''));
    count();
    expect(await line.rest()).toHaveLength(100);
    expect(turns).toBeGreaterThan(90);
  });
});
