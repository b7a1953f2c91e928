/** Any plugin that declares `agent` can be driven: here one of a shell script that talks in plain lines. */
import { execFileSync } from 'node:child_process';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { pluginPath, programPath } from '../harness/programs.ts';
import { inProcessServer } from '../harness/server.ts';
import { CommandEditor, type Editor, type EditorOptions, editorInProcess } from './editor.ts';

const open: Editor[] = [];
const server = inProcessServer();
afterEach(() => Promise.all(open.splice(0).map((editor) => editor.close())));
afterAll(() => server.close());

const manifest = pluginPath('talks');
const withEvents = server.world.plugins.load(manifest).name;
const withoutEvents = server.world.plugins.load(
  fileURLToPath(new URL('../programs/plugins/talks/plain.toml', import.meta.url)),
).name;

const program = ['/bin/sh', programPath('talks')];

async function opened(plugin: string, permission?: EditorOptions['permission']): Promise<Editor> {
  const editor = await editorInProcess(server, { plugin, program, ...(permission && { permission }) });
  open.push(editor);
  await editor.open();
  return editor;
}

describe.each([
  ['events', withEvents],
  ['no events', withoutEvents],
])('a plugin whose states have %s', (_, plugin) => {
  it('cancels before the program asks', async () => {
    const editor = await opened(plugin, () => 'allow_once');
    const gate = join(editor.cwd, 'gate');
    execFileSync('mkfifo', [gate]);
    const reply = editor.prompt('later');
    // Blocks until the program reads.
    const opening = await openFile(gate, 'w');
    await editor.cancel();
    // Its reply shows that the agent has the cancellation.
    await expect(editor.prompt('night')).rejects.toMatchObject({ code: -32600 });
    await opening.write('\n');
    await opening.close();
    expect(await reply).toEqual({ stopReason: 'cancelled' });
    expect(editor.permissions).toEqual([]);
    expect(await editor.prompt('night')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text.trimEnd()).toBe('You said night,\nand I have looked.');
  });
});

describe('a plugin whose states have events', () => {
  it('reports thoughts, a tool and the text', async () => {
    const editor = await opened(withEvents, () => 'allow_once');
    expect(await editor.prompt('noon')).toEqual({ stopReason: 'end_turn' });
    expect(editor.of('agent_thought_chunk')).toEqual([
      { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'They said noon.' } },
    ]);
    expect(editor.permissions).toMatchObject([{ toolCall: { title: 'Look: noon', kind: 'search' } }]);
    const calls = editor.updates.flatMap((update) => ('toolCallId' in update ? [update] : []));
    expect(calls.map(({ status }) => status)).toEqual(['in_progress', 'completed']);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(1);
    expect(editor.text.trimEnd()).toBe('You said noon,\nand I have looked.');
  });

  it('continues after a denial', async () => {
    const editor = await opened(withEvents, () => 'reject_once');
    expect(await editor.prompt('noon')).toEqual({ stopReason: 'end_turn' });
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
    expect(await editor.prompt('night')).toEqual({ stopReason: 'end_turn' });
    expect(editor.of('agent_thought_chunk')).toHaveLength(2);
  });

  it('is cancelled, and answers the next prompt', async () => {
    let permits = false;
    const editor = await opened(withEvents, () => (permits ? 'allow_once' : undefined));
    const reply = editor.prompt('noon');
    await editor.until(() => editor.permissions.length > 0);
    await editor.cancel();
    expect(await reply).toEqual({ stopReason: 'cancelled' });
    permits = true;
    expect(await editor.prompt('night')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text.trimEnd()).toBe('You said night,\nand I have looked.');
  });

  it('can be given to the command by the path of its manifest', async () => {
    const editor = new CommandEditor([], { plugin: manifest, program, permission: () => 'allow_once' });
    open.push(editor);
    await editor.open();
    expect(await editor.prompt('noon')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text.trimEnd()).toBe('You said noon,\nand I have looked.');
  });

  it('refuses a prompt without text', async () => {
    const editor = await opened(withEvents);
    await expect(editor.prompt(' ')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a plugin whose states have no events', () => {
  it('gives the text of the screen at the end', async () => {
    const editor = await opened(withoutEvents, () => 'allow_once');
    expect(await editor.prompt('noon')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toBe('You said noon,\nand I have looked.');
    expect(editor.permissions).toMatchObject([{ toolCall: { title: 'Look: noon' } }]);
    expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' });
  });

  it('reports that the program has ended', async () => {
    const editor = await opened(withoutEvents);
    await expect(editor.prompt('leave')).rejects.toMatchObject({ message: expect.stringContaining('3') });
  });
});
