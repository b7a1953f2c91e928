/** Conversations in termwright's envelope: order, ids, one-shot requests and hostile input. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { TermwrightClient } from './client.ts';
import { scripted, serve } from './served.ts';

const asks = scripted('asks-name');
const request = (id: number | string, method: string, params?: unknown) =>
  `{"id":${id},"method":"${method}"${params === undefined ? '' : `,"params":${JSON.stringify(params)}`}}`;

describe('the order of a conversation', () => {
  it('is that of the requests, also with a slow and an invalid request', async () => {
    const { client } = await serve(asks);
    client.say(
      [
        request(1, 'wait_for_text', { text: 'hello ada', timeout_ms: 300 }),
        'nonsense',
        request(2, 'status'),
        '{"id":3}',
        request(4, 'nothing_like_it'),
      ].join('\n'),
    );
    const answers = [];
    for (let at = 0; at < 5; at++) answers.push(await client.answer());
    expect(answers.map(({ id, error }) => [id, error?.code ?? null])).toEqual([
      [1, -2],
      [0, -1],
      [2, null],
      [3, -4],
      [4, -5],
    ]);
  });

  it('starts a request after the reply to the previous one', async () => {
    const { client } = await serve(scripted('echoes-raw'));
    client.say(
      [
        request(1, 'wait_for_idle', { duration_ms: 100 }),
        request(2, 'not_expect_text', { text: 'later' }),
        request(3, 'type', { text: 'later' }),
        request(4, 'wait_for_text', { text: 'later' }),
      ].join('\n'),
    );
    for (const id of [1, 2, 3, 4]) expect(await client.answer()).toMatchObject({ id, error: null });
  });

  it('is kept per connection: another connection is served meanwhile', async () => {
    const { client, connect } = await serve(asks);
    client.say(request(1, 'wait_for_text', { text: 'hello ada' }));
    const other = await connect();
    expect(await other.call('status')).toEqual({ exited: false, exit_code: null });
    await other.call('type', { text: 'ada\n' });
    expect(await client.answer()).toMatchObject({ id: 1, result: { found: true } });
  });

  it('is kept for more requests than may be pending', async () => {
    const { client, connect } = await serve(asks);
    client.socket.pause();
    const count = limits.pendingRequests + 44;
    const lines = Array.from({ length: count }, (_, at) => request(at, 'screen', { format: 'json' }));
    client.say(lines.join('\n'));
    // The replies exceed by far what a client may leave unread, and other clients are still served.
    expect(await (await connect()).call('status')).toMatchObject({ exited: false });
    client.socket.resume();
    for (let id = 0; id < count; id++) {
      const answer = await client.answer();
      expect([answer.id, answer.error]).toEqual([id, null]);
    }
  });
});

it('a cell outside the screen is reported with the screen size, in every mouse mode', async () => {
  const { client } = await serve(asks);
  for (const [method, place, reason] of [
    ['mouse_click', { row: 500, col: 1 }, 'row: is off the screen, which has 24 rows'],
    ['mouse_move', { row: 23, col: 80 }, 'col: is off the screen, which has 80 cols'],
  ] as const)
    expect((await client.ask(method, place)).error).toMatchObject({ code: -4, message: reason });
  expect(await client.ask('mouse_click', { row: 23, col: 79 })).toMatchObject({ result: null, error: null });
});

describe('a one-shot client', () => {
  const shots = {
    'by socat': (path: string) => spawn('socat', ['-t', '5', '-', `UNIX-CONNECT:${path}`]),
  } as const;

  it.each(Object.entries(shots))('%s gets its reply after it has closed its side', async (_, shoot) => {
    const { path } = await serve(asks);
    const shot = shoot(path);
    let said = '';
    shot.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    shot.stdin.end(`${request(7, 'wait_for_text', { text: 'name?' })}\n`);
    expect((await once(shot, 'close'))[0]).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ id: 7, result: { found: true }, error: null });
  });

  it('gets its reply before there is any output, and without a final line feed', async () => {
    const { path, client } = await serve(asks);
    const shot = await TermwrightClient.connect(path);
    shot.socket.end(`${request(1, 'wait_for_text', { text: 'hello ada' })}\n${request(2, 'status')}`);
    await client.call('type', { text: 'ada\n' });
    const answers = (await shot.all)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: 1, result: { found: true } },
      { id: 2, result: { exited: false } },
    ]);
  });
});

describe('an id', () => {
  it.each(['0', '9007199254740993', '18446744073709551615'])('is returned unchanged: %s', async (id) => {
    const { client } = await serve(asks);
    client.say(`{"params":{"id":5,"text":"\\"id\\":6"},"method":"type","id":${id}}`);
    expect(await client.line()).toBe(`{"id":${id},"result":null,"error":null}`);
    client.say(`{"\\u0069d":${id},"method":"nowhere"}`);
    expect(await client.line()).toContain(`{"id":${id},"result":null,"error":{"code":-5`);
  });

  it.each(['document', 'client'] as const)('of a line that is too long is returned: %s', async (wire) => {
    const { client } = await serve(asks, wire);
    const long = 'x'.repeat(limits.frameBytes);
    client.say(`{"id":18446744073709551615,"method":"type","params":{"text":"${long}"}}`);
    expect(await client.line()).toMatch(/^{"id":18446744073709551615,.*too long/);
    client.say(`{"params":{"id":5,"text":"${long}"},"method":"type","id":7}`);
    expect(await client.line()).toMatch(/^{"id":7,.*too long/);
    client.say(`{"params":{"id":5,"text":"${long}"},"method":"type"}`);
    expect(await client.line()).toMatch(/^{"id":0,.*too long/);
    client.say(`{"id":9007199254740993,"method":"nowhere"}`);
    expect(await client.line()).toMatch(/^{"id":9007199254740993,/);
    client.say(`{"id":18446744073709551615,"method":"status"}`);
    expect(await client.line()).toMatch(/^{"id":18446744073709551615,"result":{/);
  });

  it.each([
    ['"1"'],
    ['null'],
    ['-1'],
    ['1.5'],
    ['18446744073709551616'],
    ['1e30'],
    ['true'],
    ['[1]'],
    ['{}'],
  ])('that is invalid is refused, and the next request is served: %s', async (id) => {
    const { client } = await serve(asks);
    client.say(`{"id":${id},"method":"status"}`);
    expect(await client.answer()).toMatchObject({ id: 0, error: { code: -4 } });
    expect(await client.call('status')).toMatchObject({ exited: false });
  });
});

describe('hostile input', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each<[string, string | Buffer, number]>([
    ['no JSON', '{"id":1', -1],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), -1],
    ['an array', `[${request(1, 'status')}]`, -1],
    ['a word', '"status"', -1],
    ['no id', '{"method":"status"}', -4],
    ['a method that is none', '{"id":1,"method":5}', -4],
    ['parameters that are none', request(1, 'status', 5), -4],
    ['parameters in an array', request(1, 'type', ['x']), -4],
    ['a part of the object model', '{"id":1,"method":"type","params":{"text":"x","__proto__":{}}}', -4],
    ['a method of the object model', request(1, 'constructor'), -5],
    ['a cancellation', request(1, '$/cancelRequest', { id: 1 }), -5],
    ['too much nesting', `{"id":1,"method":"type","params":${deep(limits.jsonDepth)}}`, -1],
    ['a line that is too long', `"${'x'.repeat(limits.frameBytes)}"`, -1],
    ['text that is none', String.raw`{"id":1,"method":"type","params":{"text":"\ud800"}}`, -4],
    ['a wait that ends never', request(1, 'wait_for_exit', { timeout_ms: 2 ** 53 }), -4],
    ['a size that no terminal has', request(1, 'resize', { cols: 100_000, rows: 100_000 }), -4],
    ['a pattern that takes all memory', request(1, 'wait_for_pattern', { pattern: '(a{1000}){1000}' }), -4],
    ['a click beside the screen', request(1, 'mouse_click', { row: -1, col: 0 }), -4],
  ])('is refused, and the next request is served: %s', async (_, line, code) => {
    const { client } = await serve(asks);
    client.say(line);
    expect((await client.answer()).error).toMatchObject({ code, message: expect.any(String) });
    expect(await client.call('status')).toMatchObject({ exited: false });
  });

  it('gets the messages of the released server with its wire format', async () => {
    const { client } = await serve(asks, 'client');
    client.say('nonsense');
    expect(await client.answer()).toMatchObject({ id: 0, error: { code: 'parse_error' } });
    client.say(request('"1"', 'status'));
    expect(await client.answer()).toMatchObject({ id: 0, error: { code: 'parse_error' } });
    expect((await client.ask('press', { key: 'Entre' })).error).toMatchObject({
      code: 'error',
      message: expect.stringContaining('Protocol error: invalid key: Entre'),
    });
  });
});
