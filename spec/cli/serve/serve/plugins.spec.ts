/** Plugins of the built server: of the command line, of clients, and built-in. */
import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, manifestText, pluginIn } from '../../../adapters/files.ts';
import { pluginPath } from '../../../harness/programs.ts';
import { root } from '../../../house/source.ts';
import { replies, request } from '../../../server/built.ts';
import { freshHome, ptywright } from '../../ptywright.ts';

const plugins = request(1, 'plugin.capabilities');
const namesIn = (stdout: string) =>
  (replies(stdout)[0]!.result as { plugins: { name: string }[] }).plugins.map(({ name }) => name);

describe('serve --plugin', () => {
  it('loads each plugin, without permission for clients to load plugins', async () => {
    const { status, stdout } = await ptywright(
      ['serve', '--stdio', '--plugin', pluginPath('echo'), '--plugin', pluginPath('looks')],
      { input: plugins + request(2, 'plugin.unload', { plugin: 'echo' }) },
    );
    expect(status).toBe(0);
    expect(namesIn(stdout)).toEqual(expect.arrayContaining(['echo', 'looks']));
    expect(replies(stdout)[1]!.error).toMatchObject({
      code: -32004,
      data: { method: 'plugin.unload', reason: 'server_did_not_grant_plugin_load' },
    });
  });

  it('starts in the folder of the server, and in a home that is written ~', async () => {
    const home = folderWith({ 'one/manifest.toml': manifestText(), 'one/main.lua': 'return {}' });
    const { stdout } = await ptywright(
      [
        'serve',
        '--stdio',
        '--plugin',
        'spec/programs/plugins/echo/manifest.toml',
        '--plugin',
        '~/one/manifest.toml',
      ],
      { input: plugins, env: { HOME: home } },
    );
    expect(namesIn(stdout)).toEqual(expect.arrayContaining(['echo', 'one']));
  });

  it.each([
    [
      'a wrong manifest',
      { permissions: ['screen.raed'] },
      ':6: permissions.0: "screen.raed" is not a permission',
    ],
    ['one that nothing runs', { runtime: 'wasm' }, ':4: runtime: the runtime wasm is not supported'],
    [
      'a main file that is not there',
      { entrypoint: 'absent.lua' },
      ':5: entrypoint: absent.lua does not exist',
    ],
  ])('does not start with %s, and names the position of the error', async (_, fields, message) => {
    const path = pluginIn(fields);
    const { status, stdout, stderr } = await ptywright(['serve', '--stdio', '--plugin', path], {
      input: plugins,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`ptywright serve: ${path}${message}`);
  });

  it('does not start without a file', async () => {
    const { status, stderr } = await ptywright(['serve', '--stdio', '--plugin', 'absent.toml']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('absent.toml does not exist (ENOENT)')]);
  });

  it('does not start with one plugin twice', async () => {
    const path = pluginPath('echo');
    const { status, stderr } = await ptywright(['serve', '--stdio', '--plugin', path, '--plugin', path]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('a plugin named echo is already loaded')]);
  });
});

describe('serve --allow-plugin-load', () => {
  it('allows clients to load and unload', async () => {
    const { stdout } = await ptywright(['serve', '--stdio', '--allow-plugin-load'], {
      input:
        request(1, 'plugin.load', { manifest_path: pluginPath('echo') }) +
        request(2, 'plugin.unload', { plugin: 'echo' }),
    });
    expect(replies(stdout).map(({ result }) => result)).toEqual([{ plugin: 'echo' }, { unloaded: true }]);
  });
});

describe('built-in plugins', () => {
  /** An installation whose plugins are these. */
  function installed(manifests: Readonly<Record<string, string>>): string {
    const folder = folderWith(manifests);
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return join(folder, 'bin/ptywright.js');
  }

  it('do not stop a server when they are broken, and doctor reports them', () => {
    const bin = installed({
      'manifests/own.toml': manifestText({ name: 'own', version: 'host' }),
      'plugins/own/main.lua': 'return {}',
      'manifests/broken.toml': 'name = "broken"\nkind = "no"\n',
    });
    const env = { ...process.env, PTYWRIGHT_HOME: freshHome(), PTYWRIGHT_LOG: '' };
    const run = (args: readonly string[], input = '') =>
      spawnSync(process.execPath, [bin, ...args], { env, input, encoding: 'utf8' });
    const server = run(['serve', '--stdio'], plugins);
    expect([server.status, namesIn(server.stdout)]).toEqual([0, ['own']]);
    expect(server.stderr).toContain(
      'ERROR a built-in plugin cannot be loaded plugin="broken" problem="manifests/broken.toml:2',
    );
    const doctor = run(['doctor']);
    expect([doctor.status, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/^FAILED plugins +manifests\/broken\.toml:2: kind/m),
    ]);
  });
});
