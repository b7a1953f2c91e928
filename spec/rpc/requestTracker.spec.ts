/** Ids of pending requests. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { Channel } from '#rpc/channel.ts';
import type { RpcRequest } from '#rpc/envelope.ts';
import { call, cancel, converse, echoed, never, settled } from './conversation.ts';

describe('ids', () => {
  it('passes every request on with a new id and answers with the original one', async () => {
    const talk = converse();
    const given = [null, 7, '7', 7, '', -3];
    talk.say(...given.map((id) => call(id)));
    expect(await talk.rest()).toEqual(given.map((id) => echoed(id)));
    expect(talk.taken.map((message) => (message as RpcRequest).id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('answers once, for any number of replies', async () => {
    const talk = converse({ handle: never });
    talk.say(call('a'));
    await settled();
    for (const own of [1, 1, 2, 99]) talk.channel.reply(own, { result: own });
    expect(await talk.rest()).toEqual([echoed('a', 1)]);
  });

  it('translates a cancellation to every request in flight that it means', async () => {
    const talk = converse({ handle: never });
    talk.say(call(5), call('5'), call(5), call(null));
    talk.say(cancel({ id: 5 }), cancel({ id: 6 }), cancel({ id: null }), cancel({}), cancel([5]), cancel());
    await settled();
    expect(talk.taken.slice(4)).toEqual([1, 3, 4].map((id) => cancel({ id })));
    for (const own of [1, 2, 3, 4])
      talk.channel.reply(own, { error: { code: -32005, message: 'Cancelled' } });
    expect(await talk.rest()).toHaveLength(4);
  });

  it('stops reading while requests are not answered', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let handedOn = 0;
    const channel = new Channel(
      { input, output, framing: 'ndjson', limits, timer: systemClock },
      { message: () => handedOn++, closed() {} },
    );
    const lines = Buffer.from(`${JSON.stringify(call(123456))}\n`.repeat(500));
    while (input.write(lines)) await new Promise((resolve) => setImmediate(resolve));
    await settled();
    expect(handedOn).toBe(256);
    expect(input.isPaused()).toBe(true);
    expect(output.read()).toBeNull();
    channel.destroy();
  });

  it('sends requests to the other side and returns their replies, in both directions at once', async () => {
    const talk = converse({
      handle: (message, channel) => 'method' in message && channel.request(40, 'and.you', [1]),
    });
    talk.say(call(1), echoed(40, 'fine'));
    expect(await talk.soFar()).toEqual([{ jsonrpc: '2.0', id: 40, method: 'and.you', params: [1] }]);
    expect(talk.taken).toEqual([call(1), echoed(40, 'fine')]);
  });
});
