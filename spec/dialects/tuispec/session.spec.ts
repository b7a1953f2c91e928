/** Sessions of tuispec on the standard streams of the built server, with a client that knows only the document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../../cli/ptywright.ts';
import { exact, printing, start, startCommand } from './running.ts';

describe('a session', () => {
  it('is initialized once, with the sizes of the document', async () => {
    const { client, dir } = start();
    expect((await client.ask('currentView')).error?.code).toBe(-32001);
    expect(await client.call('initialize', { name: 'demo' })).toMatchObject({
      sessionName: 'demo',
      artifactRoot: expect.stringContaining(dir.split('/').pop()!),
      rows: 40,
      cols: 134,
    });
    expect((await client.ask('initialize')).error?.code).toBe(-32002);
  });

  it('reports a missing program', async () => {
    const { client } = start();
    await client.call('initialize');
    expect((await client.ask('launch', { command: '/no/such/program' })).error?.code).toBe(-32004);
  });

  it('removes variables of a program, and waits until it is ready', async () => {
    const { client } = start();
    await client.call('initialize');
    const args = ['-c', 'echo "[$HOME] [$MINE]"; exec cat'];
    const readySelector = exact('[] [own]');
    const env = { HOME: null, MINE: 'own' };
    expect(await client.call('launch', { command: '/bin/sh', args, env, readySelector })).toEqual({
      ok: true,
    });
  });

  it('ends at server.shutdown, after the reply', async () => {
    const { client, server } = startCommand();
    await client.call('initialize');
    await client.call('launch', printing('END'));
    expect(await client.call('server.shutdown')).toEqual({ shuttingDown: true });
    expect(await server.ended).toMatchObject({ status: 0 });
  });
});

describe('an invalid request', () => {
  it.each([
    ['nonsense', '', -32700],
    ['{"id":1,"method":"server.ping"}', '', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"no.such"}', '', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"sendText","params":{}}', '', -32602],
    ['[]', '', -32600],
    ['[]', '?wire=client', -32700],
    ['{"jsonrpc":"2.0","method":"server.ping"}', '', -32600],
    ['{"jsonrpc":"2.0","method":"server.ping"}', '?wire=client', -32700],
  ])('%s%s', async (line, query, code) => {
    const { client } = start(query);
    client.say(line);
    expect((await client.answer()).error?.code).toBe(code);
    expect(await client.call('server.ping')).toMatchObject({ pong: true });
  });
});

it('writes a file with vim', async () => {
  const { client } = start();
  const file = join(freshHome(), 'note.txt');
  await client.call('initialize', { name: 'vim', ambiguityMode: 'first-visible' });
  await client.call('launch', {
    command: 'vim',
    args: ['-N', '-u', 'NONE', '-i', 'NONE', '-n', file],
    readySelector: exact('note.txt'),
  });
  await client.call('sendKey', { key: 'i' });
  await client.call('waitForText', { selector: exact('INSERT') });
  await client.call('sendText', { text: 'written by hand' });
  await client.call('sendKey', { key: 'enter' });
  await client.call('sendKey', { key: 'esc' });
  await client.call('waitForStable', { debounceMs: 50 });
  await client.call('sendLine', { text: ':w', expectAfter: { type: 'regex', pattern: 'written$' } });
  expect(readFileSync(file, 'utf8')).toBe('written by hand\n\n');
});
