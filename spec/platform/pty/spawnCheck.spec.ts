/** Checks before a program starts, and their messages. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PtySpec } from '#platform/pty/pty.ts';
import { plainEnv, Running, size } from './running.ts';

const home = mkdtempSync(join(tmpdir(), 'spawn-'));
afterAll(() => rmSync(home, { recursive: true }));
const at = (name: string) => join(home, name);

function file(name: string, content: string | Uint8Array, mode = 0o755): void {
  writeFileSync(at(name), content);
  chmodSync(at(name), mode);
}

mkdirSync(at('directory'));
mkdirSync(at('empty'));
file('plain-text', 'echo ran by sh "$0"\n');
file('prints-ran', '#!/bin/sh\necho ran\n');
file('no-x-bit', '#!/bin/sh\n', 0o644);
file('text', 'root:x:0:0\n', 0o644);
file('data', Buffer.from([1, 0, 2]), 0o644);
file('machine-code', Buffer.from('\x7fELF\x02\x01', 'latin1'), 0o644);
file('bad-interpreter', '#!/no/such/interpreter -x\n');
file('interpreter-no-x', `#!${at('no-x-bit')}\n`);
file('runs-itself', `#!${at('runs-itself')}\n`);
file('garbage', Buffer.from([1, 2, 0, 3, 4]));
symlinkSync(at('loop'), at('loop'));

const spawnFailed = (path: string, reason: string) => ({ name: 'SpawnFailed', data: { path, reason } });
const invalid = (path: string) => ({ name: 'Invalid', data: { path } });
const wrong = (value: unknown) => value as never;
const KiB = 1024;

const failures: readonly [string, Partial<PtySpec>, object][] = [
  ['a program that is missing', { program: 'no-such-program' }, spawnFailed('program', 'ENOENT')],
  ['a path that is missing', { program: '/no/such/program' }, spawnFailed('program', 'ENOENT')],
  ['a path through a file', { program: at('prints-ran/x') }, spawnFailed('program', 'ENOTDIR')],
  ['a directory', { program: at('directory') }, spawnFailed('program', 'EACCES')],
  ['a file without x bit', { program: at('no-x-bit') }, spawnFailed('program', 'EACCES')],
  ['a link to itself', { program: at('loop') }, spawnFailed('program', 'ELOOP')],
  ['a script without its interpreter', { program: at('bad-interpreter') }, spawnFailed('program', 'ENOENT')],
  ['an interpreter without x bit', { program: at('interpreter-no-x') }, spawnFailed('program', 'EACCES')],
  ['a script that is its own interpreter', { program: at('runs-itself') }, spawnFailed('program', 'ELOOP')],
  ['bytes that nothing runs', { program: at('garbage') }, spawnFailed('program', 'ENOEXEC')],
  ['a directory that is missing', { cwd: at('missing') }, spawnFailed('cwd', 'ENOENT')],
  ['a directory that is a file', { cwd: at('prints-ran') }, spawnFailed('cwd', 'ENOTDIR')],
  ['an argument too long', { args: ['x'.repeat(128 * KiB)] }, spawnFailed('args', 'E2BIG')],
  ['a variable too long', { env: { A: 'x'.repeat(128 * KiB) } }, spawnFailed('env', 'E2BIG')],
  [
    'arguments too long together',
    { args: Array(80).fill('x'.repeat(100 * KiB)) },
    spawnFailed('args', 'E2BIG'),
  ],
  ['an empty program', { program: '' }, invalid('program')],
  ['NUL in the program', { program: '/bin/echo\0/evil' }, invalid('program')],
  ['NUL in an argument', { args: ['fine', 'a\0b'] }, invalid('args.1')],
  ['NUL in the directory', { cwd: '/tmp\0/evil' }, invalid('cwd')],
  ['NUL in a variable', { env: { A: 'a\0b' } }, invalid('env.A')],
  ['half a character', { args: ['\ud800'] }, invalid('args.0')],
  ['a variable that smuggles another', { env: { 'LD_PRELOAD=/x; A': '' } }, invalid('env.LD_PRELOAD=/x; A')],
  ['a nameless variable', { env: { '': 'x' } }, invalid('env.')],
  ['a program that is no string', { program: wrong(5) }, invalid('program')],
  ['arguments that are no list', { args: wrong('echo') }, invalid('args')],
  ['too many arguments', { args: Array(4097).fill('') }, invalid('args')],
  ['a number as an argument', { args: wrong([5]) }, invalid('args.0')],
  ['null as an argument', { args: wrong([null]) }, invalid('args.0')],
  ['an object as an argument', { args: wrong([{}]) }, invalid('args.0')],
  ['a list as an argument', { args: wrong([['a']]) }, invalid('args.0')],
  ['undefined as a variable', { env: wrong({ A: undefined }) }, invalid('env.A')],
  ['rows out of range', { size: { ...size, rows: 65_537 } }, invalid('rows')],
  ['cols as text', { size: { ...size, cols: wrong('80') } }, invalid('cols')],
  ['more cells than fit', { size: { ...size, rows: 500, cols: 1000 } }, invalid('rows')],
  ['a tag that is none', { tag: 'a b' }, invalid('tag')],
];

describe('a file that is not executable', () => {
  it.each([
    ['no-x-bit', 'is not executable (EACCES). Run: chmod +x on it.'],
    [
      'text',
      'is a text file that is not executable and has no shebang line (EACCES). If it is a script, add a first line such as #!/bin/sh and run: chmod +x on it.',
    ],
    ['data', 'is not a program (EACCES). Give the path of a program.'],
    ['machine-code', 'is not executable (EACCES). Run: chmod +x on it.'],
  ])('is reported with its reason: %s', (name, message) => {
    expect(() => new Running(at(name))).toThrow(`${at(name)} ${message}`);
  });
});

const children = () =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter(isChild).length;
const isChild = (pid: string) => {
  try {
    return (
      Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]) === process.pid
    );
  } catch {
    return false;
  }
};

describe('a terminal is not opened for', () => {
  it.each(failures)('%s', (_, rest, expected) => {
    const before = children();
    const { program = '/bin/true', args = [], ...others } = rest;
    let failure: unknown;
    try {
      new Running(program, args, others);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject(expected);
    expect(children()).toBe(before);
  });
});

describe('a program is found', () => {
  const run = async (program: string, rest: Partial<PtySpec> = {}) => {
    const running = new Running(program, [], rest);
    return { ...(await running.exited), text: running.text.trim() };
  };

  it('in the PATH of the given environment', async () => {
    expect(await run('prints-ran', { env: { PATH: `${at('empty')}:${home}` } })).toMatchObject({
      text: 'ran',
    });
    expect(() => new Running('prints-ran', [], { env: plainEnv })).toThrow(/ENOENT/);
  });

  it('in the default path of the C library without a PATH', async () => {
    expect(await run('true', { env: {} })).toMatchObject({ exitCode: 0 });
  });

  it('from its own directory, not from ours', async () => {
    expect(await run('./prints-ran', { cwd: home })).toMatchObject({ text: 'ran' });
    expect(await run('prints-ran', { cwd: home, env: { PATH: '' } })).toMatchObject({ text: 'ran' });
  });

  it('as the first that may be run, and by the name that was given', async () => {
    file('empty/prints-ran', '', 0o644);
    const env = { ...plainEnv, PATH: `${at('empty')}:${home}:/bin` };
    expect(await run('prints-ran', { env })).toMatchObject({ text: 'ran' });
    expect(() => new Running('prints-ran', [], { env: { PATH: at('empty') } })).toThrow(/EACCES/);
  });

  it('by sh, when it is text without an interpreter', async () => {
    expect(await run(at('plain-text'))).toMatchObject({ exitCode: 0, text: `ran by sh ${at('plain-text')}` });
  });

  it('with its whole environment and only the tag from us', async () => {
    process.env.NOT_FOR_CHILDREN = 'secret';
    const { text } = await run('/usr/bin/env', { env: { 'odd%%': '() { :; }' }, tag: 'spec.env' });
    expect(text.split('\r\n').sort()).toEqual(['PTYWRIGHT_SESSION_TAG=spec.env', 'odd%%=() { :; }']);
  });
});
