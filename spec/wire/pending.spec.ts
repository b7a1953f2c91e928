import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openChannel } from '../../src/wire/channel.ts';
import type { Request } from '../../src/wire/envelope.ts';
import { call, converse, echoed, failure, never, settled } from './conversation.ts';

describe('ids', () => {
  it('hands every request on under an id of its own and answers under the one given', async () => {
    const talk = converse();
    const given = [null, 7, '7', 7, '', -3];
    talk.say(...given.map((id) => call(id)));
    expect(await talk.rest()).toEqual(given.map((id) => echoed(id)));
    expect(talk.taken.map((message) => (message as Request).id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('answers once, whatever is replied', async () => {
    const talk = converse({ handle: never });
    talk.say(call('a'));
    await settled();
    for (const own of [1, 1, 2, 99]) talk.channel.reply(own, { result: own });
    expect(await talk.rest()).toEqual([echoed('a', 1)]);
  });

  it('translates a cancellation to every request in flight that it means', async () => {
    const talk = converse({ handle: never });
    talk.say(call(5), call('5'), call(5), call(null));
    const cancel = (params?: unknown) => ({ jsonrpc: '2.0', method: '$/cancelRequest', params });
    talk.say(cancel({ id: 5 }), cancel({ id: 6 }), cancel({ id: null }), cancel({}), cancel([5]), cancel());
    await settled();
    expect(talk.taken.slice(4)).toEqual([1, 3, 4].map((id) => cancel({ id })));
    for (const own of [1, 2, 3, 4])
      talk.channel.reply(own, { error: { code: -32005, message: 'Cancelled' } });
    expect(await talk.rest()).toHaveLength(4);
  });

  it('answers the request after the last that may be in flight with busy, at once and without handing it on', async () => {
    const talk = converse({ handle: never });
    talk.say(...Array.from({ length: 258 }, (_, id) => call(id)));
    expect(await talk.soFar()).toEqual([failure('busy', 256), failure('busy', 257)]);
    expect(talk.taken).toHaveLength(256);
    talk.channel.reply(1, { result: 0 });
    talk.say(call('next'));
    await settled();
    expect(talk.taken).toHaveLength(257);
  });

  it('bounds a million requests that nobody answers', async () => {
    const input = new PassThrough();
    let bytes = 0;
    const output = new Writable({
      write(chunk: Buffer, _encoding, taken) {
        bytes += chunk.length;
        taken();
      },
    });
    let handedOn = 0;
    const channel = openChannel(
      { input, output, framing: 'ndjson', limits, timer: systemClock },
      { message: () => handedOn++, closed() {} },
    );
    const lines = Buffer.from(`${JSON.stringify(call(123456))}\n`.repeat(500));
    const send = async (requests: number) => {
      for (let sent = 0; sent < requests; sent += 500) {
        input.write(lines);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await settled();
    };
    await send(100_000);
    const before = process.memoryUsage().rss;
    await send(900_000);
    // To keep them would take 180 MB and more; the engine's own comings and goings are 25 at times.
    expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
    expect(handedOn).toBe(256);
    expect(bytes).toBe((1e6 - 256) * (JSON.stringify(failure('busy', 123456)).length + 1));
    channel.destroy();
  });

  it('asks the other side and hands its reply on, in both directions at once', async () => {
    const talk = converse({
      handle: (message, channel) => 'method' in message && channel.request(40, 'and.you', [1]),
    });
    talk.say(call(1), echoed(40, 'fine'));
    expect(await talk.soFar()).toEqual([{ jsonrpc: '2.0', id: 40, method: 'and.you', params: [1] }]);
    expect(talk.taken).toEqual([call(1), echoed(40, 'fine')]);
  });
});
