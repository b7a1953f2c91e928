/** Clients that read slowly or not at all. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { Channel } from '#rpc/channel.ts';
import { answers, clot, frames, handTimer, settled } from './conversation.ts';

describe('a slow reader', () => {
  const slowly = (bounds = {}) => {
    const slow = clot();
    const timer = handTimer();
    let drained = 0;
    let channel!: Channel;
    const closed = new Promise((resolve) => {
      channel = new Channel(
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

  it('is disconnected when it read nothing for long, but not while it reads', async () => {
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

  it('gets every byte in order, for any size of the pieces', async () => {
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
