/** An editor that speaks ACP drives a program that draws like an agent, through the plugin of a real one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods, type RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { inProcessServer } from '../harness/server.ts';
import { type Editor, type EditorOptions, editorInProcess } from './editor.ts';

const open: Editor[] = [];

/** It logs that the version of node is none of the agent. */
const server = inProcessServer({ log: () => {} });

afterEach(() => Promise.all(open.splice(0).map((editor) => editor.close())));

afterAll(() => server.close());

async function editorWith(options?: EditorOptions): Promise<Editor> {
  const editor = await editorInProcess(server, options);
  open.push(editor);
  return editor;
}

async function opened(options?: EditorOptions): Promise<Editor> {
  const editor = await editorWith(options);
  await editor.open();
  return editor;
}

const choosing = (expected: string) => ({ permission: () => expected });

describe('an editor that speaks ACP', () => {
  it('reads the capabilities of the agent', async () => {
    const editor = await editorWith();
    expect(await editor.initialize()).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'ptywright' },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true },
        mcpCapabilities: { http: true },
      },
    });
    const { modes } = await editor.open();
    expect(modes).toMatchObject({ currentModeId: 'default' });
    expect(modes!.availableModes.map(({ id }) => id)).toContain('plan');
    await editor.until(() => editor.of('available_commands_update').length > 0);
    const [commands] = editor.of('available_commands_update');
    expect(commands!.availableCommands.map(({ name }) => name)).toContain('compact');
  });

  it('gets the answers to two prompts, each once', async () => {
    const editor = await opened();
    expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toBe('You said: one.\n\nHello.');
    expect(await editor.prompt('two')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toBe('You said: one.\n\nHello.You said: two.\n\nHello.');
  });

  it('approves a write', async () => {
    const editor = await opened(choosing('allow_once'));
    expect(await editor.prompt('write')).toEqual({ stopReason: 'end_turn' });
    expect(readFileSync(join(editor.cwd, 'notes.md'), 'utf8')).toBe('hello\n');
    const [{ toolCall, options }] = editor.permissions as [RequestPermissionRequest];
    expect(toolCall).toMatchObject({
      kind: 'edit',
      title: expect.stringMatching(/^Write: /),
      locations: [{ path: join(editor.cwd, 'notes.md') }],
    });
    expect(options.map(({ name, kind }) => [name, kind])).toEqual([
      ['Yes', 'allow_once'],
      ['Yes, and always allow', 'allow_always'],
      ['No', 'reject_once'],
    ]);
    expect(editor.text).toBe('I will write.\n\nDone with Yes.');
    const calls = editor.updates.filter((update) => 'toolCallId' in update);
    expect(calls.map((update) => 'toolCallId' in update && update.toolCallId)).toEqual(
      calls.map(() => toolCall.toolCallId),
    );
    expect(calls.at(-1)).toMatchObject({ status: 'completed' });
  });

  it('approves permanently with the option that is labelled so', async () => {
    const editor = await opened(choosing('allow_always'));
    expect(await editor.prompt('write')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toContain('Done with Yes, and always allow.');
  });

  it('denies a write, which ends the turn', async () => {
    const editor = await opened(choosing('reject_once'));
    expect(await editor.prompt('write')).toEqual({ stopReason: 'end_turn' });
    expect(existsSync(join(editor.cwd, 'notes.md'))).toBe(false);
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
    expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
  });

  it('cancels a turn that runs', async () => {
    const editor = await opened();
    const reply = editor.prompt('wait');
    // Until then, the prompt is being sent.
    await editor.until(() => editor.updates.length > 0);
    await editor.cancel();
    expect(await reply).toEqual({ stopReason: 'cancelled' });
    expect(editor.text).toBe('I am waiting.');
    expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
  });

  it('cancels again when the program has ignored the first key', async () => {
    const editor = await opened();
    const reply = editor.prompt('deaf');
    await editor.until(() => editor.updates.length > 0);
    await editor.cancel();
    expect(await reply).toEqual({ stopReason: 'cancelled' });
    expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
  });

  it('cancels a turn that waits for a permission', async () => {
    const editor = await opened();
    const reply = editor.prompt('write');
    await editor.until(() => editor.permissions.length > 0);
    await editor.cancel();
    expect(await reply).toEqual({ stopReason: 'cancelled' });
    expect(existsSync(join(editor.cwd, 'notes.md'))).toBe(false);
  });

  it('answers a question in a form', async () => {
    const editor = await opened({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'accept', content: { answer: 'Blue' } }),
    });
    expect(await editor.prompt('ask')).toEqual({ stopReason: 'end_turn' });
    expect(editor.questions[0]).toMatchObject({ mode: 'form', message: 'Which colour do you prefer?' });
    expect(JSON.stringify(editor.questions[0])).toMatch(/"const":"Red".*"const":"Blue".*"const":"Green"/);
    expect(editor.text).toContain('You prefer Blue.');
  });

  it('answers a question without forms', async () => {
    const editor = await opened(choosing('Green'));
    expect(await editor.prompt('ask')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toContain('You prefer Green.');
  });

  it('declines a question, which ends the turn', async () => {
    const editor = await opened({
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: 'decline' }),
    });
    expect(await editor.prompt('ask')).toMatchObject({
      stopReason: expect.stringMatching(/end_turn|cancelled/),
    });
    expect(editor.text).not.toContain('You prefer');
  });

  it('changes the mode', async () => {
    const editor = await opened();
    await editor.setMode('plan');
    expect(editor.of('current_mode_update').at(-1)).toEqual({
      sessionUpdate: 'current_mode_update',
      currentModeId: 'plan',
    });
    await expect(editor.setMode('dontAsk')).rejects.toMatchObject({
      message: expect.stringContaining('dontAsk'),
    });
  });

  it.each(['thousands', 'burst'])('gets all of an answer of 2,000 lines: %s', async (prompt) => {
    const editor = await opened();
    expect(await editor.prompt(prompt)).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toBe(Array.from({ length: 2000 }, (_, at) => `line ${at + 1}`).join('\n'));
    expect(JSON.stringify(editor.updates)).not.toContain('_meta');
  });

  it('is notified that the program has exited', async () => {
    const editor = await opened();
    await expect(editor.prompt('die')).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('7'),
    });
    await expect(editor.prompt('one')).rejects.toMatchObject({ code: -32603 });
  });

  it('never gets a secret', async () => {
    const editor = await opened();
    await editor.prompt('secret');
    expect(editor.text).toMatch(/the key is \S*/);
    expect(JSON.stringify(editor.updates)).not.toContain('ABCDEFGHIJ0123456789');
  });

  it('passes links, images and MCP servers', async () => {
    const editor = await editorWith();
    await editor.open([
      { name: 'files', command: '/bin/files', args: ['-v'], env: [{ name: 'KEY', value: 'value' }] },
    ]);
    const uri = `file://${join(editor.cwd, 'a%2Bb.txt')}`;
    const reply = await editor.agent.request(methods.agent.session.prompt, {
      sessionId: editor.session,
      prompt: [
        { type: 'text', text: 'arguments' },
        { type: 'resource_link', name: 'a', uri },
        { type: 'image', data: Buffer.from('pixels').toString('base64'), mimeType: 'image/png' },
      ],
    });
    expect(reply).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toMatch(new RegExp(`--session-id\\n+${editor.session}`));
    expect(editor.text).toContain('a+b.txt');
    const image = /\S+image-1\.png/.exec(editor.text)![0];
    expect(readFileSync(image, 'utf8')).toBe('pixels');
    expect(JSON.parse(readFileSync(/--mcp-config=(\S+)/.exec(editor.text)![1]!, 'utf8'))).toEqual({
      mcpServers: { files: { command: '/bin/files', args: ['-v'], env: { KEY: 'value' } } },
    });
    await editor.close();
    expect(existsSync(image)).toBe(false);
  });

  it('loads a session with its last turn', async () => {
    const editor = await editorWith();
    await editor.initialize();
    const sessionId = '0b1f2c3d-0000-4000-8000-000000000000';
    editor.session = sessionId;
    await editor.agent.request(methods.agent.session.load, { sessionId, cwd: editor.cwd, mcpServers: [] });
    await editor.prompt('arguments');
    expect(editor.text).toMatch(new RegExp(`--resume\\n+${sessionId}`));
    const option = { sessionId: '--version', cwd: editor.cwd, mcpServers: [] };
    await expect(editor.agent.request(methods.agent.session.load, option)).rejects.toMatchObject({
      code: -32002,
    });
  });
});
