/** What the tools that drive a session reply. */

import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
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

  it('lets act wait for the end of a command in bash', async () => {
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

  it('hides secrets, whatever a tool asks for', async () => {
    const { session, rows } = await start('echo password=hunter2hunter2; exec cat');
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    for (const what of ['screen', 'styled', 'scrollback', 'transcript'])
      expect((await call(client, 'read', { session, what })).text).not.toContain('hunter2');
    const { failed, text } = await call(client, 'read', { session, redact: false });
    expect(failed).toBe(true);
    expect(text).toContain('redact: unknown field');
  });
});

describe('a call that takes long', () => {
  it('becomes pending, and wait returns its reply', async () => {
    const { session } = await start('echo first; read go; read on; echo ready; exec cat');
    const matcher = { type: 'contains_text', value: 'ready' };
    const acted = await call(client, 'act', { session, actions: typed('go'), matcher, reply_within_ms: 0 });
    const { pending } = acted.structured;
    expect(acted.text).toContain(`wait {"pending":"${pending}"}`);
    await call(client, 'act', { session, actions: typed('on') });
    const { structured } = await call(client, 'wait', { pending });
    expect(structured).toMatchObject({ session, hit: { text: 'ready' } });
    expect(await call(client, 'wait', { pending })).toMatchObject({ failed: true });
  });

  it('stays pending until it is over', async () => {
    const { session } = await start('echo first; exec cat');
    const matcher = { type: 'contains_text', value: 'ready' };
    const { pending } = (await call(client, 'wait', { session, matcher, reply_within_ms: 0 })).structured;
    const again = (await call(client, 'wait', { pending, reply_within_ms: 0 })).structured;
    expect(again).toEqual({ session, pending });
    await call(client, 'act', { session, actions: typed('ready') });
    expect((await call(client, 'wait', { pending })).structured).toMatchObject({ hit: { text: 'ready' } });
  });

  it('reports progress while it waits', async () => {
    const { session } = await start('echo first; read go; echo one; read on; echo two; exec cat');
    const matcher = { type: 'contains_text', value: 'two' };
    let waiting: Promise<unknown> | undefined;
    const message = await new Promise((resolve) => {
      waiting = call(
        client,
        'act',
        { session, actions: typed('go'), matcher },
        { onprogress: (progress) => resolve(progress.message) },
      );
    });
    expect(message).toContain(`${session}: the screen has changed`);
    await call(client, 'act', { session, actions: typed('on') });
    await waiting;
  });

  it('is cancelled with its request', async () => {
    const { session } = await start('echo first; exec cat');
    const cancelled = new AbortController();
    const matcher = { type: 'contains_text', value: 'never' };
    const own = server.world.sessions.get(session);
    const changed = () => new Promise<void>((resolve) => own.waits.onChange(() => resolve()));
    const started = changed();
    const waiting = call(client, 'wait', { session, matcher }, { signal: cancelled.signal });
    await started;
    expect(own.pendingWaits).toBe(1);
    const ended = changed();
    cancelled.abort();
    await expect(waiting).rejects.toThrow();
    await ended;
    expect(own.pendingWaits).toBe(0);
  });
});

describe('a reply', () => {
  it('has at most 8 KB, is cut at a row, and says how to continue', async () => {
    const { session, ...started } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%03d %0150d\\n" $i 7; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const shown = { ...started.rows };
    let { next } = started as { next?: number };
    expect(next).toBeTypeOf('number');
    while (next !== undefined) {
      const reply = await call(client, 'read', { session, from: next });
      expect(reply.bytes).toBeLessThanOrEqual(limits.mcpReplyBytes);
      Object.assign(shown, reply.structured.rows);
      next = reply.structured.next as number | undefined;
    }
    expect(Object.keys(shown)).toHaveLength(60);
    for (const [row, text] of Object.entries(shown))
      expect(text).toBe(`${row.padStart(3, '0')} ${'7'.padStart(150, '0')}`);
  });

  it('lists rows that were cut off among the changes of the next call', async () => {
    const { session, ...started } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%0150d\\n" $i; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const { structured } = await call(client, 'act', { session, actions: typed('x') });
    expect(Object.keys(structured.rows)[0]).toBe(String((started as { next?: number }).next));
  });

  it('can be larger where the call asks for it', async () => {
    const { session } = await start(
      'i=0; while [ $i -lt 60 ]; do printf "%0150d\\n" $i; i=$((i+1)); done; exec cat',
      { rows: 70, cols: 160 },
    );
    const { structured } = await call(client, 'read', { session, max_bytes: 65_536 });
    expect(Object.keys(structured.rows)).toHaveLength(60);
    expect(structured.next).toBeUndefined();
  });
});

describe('read', () => {
  it('returns styles', async () => {
    const { session } = await start('printf "plain \\033[7mchosen\\033[0m \\033[1;31mred\\033[0m"; exec cat');
    const { structured } = await call(client, 'read', { session, what: 'styled' });
    expect(structured.styles).toMatchObject({
      0: ['0:plain', '6:chosen inverse', expect.any(String), expect.stringContaining('13:red')],
    });
  });

  it('returns the scrollback, in parts', async () => {
    const { session } = await start('seq 500; exec cat', { rows: 10 });
    const { structured } = await call(client, 'read', { session, what: 'scrollback', from: 0 });
    expect(structured).toMatchObject({ rows: { 0: '1', 199: '200' }, next: 200, total: expect.any(Number) });
    const newest = await call(client, 'read', { session, what: 'scrollback' });
    expect(newest.structured.next).toBeUndefined();
  });

  it('returns the transcript, and what came since', async () => {
    const { session } = await start('printf "\\033[31mone\\033[0m\\n"; exec cat');
    const first = await call(client, 'read', { session, what: 'transcript' });
    expect(first.structured).toMatchObject({ text: 'one\n' });
    const parts = await call(client, 'read', { session, what: 'transcript', from: 0, max_bytes: 1024 });
    expect(parts.structured.text).toContain('one');
  });

  it('returns a long transcript in parts', async () => {
    const { session } = await start('seq 3000; exec cat');
    let text = '';
    let next: number | undefined = 0;
    while (next !== undefined) {
      const reply: Awaited<ReturnType<typeof call>> = await call(client, 'read', {
        session,
        what: 'transcript',
        from: next,
      });
      expect(reply.bytes).toBeLessThanOrEqual(limits.mcpReplyBytes);
      text += reply.structured.text;
      next = reply.structured.next as number | undefined;
    }
    expect(text.split('\n').slice(0, 3000)).toEqual(Array.from({ length: 3000 }, (_, at) => String(at + 1)));
  });

  it('returns a picture', async () => {
    const { session } = await start('echo here; exec cat');
    const { content } = await client.callTool({ name: 'picture', arguments: { session } });
    expect(content[0]).toMatchObject({
      type: 'image',
      mimeType: 'image/png',
      data: expect.stringMatching(/^iVBOR/),
    });
  });
});

describe('list', () => {
  it('that was cut continues with the same plugin', async () => {
    const cut = await call(client, 'list', { plugin: 'claude-code' });
    const { next } = cut.structured as { readonly next?: number };
    expect(next).toBeGreaterThan(0);
    expect(cut.text).toContain(`list {"plugin":"claude-code","from":${next}}`);
  });
});

describe('agent', () => {
  it('starts a plugin, sends a prompt and returns the state', async () => {
    const { structured } = await call(client, 'start', { plugin: 'shell', program: 'sh' });
    const { adapter } = structured as { adapter?: string };
    const turn = await call(client, 'agent', { adapter, step: 'run', params: { command: 'echo $((6*7))' } });
    expect(turn.structured).toMatchObject({ state: 'ready', metadata: { command: { output: '42\n' } } });
    expect((await call(client, 'agent', { adapter })).structured).toMatchObject({ adapter, state: 'ready' });
    const unused = await call(client, 'agent', { adapter, step: 'run', text: 'echo' });
    expect(unused).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^text: not used by the step run/),
    });
    const wrong = await call(client, 'agent', { adapter, step: 'fly' });
    expect(wrong).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^step: .*got fly, expected .*run/),
    });
    expect((await call(client, 'list', { plugin: 'shell' })).text).toMatch(/intent · name run/);
  });
});
