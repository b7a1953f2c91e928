/** Replies and errors of wsh. */
import { describe, expect, it } from 'vitest';
import { wshServers } from './running.ts';

const running = wshServers();

describe('the envelope', () => {
  it('sends `connected` first', async () => {
    const client = await (await running()).connect();
    expect(client.messages).toEqual([{ connected: true }]);
  });

  it.each([1, 'a', null, 1.5, true, [1], { a: 1 }])('returns the id %j', async (id) => {
    const client = await (await running()).connect();
    const answer = await client.say({ id, method: 'list_sessions' }, (it) => 'id' in it);
    expect(answer).toEqual({ id, method: 'list_sessions', result: [] });
  });

  it('replies without an id to a request without one', async () => {
    const client = await (await running()).connect();
    const answer = await client.say({ method: 'list_sessions' }, (it) => it.method);
    expect(answer).toEqual({ method: 'list_sessions', result: [] });
  });

  it.each(['{', '[]', '1', '""', '{}', '{"id":1}', '{"id":1,"method":5}', ' '])(
    'refuses %s without an id and a method',
    async (text) => {
      const client = await (await running()).connect();
      const answer = await client.say(text, (it) => it.error);
      expect(answer).toEqual({
        error: { code: 'invalid_request', message: "Invalid JSON or missing 'method' field." },
      });
    },
  );

  it.each([5, 'x', true])('names the request whose parameters are %j', async (params) => {
    const client = await (await running()).connect();
    const answer = await client.say({ id: 1, method: 'list_sessions', params }, (it) => it.error);
    const error = { code: 'invalid_request', message: expect.stringContaining('`params` must be an object') };
    expect(answer).toEqual({ id: 1, method: 'list_sessions', error });
  });

  it('reports the error only', async () => {
    const client = await (await running()).connect();
    expect(await client.ask('nothing_like_it')).toEqual({
      id: 'ask 1',
      method: 'nothing_like_it',
      error: { code: 'unknown_method', message: "Unknown method 'nothing_like_it'." },
    });
    expect(await client.ask('get_screen', { format: 'html' })).toMatchObject({
      id: 'ask 2',
      error: { code: 'invalid_request', message: expect.stringMatching(/^format: .*plain \| styled/) },
    });
  });
});

describe('an error', () => {
  it('names the session as clients do', async () => {
    const server = await running();
    const client = await server.connect();
    await client.session('dev', 'exec cat');
    server.server.world.sessions.get('dev').inputLock.capture({}, { from: 'everyone', name: 'ada' });
    const message = "ada holds the input lock of 'dev'.";
    for (const method of ['send_input', 'capture_input'])
      expect((await client.ask(method, { data: 'x' })).error).toEqual({ code: 'input_held', message });
  });

  it.each([
    ['subscribe', { events: ['lnes'] }, /^events\.0: .*lines \| cursor \| mode/],
    ['send_input', { data: 'x', encoding: 'hex' }, /^encoding: .*utf8 \| base64/],
    ['create_panel', { position: 'left', height: 1 }, /^position: .*top \| bottom/],
    [
      'create_overlay',
      { x: 0, y: 0, spans: [{ text: 'x', fg: 'mauve' }] },
      /^spans\.0\.fg: .*black \| red .*object/,
    ],
  ])('lists what %s accepts in place of %j', async (method, params, message) => {
    const client = await (await running()).connect();
    await client.session('dev', 'exec cat');
    expect((await client.ask(method, params)).error.message).toMatch(message);
  });
});
