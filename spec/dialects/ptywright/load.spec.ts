import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, manifestText, pluginIn } from '../../adapters/files.ts';
import { pluginPath, program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

function running(options: Parameters<typeof runInProcess>[1] = { allowPluginLoad: true }) {
  const server = runInProcess('ndjson', options);
  onTestFinished(() => server.close());
  return { ...server, calls: server.client.calls };
}

describe('plugin.load and plugin.unload', () => {
  it.each([
    ['plugin.load', { manifest_path: pluginPath('echo') }],
    ['plugin.load', { manifest_path: 'absent.toml' }],
    ['plugin.unload', { plugin: 'echo' }],
  ])('%s is refused unless the server allows it: %j', async (method, params) => {
    const { client } = running({});
    await expect(client.send(method, params)).rejects.toMatchObject({
      code: -32004,
      data: { fault: 'PermissionDenied', method, reason: 'server_did_not_grant_plugin_load' },
    });
    expect((await client.calls.plugin.capabilities({})).plugins.map(({ name }) => name)).not.toContain(
      'echo',
    );
  });

  it('load, use, unload, and load changed files', async () => {
    const { calls } = running();
    const path = pluginPath('echo');
    expect(await calls.plugin.load({ manifest_path: path })).toEqual({ plugin: 'echo' });
    expect(await calls.plugin.describe({ plugin: 'echo' })).toMatchObject({ plugin: 'echo' });
    expect(await calls.plugin.unload({ plugin: 'echo' })).toEqual({ unloaded: true });
    await expect(calls.plugin.describe({ plugin: 'echo' })).rejects.toMatchObject({
      code: -32602,
      data: { fault: 'PluginUnknown', path: 'plugin', plugin: 'echo', reason: 'unknown_plugin' },
    });
    expect(await calls.plugin.load({ manifest_path: path })).toEqual({ plugin: 'echo' });
  });

  it('keep a plugin while adapters use it', async () => {
    const { calls } = running();
    await calls.plugin.load({ manifest_path: pluginPath('echo') });
    const { adapter } = await calls.adapter.start({ plugin: 'echo' });
    await expect(calls.plugin.unload({ plugin: 'echo' })).rejects.toMatchObject({
      code: -32602,
      data: { fault: 'Invalid', path: 'plugin', reason: 'echo is in use by 1 adapter: close them first' },
    });
    await calls.adapter.close({ adapter });
    expect(await calls.plugin.unload({ plugin: 'echo' })).toEqual({ unloaded: true });
  });

  it('end a wait for a predicate of an unloaded plugin', async () => {
    const { calls } = running();
    await calls.plugin.load({ manifest_path: pluginPath('looks') });
    const { session } = await calls.session.create(program('asks-name'));
    const shows = (text: string) => ({
      session,
      matcher: { type: 'lua', value: { plugin: 'looks', predicate: 'shows', params: { text } } } as const,
    });
    expect(await calls.session.wait(shows('name'))).toMatchObject({ matched: true });
    const waiting = calls.session.wait(shows('absent')).catch((problem: unknown) => problem);
    await calls.plugin.unload({ plugin: 'looks' });
    await calls.session.input({ session, action: { type: 'text', value: 'ada' } });
    expect(await waiting).toMatchObject({ data: { fault: expect.stringMatching(/^Plugin/) } });
  });

  it('apply to all clients of the server', async () => {
    const server = running();
    const other = await server.connect();
    await server.calls.plugin.load({ manifest_path: pluginIn() });
    expect((await other.calls.plugin.capabilities({})).plugins.map(({ name }) => name)).toContain('one');
    await other.close();
  });
});

describe('an invalid manifest', () => {
  it('is reported with file, line and field', async () => {
    const path = `${folderWith({ 'x.toml': manifestText({ permissions: ['screen.raed'] }) })}/x.toml`;
    await expect(running().calls.plugin.load({ manifest_path: path })).rejects.toMatchObject({
      code: -32602,
      message: `${path}:6: permissions.0: "screen.raed" is not a permission (nearest: screen.read)`,
      data: { fault: 'Invalid', path: 'manifest_path', got: '"screen.raed"' },
    });
  });

  it.each([
    [{ runtime: 'wasm', entrypoint: 'main.wasm' }, -32007, { fault: 'Unsupported', reason: 'wasm' }],
    [{ entrypoint: '../main.lua' }, -32602, { fault: 'Invalid', path: 'manifest_path' }],
    [{ entrypoint: 'absent.lua' }, -32602, { fault: 'FileRefused', reason: 'ENOENT', file: 'absent.lua' }],
  ])('%j', async (fields, code, data) => {
    const manifest_path = pluginIn(fields);
    await expect(running().calls.plugin.load({ manifest_path })).rejects.toMatchObject({ code, data });
  });

  it('is reported without secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const manifest_path = pluginIn({ kind: secret });
    const reply = await running()
      .calls.plugin.load({ manifest_path })
      .catch((problem: { message: string; data: unknown }) => problem.message + JSON.stringify(problem.data));
    expect(reply).toContain('is not a kind of plugin');
    expect(reply).not.toContain(secret);
  });
});
