/** Notifications to a client: when, in which order, with which content, and after it read too slowly. */
import { duplexPair } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';
import { RawLine, type Reply, rawInProcess } from '../server/rawLine.ts';
import { readySession } from '../server/sessions.ts';

describe('notifications', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  const subscribed = async (params: object = {}) => {
    const line = rawInProcess(served.server);
    await line.ask('on', 'server.set_notifications', { enabled: true, ...params });
    return line;
  };
  const type = (session: string, value: string) =>
    served.client.calls.session.input({ session, action: { type: 'text', value: `${value}\n` } });

  /** Reads messages up to and including the first one that matches. */
  async function until(line: RawLine, expected: (message: Reply) => boolean): Promise<Reply[]> {
    const all: Reply[] = [];
    do all.push(await line.reply());
    while (!expected(all.at(-1)!));
    return all;
  }
  const isExit = ({ method }: Reply) => method === 'session.exited';
  const outputOf = (messages: readonly Reply[]) =>
    messages
      .filter(({ method }) => method === 'session.output')
      .map(({ params }) => params!.output)
      .join('');

  it('are sent only between subscription and unsubscription', async () => {
    const never = rawInProcess(served.server);
    const stopped = await subscribed();
    await stopped.ask('off', 'server.set_notifications', { enabled: false });
    const session = await readySession(served.client, 'echoes-raw');
    await served.client.calls.session.kill({ session });
    expect(await never.ask('after', 'session.list')).toMatchObject({ id: 'after' });
    expect(await stopped.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it('are pushed to an idle client at once', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const line = await subscribed();
    await type(session, 'hello');
    expect(await line.next()).toMatchObject({ method: 'session.changed', params: { session } });
    expect(await line.next()).toMatchObject({
      method: 'session.output',
      params: { session, output: 'hello\n' },
    });
  });

  it.each([
    ['session.resize', { rows: 30, cols: 90 }, 'session.changed'],
    ['session.input', { action: { type: 'text', value: 'x' } }, 'session.changed'],
    ['session.input', { action: { type: 'kill' } }, 'session.exited'],
    ['session.kill', {}, 'session.exited'],
    ['session.kill', { force: true }, 'session.exited'],
    ['session.close', {}, 'session.exited'],
  ])('follow the reply to %s %j that caused them', async (method, params, caused) => {
    const line = await subscribed();
    const session = await readySession(served.client, 'echoes-raw');
    await until(line, (message) => outputOf([message]).endsWith('ready\n'));
    line.say({ id: 'cause', method, params: { session, ...params } });
    const messages = await until(line, (message) => message.method === caused);
    expect(messages[0]).toMatchObject({ id: 'cause' });
    expect(messages[0]!.error).toBeUndefined();
  });

  it('report an exit to others while the kill is still waiting for its reply', async () => {
    const session = await readySession(served.client, 'ignores-hangup');
    const [killer, other] = [await subscribed(), await subscribed()];
    killer.say({ id: 'kill', method: 'session.kill', params: { session } });
    expect((await until(other, isExit)).at(-1)).toMatchObject({ params: { session, signal: 'SIGTERM' } });
    expect(await killer.next()).toMatchObject({ id: 'kill', result: { killed: true } });
    expect((await until(killer, isExit)).at(-1)).toMatchObject({ params: { session } });
  });

  it('report the exit once and last, after the last of the output, with its status', async () => {
    const line = await subscribed();
    const { session } = await served.client.calls.session.create(program('dies-with-7'));
    const messages = await until(line, isExit);
    expect(outputOf(messages)).toBe('goodbye\r\n');
    expect(messages.at(-1)!.params).toMatchObject({ session, exit_code: 7, signal: null });
    await served.client.calls.session.close({ session });
    expect(await line.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it('omit output from before the subscription, and from between two', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const line = await subscribed();
    await type(session, 'one');
    await until(line, (message) => outputOf([message]) === 'one\n');
    await line.ask('off', 'server.set_notifications', { enabled: false });
    await type(session, 'two');
    await served.client.calls.session.wait({
      session,
      matcher: { type: 'transcript_contains', value: 'two' },
    });
    await line.ask('on', 'server.set_notifications', { enabled: true });
    await type(session, 'three');
    expect(outputOf(await until(line, (message) => outputOf([message]) !== ''))).toBe('three\n');
  });

  it('are sent once after two subscriptions', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const line = await subscribed();
    await line.ask('again', 'server.set_notifications', { enabled: true });
    await type(session, 'x');
    const messages = await until(line, (message) => outputOf([message]) === 'x\n');
    expect(messages.map(({ method }) => method)).toEqual(['session.changed', 'session.output']);
    expect(await line.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it.each([
    ['an id', { sessions: ['s2'] }],
    ['a name', { sessions: ['second'] }],
  ])('contain only what %s selects, also if it is created later', async (_, filter) => {
    const line = await subscribed(filter);
    const first = await readySession(served.client, 'echoes-raw');
    const { session: second } = await served.client.calls.session.create({
      ...program('echoes-raw'),
      name: 'second',
    });
    await type(first, 'not this');
    await type(second, 'this');
    const messages = await until(line, (message) => outputOf([message]).endsWith('this\n'));
    expect(new Set(messages.map(({ params }) => params!.session))).toEqual(new Set([second]));
  });

  it('of plain sessions are not sent for a filter of unknown adapters', async () => {
    const line = await subscribed({ adapters: ['e1'] });
    await readySession(served.client);
    expect(await line.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it('each connection has its own', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const lines = [
      await subscribed(),
      await subscribed({ sessions: [session] }),
      await subscribed({ sessions: ['s9'] }),
    ];
    await type(session, 'x');
    for (const line of lines.slice(0, 2))
      expect(outputOf(await until(line, (message) => outputOf([message]) === 'x\n'))).toBe('x\n');
    expect(await lines[2]!.ask('after', 'session.list')).toMatchObject({ id: 'after' });
  });

  it('leave no memory behind after ten thousand subscriptions', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const line = rawInProcess(served.server);
    for (let round = 0; round < 10_000; round++) {
      line.say({ id: round, method: 'server.set_notifications', params: { enabled: round % 2 === 0 } });
      await line.reply();
    }
    await line.ask('on', 'server.set_notifications', { enabled: true });
    await type(session, 'x');
    const messages = await until(line, (message) => outputOf([message]) === 'x\n');
    expect(messages.map(({ method }) => method)).toEqual(['session.changed', 'session.output']);
  });

  it('mark a gap for a client that did not read, and the screen is right', async () => {
    const [near, far] = duplexPair();
    void served.server.accept(served.server.native, { input: far, output: far, framing: 'ndjson' });
    const line = new RawLine(near, near);
    await line.ask('on', 'server.set_notifications', { enabled: true });
    near.pause();
    const path = new URL('../programs/prints-lines.mjs', import.meta.url).pathname;
    const { session } = await served.client.calls.session.create({
      program: process.execPath,
      args: [path, '5000000'],
    });
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await served.client.calls.session.act({
      session,
      actions: [{ type: 'key', value: 'enter' }],
      matcher: { type: 'process_exited' },
    });
    near.resume();
    const messages = await until(line, isExit);
    const outputs = messages.filter(({ method }) => method === 'session.output');
    expect(outputs.filter(({ params }) => params!.dropped === true).length).toBeGreaterThan(0);
    expect(outputOf(messages)).toMatch(/the end\r\n$/);
    expect(outputOf(messages).length).toBeLessThan(4_000_000);
    const { plain_text } = (await served.client.send('session.snapshot', { session })) as {
      plain_text: string;
    };
    expect(plain_text).toMatch(/the end$/);
  });

  it('each reach a typed client', async () => {
    const stream = rawInProcess(served.server).stream;
    stream.removeAllListeners('data');
    const client = new NotingClient({ input: stream, output: stream });
    const received = new Set<string>();
    const exited = new Promise<void>((resolve) => client.on('session.exited', () => resolve()));
    for (const event of ['session.changed', 'session.output', 'session.exited'] as const)
      client.on(event, () => received.add(event));
    await client.calls.server.set_notifications({ enabled: true });
    await client.calls.session.create(program('dies-with-7'));
    await exited;
    expect(received).toEqual(new Set(['session.changed', 'session.output', 'session.exited']));
  });
});
