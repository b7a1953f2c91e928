/** The end of a channel: end of input, closing, and incomplete frames. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { Channel } from '#rpc/channel.ts';
import type { RpcMessage, RpcRequest } from '#rpc/envelope.ts';
import { encodeFrame, framings } from '#rpc/framing.ts';
import { call, clot, converse, echoed, failure, handTimer, never, settled } from './conversation.ts';

describe.each(framings)('the end of the input over %s', (framing) => {
  it('leaves time for pending requests', async () => {
    const ended: string[] = [];
    const talk = converse({ framing, handle: (message) => ended.push((message as RpcRequest).method) });
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

  it('is handled after a frame that is too long, which is answered by its id', async () => {
    const talk = converse({ framing, limits: { frameBytes: 2000 } });
    talk.say({ ...call('long'), params: { text: 'x'.repeat(5000) } }, call('next'));
    const [refused, next] = await talk.rest();
    expect(refused).toMatchObject({ id: 'long', error: { data: { reason: 'frame_too_large' } } });
    expect(next).toMatchObject({ id: 'next' });
    expect(await talk.closed).toBe('ended');
  });

  it('without a message closes at once', async () => {
    const talk = converse({ framing });
    expect(await talk.rest()).toEqual([]);
    expect(await talk.closed).toBe('ended');
  });
});

describe('closing', () => {
  it('after end() sends queued messages and accepts no more', async () => {
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

  it('follows the error for an invalid header', async () => {
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
      new Channel(
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

  it('reports one reason, and nothing after it', async () => {
    const slow = clot();
    const reasons: unknown[] = [];
    const messages: RpcMessage[] = [];
    const channel = new Channel(
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

  it('has no time limit on stdio', async () => {
    const { timer, talk } = begin(false);
    talk.input.write('{"json');
    await settled();
    expect(timer.armed()).toEqual([]);
  });
});
