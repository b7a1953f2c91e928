import { limits } from '../../core/limits.ts';
import { command } from '../command.ts';
import { sizeOptions } from '../sizeOptions.ts';

export const run = command({
  name: 'run',
  summary: 'Run a program on a terminal of its own, bridged to this one.',
  details: [
    'What is typed goes to the program and what it prints comes here, byte for byte; the program has the size of this terminal and follows it. Without a terminal, standard input and output are bridged as they are, and the end of input is passed on.',
  ],
  options: {
    ...sizeOptions,
    share: {
      kind: 'flag',
      summary:
        'In a session of the server that runs, so that others can attach to it and programs can drive it.',
    },
    name: { kind: 'text', value: 'NAME', summary: 'With --share: how the session is called.' },
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'With --share: the socket of the server, instead of the default one.',
    },
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 1, max: limits.args, ofProgram: true },
  exits: {
    n: 'The status of the program.',
    '128+n': 'Signal n ended the program, or ptywright.',
    126: 'The program cannot be run.',
    127: 'There is no such program.',
  },
  examples: {
    'ptywright run vim notes.md': 'As if ptywright were not there.',
    'ptywright run --share --name agent vim notes.md':
      'Others come to it with ptywright attach agent; ctrl+] d leaves it running.',
  },
  run: async (given, operands): Promise<number> =>
    given.share
      ? (await import('../attach/share.ts')).share(given, operands)
      : (await import('../run/run.ts')).run(given, operands),
});
