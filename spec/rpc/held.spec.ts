/**
 * More requests than may be in flight: they are held, started in order, and cancelled. Reading stops when many are
 * held.
 */
import { expect, it } from 'vitest';
import { call, cancel, converse, never, settled } from './conversation.ts';

const few = { pendingRequests: 2, pendingWaits: 3 };
const methods = new Map([['wait', { waits: true as const }]]);
const wait = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'wait' });
const notice = { jsonrpc: '2.0', method: 'notice' };

it('begins as many as may be in flight, and the next when one is answered', async () => {
  const talk = converse({ handle: never, limits: few });
  talk.say(call('a'), call('b'), notice, call('c'), call('d'));
  expect(await talk.soFar()).toEqual([]);
  expect(talk.taken).toHaveLength(2);
  talk.channel.reply(1, { result: 0 });
  expect(talk.taken.slice(2)).toMatchObject([{ method: 'notice' }, { id: 3 }]);
  await settled();
  talk.channel.reply(3, { result: 0 });
  expect(talk.taken.slice(4)).toMatchObject([{ id: 4 }]);
});

it('counts requests that wait apart from the others', async () => {
  const talk = converse({ handle: never, limits: few, methods });
  talk.say(wait(1), wait(2), wait(3), call('a'), wait(4), call('b'));
  await settled();
  expect(talk.taken).toHaveLength(4);
  talk.channel.reply(2, { result: 0 });
  expect(talk.taken).toHaveLength(6);
});

it('cancels a held request as soon as it begins', async () => {
  const talk = converse({ handle: never, limits: few });
  talk.say(call('a'), call('b'), call('c'), cancel({ id: 'c' }));
  await settled();
  expect(talk.taken).toHaveLength(2);
  talk.channel.reply(1, { result: 0 });
  expect(talk.taken.slice(2)).toMatchObject([{ id: 3 }, cancel({ id: 3 })]);
});

it('continues to read while little is held, so that a cancellation arrives, and stops at the limit', async () => {
  const talk = converse({ handle: never, limits: few });
  talk.say(call('a'), call('b'), call('c'));
  await settled();
  expect(talk.input.isPaused()).toBe(false);
  talk.say(cancel({ id: 'a' }));
  await settled();
  expect(talk.taken.slice(2)).toEqual([cancel({ id: 1 })]);
  talk.say(call('d'));
  await settled();
  expect(talk.input.isPaused()).toBe(true);
  for (const own of [1, 2]) talk.channel.reply(own, { result: 0 });
  expect(talk.input.isPaused()).toBe(false);
});

it('answers a batch of held requests as one', async () => {
  const talk = converse({ handle: never, limits: few });
  talk.say([call(1), call(2), call(3), call(4)]);
  await settled();
  for (const own of [1, 2, 3, 4]) talk.channel.reply(own, { result: own });
  const [replies] = (await talk.rest()) as [{ id: number }[]];
  expect(replies.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('answers held requests after the end of the input', async () => {
  const talk = converse({ handle: never, limits: few });
  talk.say(call(1), call(2), call(3));
  await settled();
  talk.input.end();
  await settled();
  for (const own of [1, 2, 3]) talk.channel.reply(own, { result: own });
  expect(await talk.rest()).toHaveLength(3);
});

it('begins many thousands that are answered at once without growing the stack', async () => {
  const talk = converse({
    limits: few,
    handle: (message, channel) => {
      if (talk.taken.length > 1) channel.reply((message as { id: number }).id, { result: 0 });
    },
  });
  talk.say(call(0), call(1));
  talk.input.write(Array.from({ length: 20_000 }, (_, id) => `${JSON.stringify(call(id + 2))}\n`).join(''));
  await settled();
  talk.channel.reply(1, { result: 0 });
  for (let turn = 0; turn < 20; turn++) await settled();
  expect(await talk.rest()).toHaveLength(20_002);
});
