/** The home directory of ptywright. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectories, createPrivateDirectory, expandHome, resolveHome } from '#platform/paths.ts';

describe.skipIf(process.platform === 'win32')('the home directory', () => {
  it.each([
    [{ PTYWRIGHT_HOME: '/p', HOME: '/h' }, '/p'],
    [{ PTYWRIGHT_HOME: '', HOME: '/h' }, '/h/.ptywright'],
    [{ HOME: '/h' }, '/h/.ptywright'],
    [{ HOME: '' }, resolve('.ptywright')],
    [{}, resolve('.ptywright')],
    [{ PTYWRIGHT_HOME: '~/p', HOME: '/h' }, '/h/p'],
    [{ PTYWRIGHT_HOME: '~/p' }, resolve('~/p')],
  ])('with %j is %s', (env, root) => {
    expect(resolveHome(env).root).toBe(root);
  });

  it('holds everything', () => {
    expect(resolveHome({ PTYWRIGHT_HOME: '/p' })).toEqual({
      root: '/p',
      config: '/p/config.toml',
      socket: '/p/socket',
      logs: '/p/logs',
      data: '/p/data',
      sockets: '/p/sockets',
      onDemand: '/p/sockets/on-demand',
    });
  });

  it('expands a tilde at the beginning only', () => {
    const env = { HOME: '/h' };
    expect(['~', '~/a', 'a/~', '~b'].map((path) => expandHome(path, env))).toEqual([
      '/h',
      '/h/a',
      'a/~',
      '~b',
    ]);
  });

  it('makes directories that only their owner can enter', () => {
    const root = mkdtempSync(join(tmpdir(), 'home-'));
    const umask = process.umask(0);
    createPrivateDirectory(join(root, 'a', 'b'));
    process.umask(umask);
    expect([join(root, 'a'), join(root, 'a', 'b')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o700,
    ]);
    rmSync(root, { recursive: true });
  });

  it('reports where no directory can be created', () => {
    const root = mkdtempSync(join(tmpdir(), 'home-'));
    writeFileSync(join(root, 'file'), '');
    expect(() => createDirectories(join(root, 'file'))).toThrow('EEXIST');
    expect(() => createDirectories(join(root, 'file', 'below'))).toThrow('ENOTDIR');
    if (process.platform === 'linux') expect(() => createDirectories('/proc/none/below')).toThrow('ENOENT');
    rmSync(root, { recursive: true });
  });
});

describe('the socket on Windows', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  beforeAll(() => void Object.defineProperty(process, 'platform', { ...platform, value: 'win32' }));
  afterAll(() => void Object.defineProperty(process, 'platform', platform));

  it('is a pipe, whose name contains no folder and differs between homes', () => {
    const pipes = ['/one/home', '/other/home'].map((root) => resolveHome({ PTYWRIGHT_HOME: root }).socket);
    expect(pipes).toEqual(['\\\\.\\pipe\\ptywright--one-home', '\\\\.\\pipe\\ptywright--other-home']);
  });

  it('belongs to the profile of the user', () => {
    expect(resolveHome({ USERPROFILE: '/profile', HOME: '/h' }).socket).toBe(
      '\\\\.\\pipe\\ptywright--profile-.ptywright',
    );
  });
});
