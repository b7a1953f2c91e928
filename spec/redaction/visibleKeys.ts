/** Ways in which real programs show a private key without its first line. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Showing, Step } from './shown.ts';

export interface VisibleKey {
  readonly name: string;
  /** How many lines a key must have; 40 or more by default. */
  readonly lines?: 'few' | 'any';
  readonly needs: string;
  showing(key: KeyFile): Showing;
}

export interface KeyFile {
  readonly folder: string;
  readonly path: string;
  readonly lines: readonly string[];
}

export const bodyOf = ({ lines }: KeyFile) => lines.slice(1, -1);

export function keyFile(folder: string, name: string, text: string): KeyFile {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { folder, path, lines: text.trimEnd().split('\n') };
}

export const rsaKey = (folder: string): KeyFile => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });
  return keyFile(folder, 'rsa.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }) as string);
};

const sshKeygen = (folder: string, name: string, options: readonly string[]): KeyFile => {
  const path = join(folder, name);
  execFileSync('ssh-keygen', ['-q', ...options, '-N', '', '-C', 'ada@example.org', '-f', path]);
  return { folder, path, lines: readFileSync(path, 'utf8').trimEnd().split('\n') };
};

export const opensshKey = (folder: string): KeyFile =>
  sshKeygen(folder, 'id_rsa', ['-t', 'rsa', '-b', '4096']);

export const ed25519Key = (folder: string): KeyFile => sshKeygen(folder, 'id_ed25519', ['-t', 'ed25519']);

export const ecKey = (folder: string): KeyFile => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return keyFile(folder, 'ec.pem', privateKey.export({ type: 'sec1', format: 'pem' }) as string);
};

const start = (line: string) => line.slice(0, 20);
const first = (until: string): Step => ({ keys: '', until: start(until) });
const press = (keys: string, until: string): Step => ({ keys, until: start(until) });
const exits: Step = { keys: '', until: '' };

/** A pager's pages of 23 lines, up to the last one. */
const pages = ({ lines }: KeyFile, keys: string): Step[] => [
  first(lines[22]!),
  press(keys, lines[45]!),
  press(keys, lines.at(-1)!),
];

const shell = (name: string, script: (key: KeyFile) => string, needs = 'sh'): VisibleKey => ({
  ...long(name, script),
  lines: 'any',
  needs,
});

const long = (name: string, script: (key: KeyFile) => string): VisibleKey => ({
  name,
  needs: 'sh',
  showing: (key) => ({ program: 'sh', args: ['-c', script(key), 'sh', key.path], steps: [exits] }),
});

const less = (
  name: string,
  options: string[],
  steps: (key: KeyFile) => Step[],
  more: object = {},
): VisibleKey => ({
  name: `less ${name}`,
  needs: 'less',
  showing: (key) => ({ program: 'less', args: [...options, key.path], steps: steps(key), ...more }),
});

const narrow = (name: string, options: string[], steps: (key: KeyFile) => Step[]): VisibleKey =>
  less(name, options, steps, { cols: 50 });

const vim = (
  name: string,
  command: string,
  steps: (key: KeyFile) => Step[],
  more: object = {},
): VisibleKey => ({
  name: `vim ${name}`,
  needs: 'vim',
  showing: (key) => ({
    program: 'vim',
    args: ['-u', 'NONE', '-nN', '--cmd', command, key.path],
    steps: steps(key),
    ...more,
  }),
});

/** Writes a copy of the key in which one line in the middle differs. */
const changed = ({ folder, lines, path }: KeyFile): string => {
  const other = [...lines];
  const middle = lines.length >> 1;
  other[middle] = [...other[middle]!].reverse().join('');
  return keyFile(folder, `${path.split('/').at(-1)}.new`, `${other.join('\n')}\n`).path;
};

export const visibleKeys: readonly VisibleKey[] = [
  shell('cat', () => 'cat "$1"'),
  less('', [], (key) => pages(key, ' ')),
  less('G b b', [], ({ lines }) => [
    first(lines[22]!),
    press('G', lines.at(-1)!),
    press('b', lines[6]!),
    press('b', lines[0]!),
  ]),
  less('line by line', [], ({ lines }) => [
    first(lines[22]!),
    ...Array.from({ length: 12 }, (_, at) => press('\r', lines[23 + at]!)),
  ]),
  less('line by line from the end', ['+G'], ({ lines }) => [
    first(lines.at(-1)!),
    ...Array.from({ length: 12 }, (_, at) => press('k', lines.at(-24 - at)!)),
  ]),
  less('-N', ['-N'], (key) => pages(key, ' ')),
  less('-N from the end', ['-N', '+G'], (key) => [first(key.lines.at(-1)!), press('b', key.lines[6]!)]),
  narrow('-S in 50 columns', ['-S'], (key) => pages(key, ' ')),
  narrow('at 50 columns', [], ({ lines }) => [
    first(lines[10]!),
    press(' ', lines[20]!),
    press(' ', lines[32]!),
  ]),
  {
    name: 'more',
    needs: 'more',
    showing: (key) => ({
      program: 'more',
      args: [key.path],
      steps: [first(key.lines[22]!), press(' ', key.lines[45]!), press(' ', key.lines.at(-1)!)],
    }),
  },
  vim('ctrl-F', 'set nomore', ({ lines }) => [
    first(lines[22]!),
    press('\x06', lines[42]!),
    press('\x06', lines.at(-1)!),
  ]),
  vim('with numbers, from the end', 'set number', ({ lines }) => [
    first(lines[22]!),
    press('G', lines.at(-1)!),
    press('\x02', lines[20]!),
  ]),
  shell('tail -20', () => 'tail -20 "$1"'),
  shell('tail -2', () => 'tail -2 "$1"'),
  shell('tail -3', () => 'tail -3 "$1"'),
  shell('from the second line on', () => 'tail -n +3 "$1"'),
  long('head and tail', () => 'head -30 "$1" | tail -5'),
  long('sed -n 30p', () => 'sed -n 30p "$1"'),
  shell('diff -u', (key) => `diff -u "$1" '${changed(key)}'`),
  shell('diff', (key) => `diff "$1" '${changed(key)}'`),
  shell('git diff', (key) => `git --no-pager diff --no-index --color=always "$1" '${changed(key)}'`, 'git'),
  shell('cat -n', () => 'cat -n "$1" | tail -20'),
  long('grep -n', () => 'grep -n M "$1" | tail -20'),
  shell('quoted', () => 'sed "s/^/> /" "$1" | tail -20'),
  shell('in YAML', () => 'sed "s/^/    /" "$1" | tail -20'),
  shell('in C strings', () => `sed 's/.*/  "&\\\\n"/' "$1" | tail -20`),
  // In the narrower pane a line of the key takes two rows.
  ...[
    { cols: 140, pages: [-1] },
    { cols: 110, pages: [27, 38] },
  ].map(({ cols, pages }) => ({
    name: `a pane of tmux, half of ${cols} columns`,
    needs: 'tmux',
    showing: (key: KeyFile) => ({
      program: 'tmux',
      args: [
        ...['-u', '-f', '/dev/null', 'new-session', `read go; less +12 '${key.path}'`],
        ...[';', 'set', '-g', 'destroy-unattached', 'on'],
        ...[';', 'split-window', '-h', '-d', 'cat'],
      ],
      env: { TERM: 'xterm-256color', TMUX_TMPDIR: key.folder, TMUX: '' },
      cols,
      steps: [
        { keys: '', until: '│' },
        press('\n', key.lines[12]!),
        ...pages.map((at) => press(' ', key.lines.at(at)!)),
      ],
    }),
  })),
  vim(
    ':vsplit',
    'set more',
    ({ lines }) => [
      first(lines[22]!),
      press('G', lines.at(-1)!),
      { keys: ':vsplit\r', until: '|' },
      press('\x02', lines[38]!),
    ],
    { cols: 100 },
  ),
  {
    name: 'whiptail --textbox',
    needs: 'whiptail',
    showing: (key) => ({
      program: 'whiptail',
      args: ['--scrolltext', '--textbox', key.path, '20', '76'],
      steps: [first(key.lines[10]!), press('\x1b[6~', key.lines[20]!), press('\x1b[6~', key.lines[30]!)],
    }),
  },
  { ...less('of a few lines', [], ({ lines }) => [first(lines.at(-1)!)]), lines: 'few' },
  { ...less('-N of a few lines', ['-N'], ({ lines }) => [first(lines.at(-1)!)]), lines: 'few' },
  { ...narrow('-S of a few lines', ['-S'], ({ lines }) => [first(lines.at(-1)!)]), lines: 'few' },
  { ...vim('of a few lines', 'set number', ({ lines }) => [first(lines.at(-1)!)]), lines: 'few' },
  {
    ...vim(
      ':vsplit of a few lines',
      'set more',
      ({ lines }) => [first(lines.at(-1)!), { keys: ':vsplit\r', until: '|' }],
      { cols: 100 },
    ),
    lines: 'few',
  },
];
