import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BuiltinPlugins } from '#adapters/plugin.ts';
import { PluginRegistry, type PluginRegistryOptions } from '#adapters/pluginRegistry.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { folderWith, manifestText, pluginIn, problemOf } from './files.ts';

function registry(options: Partial<PluginRegistryOptions> = {}): PluginRegistry {
  const plugins = new PluginRegistry({
    clock: systemClock,
    version: '1.2.3',
    log: () => {},
    builtins: null,
    ...options,
  });
  onTestFinished(() => plugins.close());
  return plugins;
}

/** A package that contains one plugin. */
const packageWith = (fields: Readonly<Record<string, unknown>> = {}) =>
  folderWith({
    'manifests/own.toml': manifestText({ name: 'own', ...fields }),
    'plugins/own/main.lua': 'return {}',
  });
const builtinsOf = (root: string) =>
  new BuiltinPlugins({ version: '1.2.3', broken: (_, problem) => expect.fail(String(problem)), root });

describe('loaded plugins', () => {
  it('keep the content that their files had', () => {
    const plugins = registry();
    const path = pluginIn({ permissions: ['screen.read'] });
    const plugin = plugins.load(path);
    writeFileSync(path, manifestText({ permissions: ['input.write'] }));
    writeFileSync(join(dirname(path), 'main.lua'), 'changed');
    expect(plugins.get('one')).toBe(plugin);
    expect([...plugin.permissions]).toEqual(['screen.read']);
    expect(plugin).toMatchObject({
      name: 'one',
      builtin: false,
      sources: { modules: { main: 'return {}\n' } },
    });
  });

  it('get the new content of their files when they are loaded again', () => {
    const plugins = registry();
    const path = pluginIn();
    plugins.load(path);
    writeFileSync(join(dirname(path), 'main.lua'), 'changed');
    plugins.unload('one');
    expect(plugins.load(path).sources.modules.main).toBe('changed');
  });

  it('are distinguished by name only', () => {
    const plugins = registry();
    plugins.load(pluginIn());
    expect(problemOf(() => plugins.load(pluginIn({ version: '2' })))).toMatchObject({
      name: 'Invalid',
      data: { path: 'manifest_path', reason: 'a plugin named one is already loaded: unload it first' },
    });
    expect(plugins.all().map(({ manifest }) => manifest.version)).toEqual(['1.0.0']);
  });

  it('are limited in number', () => {
    const plugins = registry();
    for (let at = 0; at < limits.plugins; at++) plugins.load(pluginIn({ name: `n${at}` }));
    expect(problemOf(() => plugins.load(pluginIn()))).toMatchObject({
      name: 'Busy',
      data: { limit: 'plugins', max: limits.plugins },
    });
    plugins.unload('n0');
    expect(plugins.load(pluginIn()).name).toBe('one');
  });

  it('need a supported runtime', () => {
    const plugins = registry();
    const wasm = pluginIn({ runtime: 'wasm', entrypoint: 'main.wasm' });
    expect(problemOf(() => plugins.load(wasm))).toMatchObject({
      name: 'Unsupported',
      message: `${wasm}:4: runtime: the runtime wasm is not supported; use lua`,
      data: { reason: 'wasm' },
    });
    const none = pluginIn({ runtime: undefined, entrypoint: undefined });
    expect(problemOf(() => plugins.load(none))).toMatchObject({
      name: 'Unsupported',
      data: { reason: 'no_runtime' },
    });
    expect(plugins.all()).toEqual([]);
  });

  it('are not loaded when a file cannot be read or the manifest is a link', () => {
    const plugins = registry();
    const path = pluginIn();
    symlinkSync('manifest.toml', join(dirname(path), 'link.toml'));
    expect(problemOf(() => plugins.load(join(dirname(path), 'link.toml'))).data.reason).toBe('symlink');
    renameSync(join(dirname(path), 'main.lua'), join(dirname(path), 'other.lua'));
    expect(problemOf(() => plugins.load(path))).toMatchObject({
      message: `${path}:5: entrypoint: main.lua does not exist (ENOENT). Correct the path.`,
      data: { path: 'manifest_path', file: 'main.lua', reason: 'ENOENT' },
    });
    mkdirSync(join(dirname(path), 'folder.toml'));
    expect(problemOf(() => plugins.load(join(dirname(path), 'folder.toml'))).data.reason).toBe('directory');
    expect(plugins.all()).toEqual([]);
  });
});

describe('an unknown plugin', () => {
  it('is reported with the closest name and the parameter', () => {
    const plugins = registry({ builtins: builtinsOf(packageWith()) });
    expect(problemOf(() => plugins.get('wn'))).toMatchObject({
      name: 'PluginUnknown',
      message: 'plugin: no plugin is called wn; did you mean own?',
      data: { path: 'plugin', plugin: 'wn', reason: 'unknown_plugin' },
    });
    expect(problemOf(() => plugins.get('other', 'a.b')).data.path).toBe('a.b');
    expect(problemOf(() => plugins.unload('other')).name).toBe('PluginUnknown');
  });
});

describe('a plugin in use', () => {
  it('is unloaded only when no adapter uses it', () => {
    const plugins = registry();
    const plugin = plugins.load(pluginIn());
    const [first, second] = [plugins.hold(plugin), plugins.hold(plugin)];
    const refused = () => problemOf(() => plugins.unload('one')).data;
    expect(refused()).toEqual({
      path: 'plugin',
      reason: 'one is in use by 2 adapters: close them first',
      got: 'one',
    });
    first.dispose();
    first.dispose();
    expect(refused().reason).toBe('one is in use by 1 adapter: close them first');
    second.dispose();
    plugins.unload('one');
    expect(plugins.all()).toEqual([]);
  });
});

describe('the shared instance', () => {
  it('is created once, and again when the plugin is loaded again', async () => {
    const plugins = registry();
    const path = pluginIn({}, { 'main.lua': 'return { a = print }' });
    const first = plugins.load(path);
    expect(plugins.shared(first)).toBe(plugins.shared(first));
    expect(plugins.createInstance(first)).not.toBe(plugins.shared(first));
    expect(await plugins.shared(first).exports()).toEqual(['a']);
    const old = plugins.shared(first);
    plugins.unload('one');
    await expect(old.exports()).rejects.toMatchObject({ name: 'PluginFailure', reason: 'closed' });
    writeFileSync(join(dirname(path), 'main.lua'), 'return { b = print }');
    const second = plugins.load(path);
    expect(await plugins.shared(second).exports()).toEqual(['b']);
    expect(problemOf(() => plugins.shared(first)).name).toBe('PluginUnknown');
  });

  it('is closed with the registry, and not created after that', async () => {
    const plugins = registry();
    const plugin = plugins.load(pluginIn());
    const instance = plugins.shared(plugin);
    await instance.exports();
    await plugins.close();
    await expect(instance.exports()).rejects.toMatchObject({ reason: 'closed' });
    expect(problemOf(() => plugins.shared(plugin))).toMatchObject({
      name: 'Cancelled',
      data: { reason: 'shutdown' },
    });
  });
});

describe('built-in plugins', () => {
  it('are read when they are first needed, each once', () => {
    const root = packageWith({ version: 'host' });
    const plugins = registry({ builtins: builtinsOf(root) });
    writeFileSync(join(root, 'plugins/own/main.lua'), 'return { later = 1 }');
    const read = plugins.get('own');
    expect(read).toMatchObject({
      name: 'own',
      builtin: true,
      manifest: { name: 'own', version: '1.2.3' },
      sources: { modules: { main: 'return { later = 1 }' } },
    });
    writeFileSync(join(root, 'plugins/own/main.lua'), 'return {}');
    expect(plugins.builtins()).toEqual([read]);
    expect(plugins.get('own')).toBe(read);
  });

  it('have the version of their manifest or of the host', () => {
    expect(builtinsOf(packageWith({ version: '7' })).all()[0]!.manifest.version).toBe('7');
  });

  it('cannot be replaced or unloaded', () => {
    const plugins = registry({ builtins: builtinsOf(packageWith()) });
    expect(problemOf(() => plugins.load(pluginIn({ name: 'own' })))).toMatchObject({
      name: 'Invalid',
      data: { path: 'manifest_path', reason: 'the plugin own is built in and cannot be replaced' },
    });
    expect(problemOf(() => plugins.unload('own'))).toMatchObject({
      name: 'Invalid',
      data: { path: 'plugin', reason: 'own is a built-in plugin and cannot be unloaded' },
    });
  });

  it('are logged and skipped when they are broken, and the others are loaded', () => {
    const root = packageWith();
    writeFileSync(join(root, 'manifests/alien.toml'), manifestText({ name: 'other' }));
    writeFileSync(join(root, 'manifests/empty.toml'), '');
    writeFileSync(join(root, 'manifests/bare.toml'), manifestText({ name: 'bare' }));
    writeFileSync(join(root, 'manifests/manifest.schema.json'), '{}');
    mkdirSync(join(root, 'plugins/alien'));
    writeFileSync(join(root, 'plugins/alien/main.lua'), '');
    const events: string[] = [];
    const broken = (name: string, problem: unknown) =>
      void events.push(`${name}: ${(problem as Error).message}`);
    const builtins = new BuiltinPlugins({ version: '1', broken, root });
    expect(builtins.find('own')).toMatchObject({ name: 'own' });
    expect(events).toEqual([]);
    expect([builtins.find('empty'), builtins.find('empty')]).toEqual([undefined, undefined]);
    expect(builtins.all().map(({ name }) => name)).toEqual(['own']);
    expect(events.toSorted()).toEqual([
      'alien: manifests/alien.toml: name: "other" is not the name of the file',
      expect.stringMatching(/^bare: manifests\/bare\.toml:5: entrypoint: \S+plugins\/bare does not exist/),
      'empty: manifests/empty.toml:1: name: is missing',
    ]);
  });

  it('may be absent', () => {
    expect(builtinsOf(folderWith({})).all()).toEqual([]);
  });
});
