/** The order of a reply and the notifications that it causes. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { Channel } from '#rpc/channel.ts';
import type { RpcRequest } from '#rpc/envelope.ts';
import { call, clot, converse, echoed, failure, never, settled } from '../conversation.ts';

describe('a reply', () => {
  const says = (method: string) => ({ jsonrpc: '2.0', method });

  it('precedes the notifications that it caused, even if it is ready later in the turn', async () => {
    const talk = converse({
      handle: async (message, channel) => {
        channel.notify('changed');
        for (let hop = 0; hop < 20; hop++) await null;
        channel.reply((message as RpcRequest).id as number, { result: 1 });
        channel.notify('later');
      },
    });
    // Runs in a separate turn of the event loop, like a socket: there, ticks run before microtasks.
    await new Promise<void>((said) => setImmediate(() => said(talk.say(call('a')))));
    expect(await talk.rest()).toEqual([echoed('a', 1), says('changed'), says('later')]);
  });

  it('that waits holds no notification back', async () => {
    const talk = converse({ handle: never });
    talk.say(call('wait'));
    await settled();
    talk.channel.notify('changed');
    expect(await talk.soFar()).toEqual([says('changed')]);
  });

  it('may hold them for a handler of several turns', async () => {
    const talk = converse({
      handle: (message, channel) => channel.hold((message as RpcRequest).id as number),
    });
    talk.say(call('a'), call('b'));
    await settled();
    talk.channel.notify('changed');
    talk.channel.reply(1, { result: 1 });
    expect(await talk.soFar()).toEqual([echoed('a', 1)]);
    talk.channel.reply(2, { result: 2 });
    expect(await talk.rest()).toEqual([echoed('a', 1), echoed('b', 2), says('changed')]);
  });

  it('shares one write with all of its turn', async () => {
    const slow = clot();
    const channel = new Channel(
      { input: slow.stream, output: slow.stream, framing: 'ndjson', limits, timer: systemClock },
      { message() {}, closed() {} },
    );
    for (let sent = 0; sent < 50; sent++) channel.notify('changed', { sent });
    await settled();
    expect(slow.waiting()).toBe(1);
    expect(slow.bytes()).toBeGreaterThan(50 * 40);
    channel.destroy();
  });

  it('to requests from one turn shares a write, although one is answered per turn', async () => {
    const slow = clot();
    const queue: number[] = [];
    const channel = new Channel(
      { input: slow.stream, output: slow.stream, framing: 'ndjson', limits, timer: systemClock },
      { message: (message) => queue.push((message as RpcRequest).id as number), closed() {} },
    );
    const answerOne = () => {
      const own = queue.shift();
      if (own === undefined) return;
      setImmediate(answerOne);
      channel.reply(own, { result: own });
    };
    slow.stream.push(['a', 'b', 'c', 'd', 'e'].map((id) => `${JSON.stringify(call(id))}\n`).join(''));
    setImmediate(() => setImmediate(answerOne));
    await settled();
    expect(slow.waiting()).toBe(1);
    expect(slow.bytes()).toBe(5 * (JSON.stringify(echoed('a', 1)).length + 1));
    channel.destroy();
  });

  it('to one of them is written when the next turn answers none', async () => {
    const talk = converse({ handle: never });
    talk.input.write(`${JSON.stringify(call('a'))}\n${JSON.stringify(call('wait'))}\n`);
    await settled();
    talk.channel.reply(1, { result: 1 });
    talk.channel.notify('changed');
    expect(await talk.soFar()).toEqual([echoed('a', 1), says('changed')]);
  });

  it('that is no JSON is an internal error, not silence', async () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const results = [loop, 1n, undefined, Number.NaN];
    const talk = converse({
      handle: (message, channel) => {
        const { id } = message as RpcRequest;
        channel.reply(id as number, { result: results[(id as number) - 1] });
      },
    });
    talk.say(call('a'), call('b'), call('c'), call('d'));
    expect(await talk.rest()).toEqual([
      failure('not_serialisable', 'a'),
      failure('not_serialisable', 'b'),
      echoed('c', null),
      echoed('d', null),
    ]);
  });

  it('never contains the refused value', async () => {
    const talk = converse();
    const secret = 'sk-ant-secret';
    talk.say(secret, `{"${secret}`, { [secret]: secret }, `[${secret}]`, { ...call({ secret }) });
    talk.say({ ...call(1), params: secret }, call(2, 'echo', { [secret]: { constructor: secret } }));
    expect(JSON.stringify(await talk.rest())).not.toContain('secret');
  });
});
