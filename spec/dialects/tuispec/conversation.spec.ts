/** tuispec on the standard streams of the built server, with a client that knows only the document. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../../cli/ptywright.ts';
import { start } from './running.ts';

const printing = (text: string) => ({ command: '/bin/sh', args: ['-c', `printf '${text}'; exec cat`] });
const exact = (text: string) => ({ type: 'exact', text });

async function showing(text: string, settings: object = {}, query = '') {
  const started = start(query);
  await started.client.call('initialize', { timeoutSeconds: 5, ...settings });
  await started.client.call('launch', printing(text));
  await started.client.call('waitUntil', { pattern: 'END' });
  return started;
}

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
    const { client, server } = await showing('END');
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

describe('selectors', () => {
  const text = 'one two\\r\\none\\r\\nEND';
  it.each([
    [exact('two'), true],
    [exact('absent'), false],
    [exact('one'), false],
    [{ type: 'regex', pattern: 'two|nothing' }, true],
    [{ type: 'at', col: 5, row: 1 }, true],
    [{ type: 'at', col: 4, row: 1 }, false],
    [{ type: 'at', col: 0, row: 1 }, false],
    [{ type: 'nth', index: 1, selector: exact('one') }, true],
    [{ type: 'nth', index: 2, selector: exact('one') }, false],
    [{ type: 'within', rect: { col: 1, row: 2, width: 3, height: 1 }, selector: exact('one') }, true],
    [{ type: 'within', rect: { col: 2, row: 2, width: 9, height: 1 }, selector: exact('one') }, false],
  ])('%j', async (selector, found) => {
    const { client } = await showing(text);
    const { error } = await client.ask('waitForText', { selector, timeoutMs: 200 });
    expect(error === undefined).toBe(found);
    if (selector.type !== 'at' && !found) expect(error?.code).toBe(-32004);
  });

  it('with several matches may select one', async () => {
    const { client } = await showing(text, {}, '?ambiguity=last-visible');
    expect(await client.call('expectVisible', { selector: exact('one') })).toEqual({ ok: true });
    const strict = { selector: exact('one'), ambiguityMode: 'fail' };
    expect((await client.ask('waitForText', strict)).error?.message).toContain('matched 2 elements');
    expect(await client.call('expectNotVisible', { selector: exact('absent') })).toEqual({ ok: true });
  });
});

describe('the view', () => {
  it('is padded, and readable by rows, columns and regions', async () => {
    const { client } = await showing('ab\\r\\nEND', { terminalRows: 3, terminalCols: 4 });
    const view = async (filter?: object) => (await client.call('currentView', filter)).text;
    expect(await client.call('currentView')).toEqual({ text: 'ab  \nEND \n    ', rows: 3, cols: 4 });
    expect(await view({ rows: { start: 2, end: 2 } })).toBe('END ');
    expect(await view({ rows: { start: 2, end: 0 } })).toBe('END \n    ');
    expect(await view({ entireRow: 1 })).toBe('ab  ');
    expect(await view({ entireCol: 2 })).toBe('b\nN\n ');
    expect(await view({ entireCol: 0 })).toBe('ab  \nEND \n    ');
    expect(await view({ region: { col: 2, row: 1, width: 2, height: 2 } })).toBe('b \nND');
    expect(await view({ region: { col: 0, row: 2, width: 1, height: 1 } })).toBe('END ');
    expect((await client.ask('currentView', { entireRow: 1, entireCol: 1 })).error?.code).toBe(-32602);
  });

  it('is sent when it changes', async () => {
    const { client } = await showing('END');
    const asked = { debounceMs: 0, includeText: true };
    expect(await client.call('viewSubscribe', asked)).toEqual({ ok: true, ...asked });
    const notice = client.notice();
    await client.call('sendLine', { text: 'more', expectAfter: exact('more'), ambiguityMode: 'first' });
    expect(await notice).toMatchObject({ method: 'view.changed', params: { rows: 40, cols: 134 } });
    expect((await notice).params.text).toContain('more');
    expect(await client.call('viewUnsubscribe')).toEqual({ ok: true });
  });
});

describe('snapshots', () => {
  it('are saved, compared, and checked against a baseline of another server', async () => {
    const { client, dir } = await showing('END', { updateSnapshots: true });
    const kept = await client.call('dumpView', { name: '../../Home Page', format: 'both' });
    expect(kept.snapshotPath).toBe(join(kept.artifactRoot, 'snapshots/home-page.ansi.txt'));
    expect([kept.metaPath, kept.pngPath].every(existsSync)).toBe(true);
    expect(await client.call('expectSnapshot', { name: 'end' })).toMatchObject({
      ok: true,
      baselineExists: true,
    });
    const paths = { leftPath: kept.snapshotPath, rightPath: kept.snapshotPath };
    expect(await client.call('diffView', paths)).toMatchObject({ changed: false, changedLines: 0 });
    const later = start('', dir).client;
    await later.call('initialize');
    await later.call('launch', printing('END more'));
    await later.call('waitUntil', { pattern: 'more' });
    expect(await later.call('expectSnapshot', { name: 'new' })).toMatchObject({ baselineExists: false });
    expect((await later.ask('expectSnapshot', { name: 'end' })).error?.code).toBe(-32004);
    const { pngPath, snapshotPath } = await later.call('renderView', { name: 'other', theme: 'light' });
    expect(readFileSync(pngPath).toString('latin1', 1, 4)).toBe('PNG');
    expect(
      await later.call('diffView', { leftPath: kept.snapshotPath, rightPath: snapshotPath, mode: 'styled' }),
    ).toMatchObject({ changed: true, changedLines: 1 });
  });

  it('follow no link, and stay in their folder', async () => {
    const { client, dir } = await showing('END');
    const beside = freshHome();
    writeFileSync(join(beside, 'secret.txt'), 'secret');
    symlinkSync(join(beside, 'secret.txt'), join(dir, 'link.txt'));
    mkdirSync(join(dir, 'sessions', 'session'), { recursive: true });
    symlinkSync(beside, join(dir, 'sessions', 'session', 'snapshots'));
    for (const leftPath of [join(beside, 'secret.txt'), '../secret.txt', 'link.txt'])
      expect((await client.ask('diffView', { leftPath, rightPath: leftPath })).error?.code).toBe(-32004);
    expect((await client.ask('dumpView', { name: 'x' })).error?.code).toBe(-32004);
    expect(existsSync(join(beside, 'x.ansi.txt'))).toBe(false);
  });

  it('redact secrets', async () => {
    const { client } = await showing('password=hunter2hunter2 END');
    const { snapshotPath } = await client.call('dumpView', { name: 'x' });
    expect(readFileSync(snapshotPath, 'utf8')).not.toContain('hunter2');
    expect((await client.call('currentView')).text).not.toContain('hunter2');
  });
});

describe('a batch', () => {
  const ping = { method: 'server.ping', params: {} };
  it('runs its steps in order, and stops at the first failure', async () => {
    const { client } = start();
    expect(await client.call('batch', { steps: [ping, ping] })).toMatchObject({ ok: true, completed: 2 });
    const failing = { method: 'currentView', params: {} };
    expect(await client.call('batch', { steps: [ping, failing, ping] })).toMatchObject({
      ok: false,
      completed: 1,
      results: [{ pong: true }],
      errorStep: 2,
      error: { code: -32001 },
    });
    const inner = await client.call('batch', { steps: [{ method: 'server.shutdown', params: {} }] });
    expect(inner.error).toMatchObject({
      code: -32020,
      message: 'batch step cannot call server.shutdown',
    });
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
