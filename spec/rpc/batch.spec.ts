/** JSON-RPC batches. */
import { describe, expect, it } from 'vitest';
import { call, converse, echoed, failure, never, settled } from './conversation.ts';

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

  it('cannot queue more replies than the limit of a connection', async () => {
    const talk = converse({ limits: { outboxCloseBytes: 10_000 }, handle: never });
    talk.say(Array.from({ length: 20 }, (_, id) => call(id)));
    await settled();
    for (let own = 1; own < 20; own++) talk.channel.reply(own, { result: 'x'.repeat(1000) });
    expect(await talk.closed).toBe('overfull');
  });

  it('pass on replies and cancellations', async () => {
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
