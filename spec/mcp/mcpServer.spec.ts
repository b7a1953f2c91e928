/** The definitions of the tools, and the errors of calls. */
import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolDefinitions } from '#mcp/mcpServer.ts';
import { permissionNames } from '#permissions.ts';
import { call, type Listening, listening, script, typed } from './clients.ts';

const kilobyte = 1024;
let server: Listening;
let client: McpClient;

beforeAll(async () => {
  server = await listening();
  client = await server.connect();
});

afterAll(() => server.close());

describe('the definitions', () => {
  it('are eight tools in at most 12 KB', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'start',
      'act',
      'wait',
      'read',
      'picture',
      'list',
      'close',
      'agent',
    ]);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12 * kilobyte);
    expect(tools).toEqual(JSON.parse(JSON.stringify(toolDefinitions)));
  });

  it('have an object as input, which every model accepts', () => {
    for (const { inputSchema } of toolDefinitions)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('offer no way to turn redaction off', () => {
    expect(JSON.stringify(toolDefinitions)).not.toMatch(/redact|raw_transcript/);
  });
});

describe('an error', () => {
  it.each([
    ['a misspelled field', 'start', { programm: 'sh' }, ['programm: unknown field', 'program']],
    ['a missing program', 'start', {}, ['program: missing', 'program or plugin']],
    ['a program that is not there', 'start', { program: 'no-such-program' }, ['no-such-program']],
    ['an unknown session', 'read', { session: 's99' }, ['session', 's99', 'Call list']],
    ['an unknown adapter', 'agent', { adapter: 'e99' }, ['adapter', 'e99', 'Call list']],
    ['an unknown plugin', 'list', { plugin: 'nobody' }, ['plugin', 'nobody']],
    [
      'a value out of range',
      'start',
      { program: 'sh', rows: 0 },
      ['rows: too small: at least 1', 'got number 0'],
    ],
    ['a word that is none of the known', 'read', { session: 's1', what: 'scren' }, ['what', 'screen']],
    ['a wait for nothing', 'wait', { session: 's1' }, ['matcher: missing']],
    ['an id of no pending call', 'wait', { pending: 'w99' }, ['pending', 'w99']],
  ] as const)('%s names the field and the next step', async (_, tool, args, words) => {
    const { failed, text } = await call(client, tool, args);
    expect(failed).toBe(true);
    for (const word of [...words, 'Next: ']) expect(text).toContain(word);
  });

  it('of an action names it', async () => {
    const { session } = (await call(client, 'start', script('exec cat'))).structured;
    const { failed, text } = await call(client, 'act', {
      session,
      actions: [{ type: 'key', value: 'entr' }],
    });
    expect(failed).toBe(true);
    expect(text).toMatch(/actions\.0.*entr.*enter/s);
    await call(client, 'close', { session });
  });

  it('of a wait shows the screen', async () => {
    const { session } = (await call(client, 'start', script('echo here; exec cat'))).structured;
    const matcher = { type: 'contains_text', value: 'absent' };
    const { failed, text } = await call(client, 'wait', { session, matcher, timeout_ms: 50 });
    expect(failed).toBe(true);
    expect(text).toMatch(/timed out.*"absent".*here.*Next: /s);
    expect(text).not.toContain('(got');
    await call(client, 'close', { session });
  });

  it('has at most 8 KB, with the next step', async () => {
    const wide = 'i=0; while [ $i -lt 60 ]; do printf "%0150d\\n" $i; i=$((i+1)); done; exec cat';
    const { session } = (await call(client, 'start', { ...script(wide), rows: 62, cols: 160 })).structured;
    const matcher = { type: 'contains_text', value: 'absent' };
    const { text, bytes } = await call(client, 'wait', { session, matcher, timeout_ms: 50 });
    expect(bytes).toBeLessThanOrEqual(8 * kilobyte);
    expect(text).toMatch(/timed out.*\(cut\)\nNext: /s);
    await call(client, 'close', { session });
  });

  it('refuses a tool that does not exist', async () => {
    await expect(client.callTool({ name: 'strat', arguments: {} })).rejects.toThrow('did you mean start');
  });

  it('refuses a resource that does not exist', async () => {
    await expect(client.readResource({ uri: 'ptywright://sessions/s99/screen' })).rejects.toThrow('session');
    await expect(client.readResource({ uri: 'ptywright://nothing' })).rejects.toThrow(
      'ptywright://sessions/SESSION',
    );
    await expect(client.readResource({ uri: 'ptywright://sessions/%E0%A4%A/screen' })).rejects.toThrow(
      'ptywright://sessions/SESSION',
    );
    await expect(client.subscribeResource({ uri: 'junk' })).rejects.toThrow('no such resource (got junk');
    await expect(client.subscribeResource({ uri: 'ptywright://sessions/s99/screen' })).rejects.toThrow('s99');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('expected skill');
  });
});

describe('a permission that the server denies', () => {
  it.each([
    ['input.write', 'act', { actions: typed('x') }],
    ['screen.read', 'read', {}],
    ['session.kill', 'close', {}],
    ['matcher.wait', 'wait', { matcher: { type: 'process_exited' } }],
    ['transcript.read', 'read', { what: 'transcript' }],
  ] as const)('%s: %s is refused', async (denied, tool, args) => {
    const bounded = await listening({ grants: new Set(permissionNames.filter((name) => name !== denied)) });
    try {
      const own = await bounded.connect();
      const started = await call(own, 'start', script('echo started; exec cat'));
      const { session } = started.structured;
      expect(session).toBe('s1');
      const { failed, text } = await call(own, tool, { session, ...args });
      expect(failed).toBe(true);
      expect(text).toContain(denied);
      expect(text).toContain('The user who started ptywright has to permit this');
    } finally {
      await bounded.close();
    }
  });
});
