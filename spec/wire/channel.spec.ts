import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openChannel } from '../../src/wire/channel.ts';
import type { Message, Request } from '../../src/wire/envelope.ts';
import { encodeFrame, framings } from '../../src/wire/framing.ts';
import { answers, clot, converse, failure, frames, handTimer, settled } from './conversation.ts';

const call = (id: unknown, method = 'echo', params: unknown = {}) => ({ jsonrpc: '2.0', id, method, params });
const echoed = (id: unknown, result: unknown = {}) => ({ jsonrpc: '2.0', id, result });
const never = () => {};

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
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
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

describe('batches', () => {
  it('are answered when the last request is, in one array', async () => {
    const talk = converse({ handle: never });
    talk.say([call('a'), { jsonrpc: '2.0', method: 'tell' }, call('b'), 5], call('c'));
    await settled();
    talk.channel.reply(3, { result: 'c' });
    talk.channel.reply(2, { result: 'b' });
    expect(await talk.soFar()).toEqual([echoed('c', 'c')]);
    talk.channel.reply(1, { result: 'a' });
    expect(await talk.rest()).toEqual([
      echoed('c', 'c'),
      [failure('not_an_object'), echoed('b', 'b'), echoed('a', 'a')],
    ]);
  });

  it('may be as long as the limit and no longer', async () => {
    const talk = converse();
    const many = Array.from({ length: 256 }, (_, id) => call(id));
    talk.say(many, [...many, call(256)], many);
    const all = many.map(({ id }) => echoed(id));
    expect(await talk.rest()).toEqual([all, failure('batch_too_large'), all]);
  });

  it('cannot pile up unsent replies beyond what a connection may hold', async () => {
    const talk = converse({ limits: { outboxCloseBytes: 10_000 }, handle: never });
    talk.say(Array.from({ length: 20 }, (_, id) => call(id)));
    await settled();
    for (let own = 1; own < 20; own++) talk.channel.reply(own, { result: 'x'.repeat(1000) });
    expect(await talk.closed).toBe('overfull');
  });

  it('hand replies on, and cancellations', async () => {
    const talk = converse({ handle: never });
    talk.say([call(1), { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } }, echoed(9)]);
    await settled();
    expect(talk.taken).toEqual([
      call(1),
      { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } },
      echoed(9),
    ]);
  });
});

describe('a reply', () => {
  const says = (method: string) => ({ jsonrpc: '2.0', method });

  it('precedes the notifications it caused, though it is settled later in the turn', async () => {
    const talk = converse({
      handle: async (message, channel) => {
        channel.notify('changed');
        for (let hop = 0; hop < 20; hop++) await null;
        channel.reply((message as Request).id as number, { result: 1 });
        channel.notify('later');
      },
    });
    // From a turn of its own, as a socket would: there ticks run before microtasks.
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

  it('may hold them for a deed of several turns', async () => {
    const talk = converse({ handle: (message, channel) => channel.hold((message as Request).id as number) });
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
    const channel = openChannel(
      { input: slow.stream, output: slow.stream, framing: 'ndjson', limits, timer: systemClock },
      { message() {}, closed() {} },
    );
    for (let sent = 0; sent < 50; sent++) channel.notify('changed', { sent });
    await settled();
    expect(slow.waiting()).toBe(1);
    expect(slow.bytes()).toBeGreaterThan(50 * 40);
    channel.destroy();
  });

  it('to requests that came together shares a write, though one a turn is answered', async () => {
    const slow = clot();
    const queue: number[] = [];
    const channel = openChannel(
      { input: slow.stream, output: slow.stream, framing: 'ndjson', limits, timer: systemClock },
      { message: (message) => queue.push((message as Request).id as number), closed() {} },
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

  it('to one of them leaves when the next turn answers none', async () => {
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
        const { id } = message as Request;
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

  it('never repeats what it refuses', async () => {
    const talk = converse();
    const secret = 'sk-ant-secret';
    talk.say(secret, `{"${secret}`, { [secret]: secret }, `[${secret}]`, { ...call({ secret }) });
    talk.say({ ...call(1), params: secret }, call(2, 'echo', { [secret]: { constructor: secret } }));
    expect(JSON.stringify(await talk.rest())).not.toContain('secret');
  });
});

describe.each(framings)('the end of the input over %s', (framing) => {
  it('leaves time for what is in flight', async () => {
    const ended: string[] = [];
    const talk = converse({ framing, handle: (message) => ended.push((message as Request).method) });
    talk.say(call('a'), call('b'));
    talk.input.end();
    await settled();
    expect(await talk.soFar()).toEqual([]);
    talk.channel.reply(2, { result: 'b' });
    await settled();
    talk.channel.notify('changed');
    talk.channel.reply(1, { result: 'a' });
    expect(await talk.closed).toBe('ended');
    expect(await talk.soFar()).toEqual([
      echoed('b', 'b'),
      echoed('a', 'a'),
      { jsonrpc: '2.0', method: 'changed' },
    ]);
  });

  it('inside a frame is refused, after which the rest is still answered', async () => {
    const talk = converse({ framing, handle: never });
    talk.say(call('a'));
    talk.input.end(encodeFrame(framing, '{"jsonrpc":').trimEnd().slice(0, -1));
    await settled();
    talk.channel.reply(1, { result: 1 });
    expect(await talk.rest()).toEqual([
      failure(framing === 'lsp' ? 'cut_short' : 'not_json'),
      echoed('a', 1),
    ]);
  });

  it('with nothing said closes at once', async () => {
    const talk = converse({ framing });
    expect(await talk.rest()).toEqual([]);
    expect(await talk.closed).toBe('ended');
  });
});

describe('closing', () => {
  it('after end() sends what was said and takes nothing more', async () => {
    const talk = converse({ handle: never });
    talk.say(call('a'));
    await settled();
    talk.channel.notify('bye');
    talk.channel.reply(1, { error: { code: -32005, message: 'Cancelled' } });
    talk.channel.end();
    talk.say(call('b'));
    expect(await talk.closed).toBe('left');
    expect(await talk.soFar()).toHaveLength(2);
    expect(talk.taken).toHaveLength(1);
    talk.channel.notify('into the void');
    talk.channel.reply(1, { result: 0 });
    talk.channel.destroy();
  });

  it('happens after a header that is wrong, once that is said', async () => {
    const talk = converse({ framing: 'lsp', handle: never });
    talk.say(call('a'));
    talk.input.write('Content-Length: -1\r\n\r\n{}');
    expect(await talk.closed).toBe('refused');
    expect(await talk.soFar()).toEqual([failure('length_malformed')]);
  });

  it.each(['input', 'output'] as const)('follows an error of the %s, without a crash', async (side) => {
    const slow = clot();
    const talk = converse();
    const stream = side === 'input' ? talk.input : slow.stream;
    const closed = new Promise((resolve) => {
      const other = clot().stream;
      openChannel(
        {
          input: side === 'input' ? stream : other,
          output: side === 'output' ? stream : other,
          framing: 'ndjson',
          limits,
          timer: systemClock,
        },
        { message() {}, closed: resolve },
      );
    });
    stream.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    expect(await closed).toBe('reset');
  });

  it('says why once, and nothing after it', async () => {
    const slow = clot();
    const reasons: unknown[] = [];
    const messages: Message[] = [];
    const channel = openChannel(
      { input: slow.stream, output: slow.stream, framing: 'ndjson', limits, timer: systemClock },
      {
        message: (message) => {
          messages.push(message);
          channel.destroy();
        },
        closed: (why) => reasons.push(why),
      },
    );
    slow.stream.push(`${JSON.stringify(call(1))}\n${JSON.stringify(call(2))}\n`);
    await settled();
    channel.end();
    channel.destroy();
    expect(reasons).toEqual(['left']);
    expect(messages).toHaveLength(1);
  });
});

describe('a frame that was begun', () => {
  const begin = (framesExpire: boolean) => {
    const timer = handTimer();
    const talk = converse({ timer, framesExpire });
    return { timer, talk };
  };

  it('must end in time, and each has its own time', async () => {
    const { timer, talk } = begin(true);
    talk.input.write('{"json');
    await settled();
    expect(timer.armed()).toEqual([30_000]);
    talk.input.write('rpc":"2.0","id":1,"method":"echo","params":[]}\n');
    await settled();
    expect(timer.armed()).toEqual([]);
    talk.input.write('{"jsonrpc":"2.0"');
    await settled();
    timer.fire();
    expect(await talk.closed).toBe('refused');
    expect(await talk.soFar()).toEqual([echoed(1, []), failure('frame_too_slow')]);
    expect(timer.armed()).toEqual([]);
  });

  it('may take as long as it likes on stdio', async () => {
    const { timer, talk } = begin(false);
    talk.input.write('{"json');
    await settled();
    expect(timer.armed()).toEqual([]);
  });
});

describe('a slow reader', () => {
  const slowly = (bounds = {}) => {
    const slow = clot();
    const timer = handTimer();
    let drained = 0;
    let channel!: ReturnType<typeof openChannel>;
    const closed = new Promise((resolve) => {
      channel = openChannel(
        {
          input: slow.stream,
          output: slow.stream,
          framing: 'ndjson',
          limits: { ...limits, ...bounds },
          timer,
        },
        { message: (message) => answers(message, channel), closed: resolve, drained: () => drained++ },
      );
    });
    return { slow, timer, channel, closed, drained: () => drained };
  };
  const big = { text: 'x'.repeat(100_000) };

  it('is clogged above the pause and drained well below it', async () => {
    const { slow, channel, drained } = slowly();
    for (let sent = 0; sent < 10; sent++) channel.notify('output', big);
    expect(channel.clogged).toBe(false);
    channel.notify('output', big);
    expect(channel.clogged).toBe(true);
    await settled();
    while (slow.bytes() < 700_000) {
      slow.take();
      await settled();
    }
    expect([channel.clogged, drained()]).toEqual([true, 0]);
    while (slow.bytes() < 1_000_000) {
      slow.take();
      await settled();
    }
    expect([slow.waiting(), channel.clogged, drained()]).toEqual([1, false, 1]);
    while (slow.waiting() > 0) {
      slow.take();
      await settled();
    }
    expect([channel.clogged, drained()]).toEqual([false, 1]);
    expect(slow.bytes()).toBe(
      11 * (100_000 + JSON.stringify({ jsonrpc: '2.0', method: 'output', params: { text: '' } }).length + 1),
    );
    channel.destroy();
  });

  it('is disconnected when nothing was taken for long, but not while it takes', async () => {
    const { slow, timer, channel, closed } = slowly();
    channel.notify('output', big);
    await settled();
    expect(timer.armed()).toEqual([30_000]);
    slow.take();
    await settled();
    expect(timer.armed()).toEqual([30_000]);
    slow.take();
    await settled();
    expect(timer.armed()).toEqual([]);
    channel.notify('output');
    await settled();
    timer.fire();
    expect(await closed).toBe('stalled');
    expect(timer.armed()).toEqual([]);
  });

  it('is disconnected when too much waits', async () => {
    const { channel, closed } = slowly({ outboxCloseBytes: 2_000_000 });
    for (let sent = 0; sent < 40; sent++) {
      channel.notify('output', big);
      if (sent % 10 === 0) await settled();
    }
    expect(await closed).toBe('overfull');
  });

  it('gets every byte in order, whatever the size of the pieces', async () => {
    const { slow, channel } = slowly();
    const got: Buffer[] = [];
    const write = slow.stream._write.bind(slow.stream);
    slow.stream._write = (chunk: Buffer, encoding, taken) => {
      got.push(chunk);
      write(chunk, encoding, taken);
    };
    const sizes = [1, 70_000, 3, 65_536, 200_000, 10, 65_537];
    for (const size of sizes) {
      channel.notify('é🙂'.repeat(size));
      await settled();
      if (size % 2) slow.take();
    }
    while (slow.waiting() > 0) {
      slow.take();
      await settled();
    }
    const methods = frames(Buffer.concat(got), 'ndjson').map(
      (frame) => (frame as { method: string }).method.length / 3,
    );
    expect(methods).toEqual(sizes);
    channel.destroy();
  });
});
