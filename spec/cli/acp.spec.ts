import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { CommandEditor, type Editor, type EditorOptions } from '../acp/editor.ts';
import { inProcessServer, runOnSocket, runOnSocketInProcess } from '../harness/server.ts';
import { runCommand } from './inProcess.ts';

const open: Editor[] = [];

/** They log that the version of node is none of the agent. */
const options = { log: () => {} };
const server = inProcessServer(options);

afterEach(() => Promise.all(open.splice(0).map((editor) => editor.close())));

afterAll(() => server.close());

function command(args?: readonly string[], options?: EditorOptions): CommandEditor {
  const editor = new CommandEditor(args, options);
  open.push(editor);
  return editor;
}

describe('the command', () => {
  it('answers a prompt', async () => {
    const editor = command();
    await editor.open();
    expect(await editor.prompt('one')).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toBe('You said: one.\n\nHello.');
  });

  it('can leave at any time, and its programs end', async () => {
    const editor = command();
    await editor.open();
    void editor.prompt('wait').catch(() => undefined);
    await editor.until(() => editor.updates.length > 0);
    editor.process.stdout!.destroy();
    editor.process.stdin!.destroy();
    expect(await editor.ended).toEqual([0, null]);
    expect(editor.said).not.toMatch(/fault of ptywright|Error/);
  });

  it('is refused without its permissions', async () => {
    const editor = command(['--deny', 'session.spawn']);
    await expect(editor.open()).rejects.toMatchObject({ data: { fault: 'PermissionDenied' } });
  });

  it('shares the sessions of a running server', async () => {
    const server = await runOnSocketInProcess('ndjson', options);
    const editor = command(['--socket', server.path]);
    await editor.open();
    const { adapters } = await server.client.calls.adapter.live({});
    expect(adapters).toMatchObject([{ plugin: 'claude-code' }]);
    await editor.prompt('one');
    expect(editor.text).toContain('You said: one.');
    await editor.close();
    open.length = 0;
    expect(await server.client.calls.adapter.live({})).toEqual({ adapters: [] });
    await server.close();
  });

  it('fails when the server of its socket ends', async () => {
    const server = await runOnSocket();
    const editor = command(['--socket', server.path]);
    await editor.open();
    await server.close();
    expect(await editor.ended).toEqual([1, null]);
    expect(editor.said).toMatch(/^ptywright acp: the server has ended/m);
  });

  it('leaves no program on the server when it is killed', async () => {
    const server = await runOnSocketInProcess('ndjson', options);
    const { calls, news } = server.client;
    await calls.server.set_notifications({ enabled: true, lifecycle: true });
    const closed = new Promise((resolve) => news.session.closed(resolve));
    const editor = command(['--socket', server.path]);
    await editor.open();
    editor.process.kill('SIGKILL');
    await closed;
    expect(await calls.adapter.live({})).toEqual({ adapters: [] });
    await server.close();
  });

  it('continues after an answer at the terminal', async () => {
    const server = await runOnSocketInProcess('ndjson', options);
    const editor = command(['--socket', server.path]);
    await editor.open();
    const reply = editor.prompt('write');
    await editor.until(() => editor.permissions.length > 0);
    const [live] = (await server.client.calls.adapter.live({})).adapters;
    await server.client.calls.adapter.send({ adapter: live!.adapter, intent: 'approve' });
    expect(await reply).toEqual({ stopReason: 'end_turn' });
    expect(editor.text).toContain('Done with Yes.');
    await editor.close();
    open.length = 0;
    await server.close();
  });
  it('refuses a plugin that drives no agent', async () => {
    const editor = command([], { plugin: 'shell' });
    expect(await editor.ended).toEqual([1, null]);
    expect(editor.said).toMatch(
      /^ptywright acp: the plugin shell drives no agent: its describe\(\) lacks agent/,
    );
  });

  it('lists the plugins if no name is given', async () => {
    const { status, stderr } = await runCommand(['acp']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^ptywright acp: expected --plugin: the path of a manifest, or one of .*claude-code, .*shell/,
      ),
    ]);
  });

  it('lists the plugins if the name is unknown', async () => {
    const editor = command([], { plugin: 'claude-cod' });
    expect(await editor.ended).toEqual([1, null]);
    expect(editor.said).toMatch(
      /^ptywright acp: --plugin claude-cod: expected the path of a manifest, or one of (?=.*claude-code, )(?=.*shell).*; did you mean claude-code\?$/m,
    );
  });
});
