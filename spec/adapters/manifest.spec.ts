import { describe, expect, it } from 'vitest';
import { pluginPermissions, requireManifest } from '#adapters/manifest.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { manifest, problemOf } from './files.ts';

const check = (fields: Readonly<Record<string, unknown>>) =>
  requireManifest({ ...manifest, ...fields }, 'manifest');
const problemIn = (fields: Readonly<Record<string, unknown>>) => problemOf(() => check(fields)).data;

describe('a manifest', () => {
  it('needs only the required fields', () => {
    const { runtime, entrypoint, permissions, ...least } = manifest;
    expect(requireManifest(least, 'manifest')).toEqual({ ...least, permissions: [] });
  });

  it('may set all fields, and keeps their values', () => {
    const whole = {
      ...manifest,
      description: 'Everything.',
      permissions: [...pluginPermissions],
      default_target: {
        program: 'sh',
        args: ['-c', 'cat'],
        rows: 60,
        cols: 200,
        env: { A: '1' },
        required_env: { B: '' },
      },
      program_version: {
        args: ['--version'],
        pattern: '^[0-9.]+',
        ranges: [
          { before: '2', widths: 'grapheme' },
          { from: '2.0', before: '2.1.3', widths: 'codepoint' },
        ],
      },
      status_rows: 0,
    };
    expect(requireManifest(whole, 'manifest')).toEqual(whole);
  });

  it('starts a program without arguments or environment by default', () => {
    expect(check({ default_target: { program: 'sh' } }).default_target).toEqual({
      program: 'sh',
      args: [],
      env: {},
      required_env: {},
    });
  });

  it('may name WebAssembly, which is not supported', () => {
    expect(check({ runtime: 'wasm', entrypoint: 'main.wasm' }).runtime).toBe('wasm');
  });

  it('may request permissions of the server, except for raw data and file writes', () => {
    expect(
      permissionNames.filter((name) => !(pluginPermissions as readonly string[]).includes(name)),
    ).toEqual(['raw.read', 'raw.write', 'file.write']);
  });
});

describe('an invalid manifest', () => {
  it('is reported with path, reason, expected and received values', () => {
    expect(problemIn({ permissions: ['screen.read', 'input.write', 'screen.raed'] })).toEqual({
      path: 'manifest.permissions.2',
      reason: '"screen.raed" is not a permission (nearest: screen.read)',
      expected: pluginPermissions.join(' | '),
      got: '"screen.raed"',
    });
  });

  it.each([
    [{ nam: 'x', name: undefined }, 'manifest.nam', 'is not a field (nearest: name)'],
    [{ wholly: 1 }, 'manifest.wholly', /^is not a field; known: name, kind, version/],
    [
      { default_target: { program: 'sh', arg: [] } },
      'manifest.default_target.arg',
      'is not a field (nearest: args)',
    ],
    [{ name: undefined }, 'manifest.name', 'is missing'],
    [{ name: '' }, 'manifest.name', /^is not a valid name/],
    [{ name: ' ' }, 'manifest.name', /^is not a valid name/],
    [{ name: 'a/b' }, 'manifest.name', /^is not a valid name/],
    [{ name: '..' }, 'manifest.name', /^is not a valid name/],
    [{ name: 'a\n' }, 'manifest.name', /^is not a valid name/],
    [{ name: 'x'.repeat(limits.nameChars + 1) }, 'manifest.name', 'is too long: at most 128'],
    [{ name: 7 }, 'manifest.name', 'expected a string, got a number'],
    [{ version: undefined }, 'manifest.version', 'is missing'],
    [{ version: '' }, 'manifest.version', 'is blank'],
    [{ version: ' \t' }, 'manifest.version', 'is blank'],
    [{ kind: undefined }, 'manifest.kind', 'is missing'],
    [{ kind: 'adaptor' }, 'manifest.kind', '"adaptor" is not a kind of plugin (nearest: adapter)'],
    [{ kind: 'tool' }, 'manifest.kind', '"tool" is not a kind of plugin; known: adapter, macro, matcher'],
    [{ kind: ['adapter'] }, 'manifest.kind', 'expected a string, got a list'],
    [{ kind: 'x'.repeat(50) }, 'manifest.kind', /^a string of 50 characters is not a kind of plugin/],
    [{ runtime: 'python' }, 'manifest.runtime', '"python" is not a runtime; known: lua, wasm'],
    [{ runtime: undefined }, 'manifest.entrypoint', 'needs a runtime'],
    [{ entrypoint: undefined }, 'manifest.runtime', 'needs an entrypoint'],
    [{ permissions: 'all' }, 'manifest.permissions', 'expected a list, got a string'],
    [{ permissions: [null] }, 'manifest.permissions.0', 'expected a string, got null'],
    [
      { permissions: ['screen.read', 'input.write', 'screen.read'] },
      'manifest.permissions.2',
      '"screen.read" is listed twice',
    ],
    [{ permissions: ['raw.read'] }, 'manifest.permissions.0', /^"raw.read" is not a permission/],
    [{ default_target: {} }, 'manifest.default_target.program', 'is missing'],
    [{ default_target: { program: '' } }, 'manifest.default_target.program', 'is blank'],
    [
      { default_target: { program: 'sh', rows: 0 } },
      'manifest.default_target.rows',
      'is too small: at least 1',
    ],
    [
      { default_target: { program: 'sh', cols: 5000 } },
      'manifest.default_target.cols',
      'is too large: at most 1000',
    ],
    [
      { default_target: { program: 'sh', rows: 1.5 } },
      'manifest.default_target.rows',
      'expected a whole number, got a number',
    ],
    [
      { default_target: { program: 'sh', env: { 'A-B': '1' } } },
      'manifest.default_target.env.A-B',
      'is not a valid variable name',
    ],
    [
      { default_target: { program: 'sh', required_env: { A: 1 } } },
      'manifest.default_target.required_env.A',
      'expected a string, got a number',
    ],
    [{ status_rows: -1 }, 'manifest.status_rows', 'is too small: at least 0'],
    [{ entrypoint: ' ' }, 'manifest.entrypoint', 'is blank'],
    [{ entrypoint: '/etc/main.lua' }, 'manifest.entrypoint', /^is absolute/],
    [{ entrypoint: 'C:/main.lua' }, 'manifest.entrypoint', /^is absolute/],
    [{ entrypoint: 'C:main.lua' }, 'manifest.entrypoint', /^is absolute/],
    [{ entrypoint: '../main.lua' }, 'manifest.entrypoint', /^contains \.\./],
    [{ entrypoint: 'a/../main.lua' }, 'manifest.entrypoint', /^contains \.\./],
    [{ entrypoint: 'a/..' }, 'manifest.entrypoint', /^contains \.\./],
    [{ entrypoint: '..\\main.lua' }, 'manifest.entrypoint', /^contains a backslash/],
    [{ entrypoint: 'a\0b' }, 'manifest.entrypoint', /^contains a NUL/],
    [{ entrypoint: 'a/' }, 'manifest.entrypoint', /^is a folder/],
  ] as const)('%j', (fields, path, reason) => {
    const data = problemIn(fields);
    expect(data.path).toBe(path);
    if (typeof reason === 'string') expect(data.reason).toBe(reason);
    else expect(data.reason).toMatch(reason);
  });

  it('is reported in the same form for an unknown field', () => {
    expect(problemIn({ permission: [] })).toEqual({
      path: 'manifest.permission',
      reason: 'is not a field (nearest: permissions)',
      expected: expect.stringMatching(/^name \| kind \| /),
      got: 'permission',
    });
  });

  it('does not contain a value that may be a secret', () => {
    expect(
      JSON.stringify(problemIn({ default_target: { program: 'sh', env: { A: ['hunter2'] } } })),
    ).not.toContain('hunter2');
  });
});
