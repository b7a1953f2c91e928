/** JSON-RPC 2.0, section 7: each of its examples with one of our methods, as bytes, on every transport. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { program } from '../harness/programs.ts';
import type { RawLine } from '../server/rawLine.ts';
import { type RawServer, rawTransports } from './rawTransports.ts';

interface Exchange {
  readonly title: string;
  readonly send: string;
  /** The expected reply. Undefined for no reply. */
  readonly back?: unknown;
}

const failure = (code: number, id: unknown = null, data: object = {}) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String), data: expect.objectContaining(data) },
});
const success = (result: object, id: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: expect.objectContaining(result),
});
const parseError = failure(-32700);
const invalidRequest = failure(-32600);

const exchanges: readonly Exchange[] = [
  {
    title: 'positional parameters, where the method declares their order',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": ["s1", 42, 23], "id": 1}',
    back: success({ resized: true }, 1),
  },
  {
    title: 'fewer positional parameters than there are',
    send: '{"jsonrpc": "2.0", "method": "session.info", "params": ["s1"], "id": 2}',
    back: success({ session: 's1', size: { rows: 42, cols: 23, pixel_width: 0, pixel_height: 0 } }, 2),
  },
  {
    title: 'a positional parameter that is wrong, named as it is declared',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": ["s1", 0, 23], "id": 3}',
    back: failure(-32602, 3, { path: 'rows' }),
  },
  {
    title: 'more positional parameters than there are',
    send: '{"jsonrpc": "2.0", "method": "session.info", "params": ["s1", 1], "id": 4}',
    back: failure(-32602, 4, { path: '1' }),
  },
  {
    title: 'positional parameters, where the method declares none',
    send: '{"jsonrpc": "2.0", "method": "server.set_notifications", "params": [true], "id": 5}',
    back: failure(-32602, 5, { path: '', expected: 'object', got: 'array' }),
  },
  {
    title: 'an empty array of parameters',
    send: '{"jsonrpc": "2.0", "method": "session.list", "params": [], "id": 6}',
    back: success({ sessions: ['s1'] }, 6),
  },
  {
    title: 'named parameters',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": {"session": "s1", "rows": 24, "cols": 80}, "id": 7}',
    back: success({ resized: true }, 7),
  },
  {
    title: 'named parameters in another order',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": {"cols": 80, "rows": 24, "session": "s1"}, "id": 8}',
    back: success({ resized: true }, 8),
  },
  {
    title: 'a notification',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": {"session": "s1", "rows": 30, "cols": 100}}',
  },
  {
    title: 'a notification has had its effect',
    send: '{"jsonrpc": "2.0", "method": "session.info", "params": {"session": "s1"}, "id": 9}',
    back: success({ size: { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 } }, 9),
  },
  { title: 'a notification of no method', send: '{"jsonrpc": "2.0", "method": "foobar"}' },
  {
    title: 'a notification with wrong parameters',
    send: '{"jsonrpc": "2.0", "method": "session.resize", "params": {"rows": "x"}}',
  },
  {
    title: 'a method that does not exist',
    send: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    back: failure(-32601, '1', { method: 'foobar' }),
  },
  ...['constructor', '__proto__', 'toString', 'rpc.', ''].map((method) => ({
    title: `unknown method ${JSON.stringify(method)}`,
    send: JSON.stringify({ jsonrpc: '2.0', method, id: 10 }),
    back: failure(-32601, 10, { method }),
  })),
  {
    title: 'invalid JSON',
    send: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
    back: parseError,
  },
  {
    title: 'an invalid request object',
    send: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
    back: invalidRequest,
  },
  {
    title: 'a batch that is invalid JSON',
    send: '[{"jsonrpc": "2.0", "method": "session.list", "id": "1"}, {"jsonrpc": "2.0", "method"]',
    back: parseError,
  },
  { title: 'an empty array', send: '[]', back: invalidRequest },
  { title: 'an invalid batch that is not empty', send: '[1]', back: [invalidRequest] },
  { title: 'an invalid batch', send: '[1,2,3]', back: [invalidRequest, invalidRequest, invalidRequest] },
  {
    title: 'a mixed batch',
    send: `[
      {"jsonrpc": "2.0", "method": "session.info", "params": ["s1"], "id": "1"},
      {"jsonrpc": "2.0", "method": "session.resize", "params": ["s1", 24, 80]},
      {"jsonrpc": "2.0", "method": "session.resize", "params": {"session": "s1", "rows": 24, "cols": 80}, "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "session.list", "id": "9"}
    ]`.replaceAll('\n', ' '),
    back: expect.toSatisfy((replies: unknown[]) => {
      expect(replies).toHaveLength(5);
      expect(replies).toEqual(
        expect.arrayContaining([
          success({ session: 's1' }, '1'),
          success({ resized: true }, '2'),
          invalidRequest,
          failure(-32601, '5'),
          success({ sessions: ['s1'] }, '9'),
        ]),
      );
      return true;
    }),
  },
  {
    title: 'a batch of notifications only',
    send: '[{"jsonrpc": "2.0", "method": "notify_sum"}, {"jsonrpc": "2.0", "method": "session.resize", "params": ["s1", 24, 80]}]',
  },
  {
    title: 'the id null',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": null}',
    back: success({ sessions: ['s1'] }, null),
  },
  {
    title: 'the id 0',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": 0}',
    back: success({ sessions: ['s1'] }, 0),
  },
  {
    title: 'an empty id',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": ""}',
    back: success({ sessions: ['s1'] }, ''),
  },
  {
    title: 'an id that only looks like a number',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": "1"}',
    back: success({ sessions: ['s1'] }, '1'),
  },
  {
    title: 'the id of another language',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": "идея 💡"}',
    back: success({ sessions: ['s1'] }, 'идея 💡'),
  },
  {
    title: 'an id that is no id',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": [1]}',
    back: invalidRequest,
  },
  {
    title: 'an id with a fraction',
    send: '{"jsonrpc": "2.0", "method": "session.list", "id": 1.5}',
    back: invalidRequest,
  },
  {
    title: 'another version',
    send: '{"jsonrpc": "1.0", "method": "session.list", "id": 1}',
    back: failure(-32600, 1),
  },
  { title: 'no version', send: '{"method": "session.list", "id": 1}', back: failure(-32600, 1) },
  { title: 'an unexpected reply', send: '{"jsonrpc": "2.0", "result": 19, "id": 1}' },
];

describe.concurrent.each(Object.entries(rawTransports))('%s', (_, start) => {
  let server: RawServer;
  let line: RawLine;
  beforeAll(async () => {
    server = await start();
    line = server.line;
    const created = await line.ask('first', 'session.create', program('prints-ready'));
    expect(created.result).toEqual({ session: 's1' });
  });
  afterAll(() => server.close());

  it.sequential.each(exchanges)('$title', async ({ send, back }) => {
    line.send(send);
    if (back !== undefined) expect(await line.next()).toEqual(back);
    // Any other reply would come before this one.
    expect(await line.ask('after', 'session.list')).toMatchObject({
      id: 'after',
      result: { sessions: ['s1'] },
    });
  });

  it.sequential('one id twice in flight: each is answered', async () => {
    const wait = (value: string, timeout_ms: number) => ({
      id: 'twin',
      method: 'session.wait',
      params: { session: 's1', matcher: { type: 'contains_text', value }, evidence: 'none', timeout_ms },
    });
    line.say(wait('absent', 50));
    line.say(wait('ready', limits.timeoutMs));
    // On a busy machine, the first may time out before the second is read.
    const replies = [await line.reply(), await line.reply()];
    expect(replies.map(({ id }) => id)).toEqual(['twin', 'twin']);
    expect(replies.find(({ result }) => result !== undefined)?.result).toMatchObject({ matched: true });
    expect(replies.find(({ error }) => error !== undefined)?.error).toMatchObject({ code: -32001 });
  });

  it.sequential('the replies of a batch carry the ids of its requests', async () => {
    line.send(
      '[{"jsonrpc":"2.0","method":"session.list","id":1},{"jsonrpc":"2.0","method":"session.list","id":1},{"jsonrpc":"2.0","method":"nothing","id":"1"}]',
    );
    const replies = (await line.next()) as { id: unknown }[];
    expect(replies.map(({ id }) => id)).toEqual([1, 1, '1']);
  });
});
