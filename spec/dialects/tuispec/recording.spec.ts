/** Recordings of a conversation: their contents, what they leave out, and their uses. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '#recording/traceReplay.ts';
import { freshHome } from '../../cli/ptywright.ts';
import type { TuispecClient } from './client.ts';
import { start, startCommand } from './running.ts';

const refuse = (line: number, reason: string): never => {
  throw new Error(`${line}: ${reason}`);
};
const fresh = () => join(freshHome(), 'session.jsonl');
const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { timestampMicros: number; direction: string; line: string });

async function shell(client: TuispecClient, script = 'while read -r line; do echo "got $line"; done') {
  await client.call('initialize', { ambiguityMode: 'first' });
  await client.call('launch', { command: '/bin/sh', args: ['-c', `echo READY; ${script}`] });
  await client.call('waitUntil', { pattern: 'READY' });
}

describe('a recording', () => {
  it('contains requests, replies and frames, from its first reply to its last request', async () => {
    const { client } = start();
    const path = fresh();
    await shell(client);
    await client.call('recording.start', { path, frameIntervalMs: 1 });
    expect((await client.ask('recording.start', { path })).error?.code).toBe(-32004);
    await client.call('sendLine', { text: 'one', expectAfter: { type: 'exact', text: 'got one' } });
    await client.call('recording.stop');
    const all = lines(path);
    const messages = all.filter(({ direction }) => !direction.startsWith('frame'));
    expect(messages.map(({ direction, line }) => [direction, JSON.parse(line).method])).toEqual([
      ['response', undefined],
      ['request', 'recording.start'],
      ['response', undefined],
      ['request', 'sendLine'],
      ['response', undefined],
      ['request', 'recording.stop'],
    ]);
    expect(all.some(({ direction }) => direction === 'frame-delta')).toBe(true);
    const frames = [...readTrace(readFileSync(path, 'utf8'), { refuse, torn: false }).frames()];
    expect(frames.at(-1)!.rows.slice(0, 3)).toEqual(['READY', 'one', 'got one']);
    expect(all.every(({ timestampMicros }) => timestampMicros > 1e15)).toBe(true);
  });

  it('contains no frames if disabled, and follows a later launch', async () => {
    const { client } = start();
    const [silent, later] = [fresh(), fresh()];
    await client.call('recording.start', { path: silent, frameIntervalMs: 0 });
    await shell(client);
    await client.call('recording.stop');
    expect(lines(silent).filter(({ direction }) => direction.startsWith('frame'))).toEqual([]);
    await client.call('recording.start', { path: later, frameIntervalMs: 1 });
    await client.call('launch', { command: '/bin/sh', args: ['-c', 'echo AGAIN; exec cat'] });
    await client.call('waitUntil', { pattern: 'AGAIN' });
    await client.call('recording.stop');
    const frames = [...readTrace(readFileSync(later, 'utf8'), { refuse, torn: false }).frames()];
    expect(frames.at(-1)!.rows[0]).toBe('AGAIN');
  });

  it('replays with the same effect, and stops at a new failure', async () => {
    const { client } = start();
    const path = fresh();
    await shell(client);
    await client.call('recording.start', { path, frameIntervalMs: 0 });
    await client.call('sendLine', { text: 'one', expectAfter: { type: 'exact', text: 'got one' } });
    await client.ask('no.such');
    client.say('[]');
    await client.answer();
    await client.ask('waitUntil', { pattern: 'absent', timeoutMs: 10 });
    await client.call('recording.stop');
    expect(await client.call('replay', { path })).toMatchObject({ replayedRequests: 3 });
    expect((await client.call('currentView', { rows: { start: 4, end: 5 } })).text).toMatch(
      /^one +\ngot one/,
    );
    const other = start().client;
    expect((await other.ask('replay', { path })).error).toMatchObject({
      code: -32004,
      message: expect.stringContaining('session.jsonl:2: sendLine: no active session'),
    });
  });

  it('hides secrets that are printed, sent, or typed at a prompt', async () => {
    const { client } = start();
    const path = fresh();
    await shell(client, 'printf "Password: "; stty -echo; read -r p; echo; echo "token ghp_$p"; exec cat');
    await client.call('waitUntil', { pattern: 'Password' });
    await client.call('recording.start', { path, frameIntervalMs: 1 });
    await client.call('sendText', { text: 'abcdefghijklmnopqrst' });
    for (const key of ['u', 'v', 'w', 'x', 'y', 'z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
      await client.call('sendKey', { key });
    await client.call('sendKey', { key: 'enter' });
    await client.call('waitUntil', { pattern: 'token' });
    await client.call('sendText', { text: 'api_key=sk-abcdefghijklmnopqrstuvwxyz0123' });
    await client.call('recording.stop');
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('abcdefghij');
    expect(text).not.toContain('"u\\"');
    expect(text).toContain('enter');
    expect(text).toContain('[REDACTED');
  });

  it('requires a new file by the document, and appends as the released server did', async () => {
    const path = fresh();
    const [{ client }, shipped] = [start(), start('?wire=client')];
    for (const one of [client, shipped.client]) await shell(one);
    await client.call('recording.start', { path, frameIntervalMs: 0 });
    await client.call('recording.stop');
    const before = readFileSync(path, 'utf8');
    const { error } = await client.ask('recording.start', { path });
    expect(error).toMatchObject({
      code: -32004,
      message: `The file ${path} exists already (EEXIST). Choose another file, or remove that one.`,
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    await shipped.client.call('recording.start', { path, frameIntervalMs: 0 });
    await shipped.client.call('recording.stop');
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    expect(lines(path)).toHaveLength(4);
  });

  it('is not started by its own replay', async () => {
    const { client } = start('?wire=client');
    const path = fresh();
    await shell(client);
    await client.call('recording.start', { path, frameIntervalMs: 0 });
    await client.ask('recording.start', { path });
    await client.call('sendText', { text: 'x' });
    await client.call('recording.stop');
    const before = readFileSync(path, 'utf8');
    expect(await client.call('replay', { path })).toMatchObject({ replayedRequests: 2 });
    expect(await client.call('recording.status')).toMatchObject({ active: false });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('that is appended has no time between both parts', () => {
    const line = (seconds: number, direction: string, id: number, method?: string) =>
      JSON.stringify({
        timestampMicros: seconds * 1e6,
        direction,
        line: JSON.stringify({ jsonrpc: '2.0', id, ...(method ? { method } : { result: {} }) }),
      });
    const first = [line(10, 'response', 1), line(11, 'request', 2, 'server.ping'), line(12, 'response', 2)];
    const second = [line(3610, 'response', 1), line(3613, 'request', 2, 'server.ping')];
    const text = [...first, line(12, 'request', 3, 'recording.stop'), ...second].join('\n');
    const { requests } = readTrace(text, { refuse, torn: false });
    expect(requests.map(({ ms }) => ms)).toEqual([1000, 2000, 5000]);
  });

  it('is complete when standard input ends', async () => {
    const home = freshHome();
    const path = join(home, 'session.jsonl');
    const { client, server } = startCommand();
    await shell(client);
    await client.call('recording.start', { path, frameIntervalMs: 0 });
    server.process.stdin!.end(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'server.ping' })}\n`);
    await server.ended;
    expect(
      lines(path)
        .slice(-2)
        .map(({ direction, line }) => [direction, JSON.parse(line).id]),
    ).toEqual([
      ['request', 'last'],
      ['response', 'last'],
    ]);
  });

  it('is refused if invalid, with the position in the file', async () => {
    const { client } = start();
    const path = fresh();
    writeFileSync(path, '{"timestampMicros":1,"direction":"request","line":"{}"}\n');
    const { error } = await client.ask('replay', { path });
    expect(error).toMatchObject({ code: -32004, message: expect.stringContaining(`${path}:1: method`) });
    writeFileSync(path, 'no recording\n');
    expect((await client.ask('recording.start', { path })).error?.code).toBe(-32004);
    expect(readFileSync(path, 'utf8')).toBe('no recording\n');
  });
});
