/** The home directory of ptywright. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPrivateDirectory, expandHome, resolveHome } from '#platform/paths.ts';

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
      transcripts: '/p/transcripts',
      sockets: '/p/sockets',
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
});
