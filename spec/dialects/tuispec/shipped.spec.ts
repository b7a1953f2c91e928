/** Behaviour that the client shipped with tuispec relies on. Each case comes from its test suite or source. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, ptywright } from '../../cli/ptywright.ts';
import type { TuispecClient } from './client.ts';
import { start } from './running.ts';

const size = { terminalCols: 60, terminalRows: 12 };

async function launched(script: string, query = '?wire=client') {
  const running = start(query);
  const { artifactRoot } = await running.client.call('initialize', { name: 'My Session', ...size });
  await running.client.call('launch', { command: '/bin/sh', args: ['-c', script] });
  return { ...running, artifactRoot };
}

const ready = { selector: { type: 'exact', text: 'READY' } };
const codeOf = async (client: TuispecClient, method: string, params?: unknown) =>
  (await client.ask(method, params)).error?.code;

describe('currentView with a filter', () => {
  it('reports the size of the part that it returns', async () => {
    const { client } = await launched('echo READY; exec cat');
    await client.call('waitForText', ready);
    const view = (params: object) => client.call('currentView', params);
    expect(await view({ rows: { start: 1, end: 1 } })).toEqual({
      text: 'READY'.padEnd(60),
      rows: 1,
      cols: 60,
    });
    expect(await view({ entireCol: 1 })).toMatchObject({ rows: 12, cols: 1 });
    expect(await view({ entireRow: 0 })).toMatchObject({ rows: 12, cols: 60 });
    expect(await view({ entireRow: 1 })).toMatchObject({ rows: 1, cols: 60 });
    expect(await view({ region: { col: 2, row: 1, width: 3, height: 1 } })).toEqual({
      text: 'EAD',
      rows: 1,
      cols: 3,
    });
    expect(await view({ region: { col: 58, row: 11, width: 99, height: 99 } })).toMatchObject({
      rows: 2,
      cols: 3,
    });
    expect(await view({ region: { col: 0, row: 2, width: 0, height: 1 } })).toMatchObject({
      rows: 1,
      cols: 60,
    });
  });

  it.each([
    [{ rows: { start: 13, end: 13 } }, 'rows.start'],
    [{ rows: { start: 1, end: 13 } }, 'rows.end'],
    [{ rows: { start: 3, end: 2 } }, 'rows.end'],
    [{ entireRow: 13 }, 'entireRow'],
    [{ entireCol: 61 }, 'entireCol'],
    [{ region: { col: 61, row: 1, width: 1, height: 1 } }, 'region.col'],
    [{ region: { col: 1, row: 13, width: 1, height: 1 } }, 'region.row'],
    [{ region: { col: 1, row: 1, width: 0, height: 1 } }, 'region.width'],
    [{ region: { col: 1, row: 1, width: 1, height: 0 } }, 'region.height'],
  ])('refuses %j by the name of the field', async (params, path) => {
    const { client } = await launched('echo READY; exec cat');
    const { error } = await client.ask('currentView', params);
    expect(error).toMatchObject({ code: -32602, data: { path } });
  });
});

describe('a view subscription', () => {
  it('sends the first view before its reply', async () => {
    const { client } = await launched('echo READY; exec cat');
    await client.call('waitForText', ready);
    const before = client.received.length;
    await client.call('viewSubscribe', { includeText: true });
    expect(client.received.slice(before)).toMatchObject([
      { method: 'view.changed', params: { rows: 12, cols: 60, text: expect.stringContaining('READY') } },
      { result: { ok: true } },
    ]);
  });

  it('needs a program to view', async () => {
    const { client } = start('?wire=client');
    await client.call('initialize');
    expect(await codeOf(client, 'viewSubscribe')).toBe(-32004);
  });
});

describe('a read after input', () => {
  // The program answers shortly after the echo of the terminal, as real programs do.
  const answers = `stty -echo; echo READY; while read -r line; do (exec sed s/^/got:/) <<X\n$line\nX\ndone`;
  it.each(['currentView', 'dumpView', 'renderView', 'expectSnapshot'])(
    '%s shows the reply of the program',
    async (method) => {
      const { client, artifactRoot } = await launched(answers);
      await client.call('waitForText', ready);
      await client.call('sendLine', { text: 'ping' });
      const { text } = await client.call(method, method === 'currentView' ? {} : { name: 'a' });
      expect(text ?? readFileSync(join(artifactRoot, 'snapshots/a.ansi.txt'), 'utf8')).toContain('got:ping');
    },
  );

  it('expectNotVisible does not look at the screen of before', async () => {
    const { client } = await launched(`stty -echo; echo READY; read x; clear; echo GONE?; exec cat`);
    await client.call('waitForText', ready);
    await client.call('sendLine', { text: '' });
    await client.call('expectNotVisible', ready);
    expect((await client.call('currentView')).text).toContain('GONE?');
  });

  it('ends when the program stays silent', async () => {
    const { client } = await launched('stty -echo; echo READY; exec sleep 1000');
    await client.call('waitForText', ready);
    await client.call('sendText', { text: 'x' });
    expect((await client.call('currentView')).text).toContain('READY');
  });
});

describe('a batch', () => {
  const ping = { method: 'server.ping', params: {} };
  it('counts the step that failed from 1', async () => {
    const { client } = start('?wire=client');
    const steps = [ping, { method: 'no.such.method' }, ping];
    const outcome = await client.call('batch', { steps });
    expect(outcome).toMatchObject({ ok: false, completed: 1, errorStep: 2, error: { code: -32601 } });
    expect(outcome.results).toHaveLength(1);
  });

  it('may hold batches, whose failures are results', async () => {
    const { client } = start('?wire=client');
    const inner = { method: 'batch', params: { steps: [{ method: 'no.such.method' }] } };
    expect(await client.call('batch', { steps: [inner, ping] })).toMatchObject({
      ok: true,
      completed: 2,
      results: [{ ok: false, completed: 0, errorStep: 1 }, { pong: true }],
    });
  });

  it('cannot end the server, which continues', async () => {
    const { client } = await launched('echo READY; exec cat');
    const outcome = await client.call('batch', { steps: [{ method: 'server.shutdown' }] });
    expect(outcome).toMatchObject({ ok: false, errorStep: 1, error: { code: -32020 } });
    await client.call('waitForText', ready);
  });
});

describe('artifacts', () => {
  it('are in a folder of the session, which exists from the beginning', async () => {
    const { client, dir } = start('?wire=client');
    const { artifactRoot } = await client.call('initialize', { name: 'My Session' });
    expect(artifactRoot).toBe(join(dir, 'sessions/my-session'));
    expect(existsSync(artifactRoot)).toBe(true);
    await client.call('launch', { command: '/bin/sh', args: ['-c', 'echo READY; exec cat'] });
    await client.call('waitForText', ready);
    const kept = await client.call('dumpView', { name: 'Home Page' });
    expect(kept.artifactRoot).toBe(artifactRoot);
    expect(kept.snapshotPath).toBe(join(artifactRoot, 'snapshots/home-page.ansi.txt'));
    expect(JSON.parse(readFileSync(kept.metaPath, 'utf8'))).toEqual({
      rows: 40,
      cols: 134,
      version: expect.stringMatching(/^\d+\.\d+/),
      name: 'Home Page',
      theme: 'dark',
    });
  });

  it('are compared by the number of lines that differ', async () => {
    const { client } = await launched('stty -echo; echo READY; exec cat');
    await client.call('waitForText', ready);
    const { snapshotPath: leftPath } = await client.call('dumpView', { name: 'a' });
    await client.call('sendLine', { text: 'more', expectAfter: { type: 'exact', text: 'more' } });
    const { snapshotPath: rightPath } = await client.call('dumpView', { name: 'b' });
    expect(await client.call('diffView', { leftPath, rightPath })).toMatchObject({
      changed: true,
      changedLines: 1,
    });
  });

  it('creates the folder of a recording', async () => {
    const { client } = await launched('echo READY; exec cat');
    const path = join(freshHome(), 'not/there/yet/session.jsonl');
    await client.call('recording.start', { path });
    await client.call('recording.stop');
    expect(readFileSync(path, 'utf8')).toContain('"direction":"response"');
  });
});

describe('failures', () => {
  it.each(['currentView', 'sendText', 'sendKey', 'waitForText', 'dumpView'])(
    '%s before a launch is a method that failed',
    async (method) => {
      const { client } = start('?wire=client');
      const params = { text: 'x', key: 'Enter', name: 'a', ...ready };
      expect(await codeOf(client, method, params)).toBe(-32001);
      await client.call('initialize');
      expect(await codeOf(client, method, params)).toBe(-32004);
    },
  );

  it.each(['server.ping', 'server.shutdown', 'recording.stop', 'recording.status', 'viewUnsubscribe'])(
    '%s takes no parameters',
    async (method) => {
      const { client } = start('?wire=client');
      expect(await codeOf(client, method, { surplus: 1 })).toBe(-32602);
      expect((await client.ask('server.ping', null)).result).toMatchObject({ pong: true });
    },
  );

  it.each([
    ['sendText', { text: 'x' }, 'typeText', 'exit 0', 'ExitSuccess'],
    ['sendLine', { text: 'x' }, 'typeText', 'exit 3', 'ExitFailure 3'],
    ['sendKey', { key: 'Enter' }, 'press', 'exit 3', 'ExitFailure 3'],
    ['sendKey', { key: 'Ctrl+C' }, 'pressCombo', 'kill -9 $$', 'ExitFailure (-9)'],
  ])(
    '%s %j after the end contains the operation and the status',
    async (method, params, tried, ends, status) => {
      const { client } = await launched(`echo READY; ${ends}`);
      await client.call('waitForText', ready);
      // Answered when the program has ended.
      await client.ask('waitForText', { selector: { type: 'exact', text: 'ABSENT' } });
      const { error } = await client.ask(method, params);
      expect(error).toMatchObject({
        code: -32004,
        data: { details: expect.stringContaining(`launched app exited during ${tried}: ${status}`) },
      });
    },
  );

  it('a rectangle may reach beyond the screen', async () => {
    const { client } = await launched('echo READY; exec cat');
    const rect = { col: 1, row: 1, width: 9999, height: 9999 };
    await client.call('waitForText', { selector: { type: 'within', rect, ...ready } });
    const outside = { ...rect, col: 9999 };
    const missed = { selector: { type: 'within', rect: outside, ...ready }, timeoutMs: 0 };
    expect(await codeOf(client, 'waitForText', missed)).toBe(-32004);
  });
});

describe('tuispec render-text', () => {
  it('writes the content of a snapshot beside it, in the size of its description', async () => {
    const { client } = await launched(`printf '\\033[1;31mREADY\\033[0m now\\n%60s|' wide; exec cat`);
    await client.call('waitForText', ready);
    const { snapshotPath } = await client.call('dumpView', { name: 'a' });
    const { status, stdout } = await ptywright(['tuispec', 'render-text', snapshotPath]);
    const made = snapshotPath.replace('.ansi.txt', '.txt');
    expect({ status, stdout }).toEqual({ status: 0, stdout: `Rendered ${made}\n` });
    const rows = readFileSync(made, 'utf8').split('\n');
    expect(rows.slice(0, 3)).toEqual(['READY now', 'wide'.padStart(60), '|']);
    expect(rows).toHaveLength(12);
  });

  it('takes a size and another file, and the raw output of a program', async () => {
    const home = freshHome();
    const [file, out] = [join(home, 'raw.ansi.txt'), join(home, 'out.txt')];
    writeFileSync(file, '12345678\r\n\x1b[2;3Hx\x1b[31my');
    const words = ['tuispec', 'render-text', file, '--out', out, '--cols', '5', '--rows', '3'];
    expect((await ptywright(words)).status).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe('12345\n67xy\n');
  });

  it('reports a missing file by name', async () => {
    const { status, stderr } = await ptywright(['tuispec', 'render-text', '/nowhere/a.ansi.txt']);
    expect(status).toBe(1);
    expect(stderr).toContain('/nowhere/a.ansi.txt');
  });
});
