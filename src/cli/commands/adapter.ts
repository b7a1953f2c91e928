/** Commands for those who write adapters: why a screen is taken for what it is, and screens to write rules for. */
import { limits } from '../../core/limits.ts';
import { command, type Group } from '../command.ts';
import { sizeOptions } from '../sizeOptions.ts';

const plugin = {
  kind: 'text',
  value: 'PLUGIN',
  completes: 'directory',
} as const;

export const explain = command({
  name: 'adapter explain',
  summary: 'Say which rule of a plugin matched a screen, on which rows, and why the others did not.',
  details: [
    'Of an adapter that runs in a server, or of a picture. A rule is what the plugin tells of: each of those in ptywright.rules, or what it hands to ptywright.rule.',
  ],
  options: {
    adapter: { kind: 'text', value: 'ID', summary: 'The adapter in the server, such as e1.' },
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'The socket of the server; the one in PTYWRIGHT_HOME if not given.',
    },
    plugin: {
      ...plugin,
      summary: 'Instead of an adapter: a folder, a manifest, or the name of a built-in plugin.',
    },
    picture: {
      kind: 'text',
      value: 'FILE',
      completes: 'file',
      summary: 'The picture or recording to show to --plugin.',
    },
    at: {
      kind: 'count',
      value: 'N',
      min: 1,
      max: 1_000_000,
      default: 1,
      summary: 'Which marker of a recording, from 1.',
    },
    json: { kind: 'flag', summary: 'Print the result as JSON.' },
  },
  exits: { 1: 'There is no such server, adapter, plugin or picture, or the plugin failed.' },
  examples: {
    'ptywright adapter explain --adapter e1': 'What the default server shows in it now.',
    'ptywright adapter explain --plugin ./lister --picture ./lister/screens/ready.txt':
      'Of a picture, without a server.',
  },
  run: async (given): Promise<number> => (await import('../adapter/explain.ts')).explainAdapter(given),
});

export const record = command({
  name: 'adapter record',
  summary: 'Drive a program by hand, and keep its screens as pictures for a plugin.',
  details: [
    'The program runs on this terminal as with ptywright run, and what it prints is kept as a recording (asciicast v2). Press ctrl+] and then s: the screen becomes a picture, with the state that the plugin says it is, and the recording gets a marker there; correct the state in the files where the plugin is wrong. ctrl+] twice types one ctrl+], ctrl+] and q ends the program. Nothing is printed over the program: what was saved is told at the end.',
    'Secrets are hidden in what is written, unless --raw is given. What is typed is not recorded.',
  ],
  options: {
    plugin: {
      ...plugin,
      summary: 'The plugin to ask: a folder, a manifest, or the name of a built-in plugin.',
    },
    dir: {
      kind: 'text',
      value: 'DIRECTORY',
      completes: 'directory',
      summary: 'Where to write; the folder screens of the plugin if not given, unless it is a built-in one.',
    },
    name: {
      kind: 'text',
      value: 'NAME',
      default: 'recording',
      summary: 'How the files begin; a number follows.',
    },
    raw: { kind: 'flag', summary: 'Keep secrets as they are.' },
    ...sizeOptions,
  },
  operands: { usage: '[PROGRAM [ARGUMENTS]]', min: 0, max: limits.args, ofProgram: true },
  exits: {
    n: 'The status of the program.',
    '128+n': 'Signal n ended the program, or ptywright.',
    1: 'The plugin cannot be loaded, or the files cannot be written.',
    126: 'The program cannot be run.',
    127: 'There is no such program.',
  },
  examples: {
    'ptywright adapter record --plugin ./lister -- ls': 'Without a program: the one of the manifest.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../adapter/record.ts')).recordAdapter(given, operands),
});

export const adapter: Group = {
  name: 'adapter',
  summary: 'Write an adapter: explain, record.',
  commands: [explain, record],
};
