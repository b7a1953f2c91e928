/** What the tools that drive a session reply. */
import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actsAsAgent } from '../acp/editor.ts';
import { call, type Listening, listening, script, typed } from './clients.ts';

let server: Listening;

let client: McpClient;

beforeAll(async () => {
  server = await listening();
  client = await server.connect();
});

afterAll(() => server.close());

const start = async (text: string, more = {}) =>
  (await call(client, 'start', { ...script(text), ...more })).structured;

describe('act', () => {
  it('returns only the rows that changed', async () => {
    const { session } = await start('echo one; echo two; exec cat');
    const matcher = { type: 'screen_regex', value: '(?m)^x\\nx$' };
    const { structured } = await call(client, 'act', { session, actions: typed('x'), matcher });
    expect(structured).toMatchObject({ whole: false, rows: { 2: 'x', 3: 'x' } });
    expect(Object.keys(structured.rows)).toEqual(['2', '3']);
  });

  it('returns rows that changed between two calls, and rows that became blank', async () => {
    const { session } = await start('echo one; read go; clear; echo later; exec cat');
    const other = await server.connect();
    await call(other, 'act', {
      session,
      actions: typed(''),
      matcher: { type: 'contains_text', value: 'later' },
    });
    const { structured } = await call(client, 'act', { session, actions: typed('x') });
    expect(structured.rows).toMatchObject({ 0: 'later', 1: 'x', 2: 'x' });
  });

  it('without a matcher waits until the program has answered', async () => {
    const { session } = await start('printf "go? "; read go; echo went; exec cat');
    const { structured } = await call(client, 'act', { session, actions: typed('yes') });
    expect(structured.rows).toMatchObject({ 0: 'go? yes', 1: 'went' });
  });

  it('reports the end of the program, and so does every later reply', async () => {
    const { session } = await start('echo go; read go; echo bye; exit 3');
    const matcher = { type: 'process_exited' };
    const acted = await call(client, 'act', { session, actions: typed(''), matcher });
    const exit = { exit_code: 3, signal: null };
    expect(acted.structured).toMatchObject({ exit });
    for (const [tool, args] of [
      ['read', {}],
      ['read', { what: 'styled' }],
      ['read', { what: 'scrollback' }],
      ['read', { what: 'transcript' }],
      ['wait', { matcher: { type: 'contains_text', value: 'bye' } }],
    ] as const) {
      const { structured, text } = await call(client, tool, { session, ...args });
      expect(structured).toMatchObject({ exit });
      expect(text).toContain('The program has ended with exit code 3.');
    }
    expect((await call(client, 'list')).text).toContain('"exit_code":3');
    const late = await call(client, 'act', { session, actions: typed('') });
    expect(late).toMatchObject({ failed: true, text: expect.stringContaining('ended with exit code 3') });
    expect((await call(client, 'close', { session })).structured).toEqual({ session, closed: true, exit });
  });
});

describe('start', () => {
  it('returns the screen of a program that ends at once', async () => {
    const { structured } = await call(client, 'start', script('echo done; exit 4'));
    expect(structured).toMatchObject({ rows: { 0: 'done' }, exit: { exit_code: 4 } });
  });

  it('accepts a name, a folder, variables and a size', async () => {
    const env = { GREETING: 'hello' };
    const { rows } = await start('echo $GREETING; pwd; stty size; exec cat', {
      name: 'demo',
      cwd: '/',
      env,
      rows: 10,
      cols: 40,
    });
    expect(rows).toMatchObject({ 0: 'hello', 1: '/', 2: '10 40' });
    const { structured } = await call(client, 'read', { session: 'demo' });
    expect(structured.rows).toMatchObject({ 0: 'hello' });
  });

  it('makes act in bash wait for the end of a command', async () => {
    const { session } = await start('', { program: 'bash', args: ['--norc', '--noprofile'] });
    const matcher = { type: 'command_finished' };
    const { structured } = await call(client, 'act', { session, actions: typed('(exit 3)'), matcher });
    expect(structured).toMatchObject({ hit: { kind: 'command_finished', exit_code: 3 } });
  });

  it('waits until a program with a plugin accepts input', async () => {
    // The server logs that Node prints no version of the agent.
    const own = await listening({ log: () => {} });
    const start = { plugin: 'claude-code', program: process.execPath, args: [actsAsAgent] };
    const { structured, text } = await call(await own.connect(), 'start', start);
    expect(text).toContain('state ready');
    expect(structured).toMatchObject({ state: 'ready', rows: { 0: expect.stringContaining('Claude Code') } });
    await own.close();
  });

  it('hides secrets for every option of a tool', async () => {
    const { session, rows } = await start('echo password=hunter2hunter2; exec cat');
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    for (const what of ['screen', 'styled', 'scrollback', 'transcript'])
      expect((await call(client, 'read', { session, what })).text).not.toContain('hunter2');
    const { failed, text } = await call(client, 'read', { session, redact: false });
    expect(failed).toBe(true);
    expect(text).toContain('redact: unknown field');
  });
});
