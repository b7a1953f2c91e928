import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CompiledPlugins, readPluginSources } from '#adapters/plugin.ts';
import { limits } from '#limits.ts';
import { folderWith, problemOf } from './files.ts';

const read = (folder: string, entrypoint = 'main.lua') =>
  readPluginSources({
    name: 'one',
    folder,
    entrypoint,
    place: 'x.toml:5: entrypoint',
    parameter: 'manifest_path',
  });
const reasonOf = (folder: string, entrypoint?: string) => {
  const { name, data } = problemOf(() => read(folder, entrypoint));
  expect(name).toBe('FileRefused');
  return data.reason;
};

describe('the sources of a plugin', () => {
  it('are its main file and every plain-named one beside it', () => {
    const folder = folderWith({
      'main.lua': 'return 1',
      'rules.lua': 'return 2',
      'with-dash_2.lua': 'return 3',
      'rules.test.lua': '',
      '.hidden.lua': '',
      'notes.txt': '',
      'below/more.lua': '',
    });
    expect(read(folder)).toEqual({
      name: 'one',
      modules: { main: 'return 1', rules: 'return 2', 'with-dash_2': 'return 3' },
    });
  });

  it('are beside the main file, for any folder and file name', () => {
    const folder = folderWith({
      'src/adapter.lua': 'return 1',
      'src/rules.lua': 'return 2',
      'other.lua': '',
    });
    expect(read(folder, './src/adapter.lua').modules).toEqual({ main: 'return 1', rules: 'return 2' });
  });

  it('follow links that stay in the folder', () => {
    const folder = folderWith({ 'real/main.txt': 'return 1', 'real/rules.txt': 'return 2' });
    symlinkSync('real/main.txt', join(folder, 'main.lua'));
    symlinkSync(join(folder, 'real/rules.txt'), join(folder, 'rules.lua'));
    expect(read(folder).modules).toEqual({ main: 'return 1', rules: 'return 2' });
  });

  it('may be in a folder that is reached through a link', () => {
    const folder = folderWith({ 'real/main.lua': 'return 1' });
    symlinkSync('real', join(folder, 'linked'));
    expect(read(join(folder, 'linked')).modules).toEqual({ main: 'return 1' });
  });

  it('may have a second name, as installers give them', () => {
    const folder = folderWith({ 'main.lua': 'return 1' });
    linkSync(join(folder, 'main.lua'), join(folder, 'same.txt'));
    expect(read(folder).modules).toEqual({ main: 'return 1' });
  });

  it('are not reloaded when the files change', () => {
    const folder = folderWith({ 'main.lua': 'return 1' });
    const sources = read(folder);
    writeFileSync(join(folder, 'main.lua'), 'return 2');
    expect(sources.modules.main).toBe('return 1');
  });
});

describe('a plugin is refused with', () => {
  const outside = () => folderWith({ 'secret.lua': 'return "secret"' });

  it('a main file that is a link out of the folder', () => {
    const folder = folderWith({});
    symlinkSync(join(outside(), 'secret.lua'), join(folder, 'main.lua'));
    expect(reasonOf(folder)).toBe('outside');
  });

  it('a module that is a link out of the folder, with the name of the module', () => {
    const folder = folderWith({ 'main.lua': 'return 1' });
    symlinkSync(join(outside(), 'secret.lua'), join(folder, 'rules.lua'));
    expect(problemOf(() => read(folder))).toMatchObject({
      message: expect.stringMatching(
        /^x\.toml:5: entrypoint: rules\.lua is outside the folder of its plugin/,
      ),
      data: { file: 'rules.lua', path: 'manifest_path', reason: 'outside' },
    });
  });

  it('a folder on the way that is a link out of it', () => {
    const folder = folderWith({});
    symlinkSync(outside(), join(folder, 'src'));
    expect(reasonOf(folder, 'src/secret.lua')).toBe('outside');
  });

  it('a folder beside it with the same prefix in its name', () => {
    const folder = folderWith({ 'one/x.lua': '', 'one-more/secret.lua': 'return 1' });
    symlinkSync('../one-more/secret.lua', join(folder, 'one/main.lua'));
    expect(reasonOf(join(folder, 'one'))).toBe('outside');
  });

  it('a circle of links', () => {
    const folder = folderWith({});
    symlinkSync('main.lua', join(folder, 'main.lua'));
    expect(reasonOf(folder)).toBe('symlink');
  });

  it('a missing main file', () => {
    expect(reasonOf(folderWith({ 'other.lua': '' }))).toBe('ENOENT');
  });

  it('a missing folder', () => {
    expect(reasonOf(join(folderWith({}), 'absent'))).toBe('ENOENT');
  });

  it('a folder, a FIFO or a device in place of a file, without waiting for any', () => {
    const folder = folderWith({ 'main.lua/x': '' });
    expect(reasonOf(folder)).toBe('directory');
    rmSync(join(folder, 'main.lua'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'main.lua')]);
    expect(reasonOf(folder)).toBe('not_a_file');
    renameSync(join(folder, 'main.lua'), join(folder, 'other.lua'));
    writeFileSync(join(folder, 'main.lua'), '');
    expect(reasonOf(folder)).toBe('not_a_file');
  });

  it('a module called main beside a main file of another name', () => {
    expect(reasonOf(folderWith({ 'adapter.lua': '', 'main.lua': '' }), 'adapter.lua')).toBe('main_taken');
  });

  it('a file that is no UTF-8', () => {
    expect(reasonOf(folderWith({ 'main.lua': new Uint8Array([0xff]) }))).toBe('not_utf8');
  });

  it('more text than a plugin may have, in one file or in all of them', () => {
    const half = 'x'.repeat(limits.pluginSourceBytes / 2);
    const files = { 'main.lua': half, 'rules.lua': half };
    expect(Object.keys(read(folderWith(files)).modules)).toEqual(['main', 'rules']);
    expect(reasonOf(folderWith({ ...files, 'z.lua': 'x' }))).toBe('too_large');
    expect(reasonOf(folderWith({ 'main.lua': `${half}${half}x` }))).toBe('too_large');
  });

  it('more files than a plugin may have', () => {
    const modules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}.lua`, '']));
    const most = folderWith({ ...modules(limits.pluginModules - 1), 'main.lua': '' });
    expect(Object.keys(read(most).modules)).toHaveLength(limits.pluginModules);
    expect(reasonOf(folderWith({ ...modules(limits.pluginModules), 'main.lua': '' }))).toBe('too_many');
  });

  it('a folder with more names than are looked through', () => {
    const folder = folderWith({ 'main.lua': '' });
    for (let at = 0; at < limits.pluginFolderNames; at++) mkdirSync(join(folder, String(at)));
    expect(reasonOf(folder)).toBe('too_large');
  });
});

const sourcesOf = (main: string) => ({ name: 'sample', modules: { main, words: 'return {}' } });
const bytes = (length: number) => new Uint8Array(length);

describe('compiled files', () => {
  it('are found for the same sources only', () => {
    const plugins = new CompiledPlugins();
    plugins.keep(sourcesOf('a'), { main: bytes(1) });
    expect(plugins.find(sourcesOf('a'))).toEqual({ main: bytes(1) });
    expect(plugins.find(sourcesOf('b'))).toEqual({});
    expect(plugins.find({ name: 'sample', modules: { main: 'a' } })).toEqual({});
    expect(plugins.find({ name: 'sample', modules: { main: 'a5 words9 return {}' } })).toEqual({});
  });

  it('are added to the cached ones', () => {
    const plugins = new CompiledPlugins();
    plugins.keep(sourcesOf('a'), { main: bytes(1) });
    plugins.keep(sourcesOf('a'), {});
    plugins.keep(sourcesOf('a'), { words: bytes(2) });
    expect(plugins.find(sourcesOf('a'))).toEqual({ main: bytes(1), words: bytes(2) });
  });

  it('are dropped, least recently used first, when they take too many bytes', () => {
    const plugins = new CompiledPlugins();
    const third = Math.floor(limits.pluginCompiledBytes / 3);
    for (const name of ['a', 'b', 'c']) plugins.keep(sourcesOf(name), { main: bytes(third) });
    plugins.find(sourcesOf('a'));
    plugins.keep(sourcesOf('d'), { main: bytes(third) });
    const kept = ['a', 'b', 'c', 'd'].filter((name) => 'main' in plugins.find(sourcesOf(name)));
    expect(kept).toEqual(['a', 'c', 'd']);
  });

  it('are not kept when they alone take too many bytes', () => {
    const plugins = new CompiledPlugins();
    plugins.keep(sourcesOf('a'), { main: bytes(limits.pluginCompiledBytes + 1) });
    expect(plugins.find(sourcesOf('a'))).toEqual({});
  });
});
