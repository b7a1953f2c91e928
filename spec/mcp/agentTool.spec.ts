import type { Client as McpClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Listening, listening } from './clients.ts';

let server: Listening;

let client: McpClient;

beforeAll(async () => {
  server = await listening();
  client = await server.connect();
});

afterAll(() => server.close());

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
