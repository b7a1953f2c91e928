/** Declares `ptywright run`. */
import { defineCommand, file, flag, text } from '../command.ts';
import { programExits, programOperand, sizeOptions } from '../options.ts';

export const runCommand = defineCommand({
  name: 'run',
  summary: 'Run a program on a pseudo-terminal, connected to this terminal.',
  details: [
    'Input and output are passed on byte for byte, and the program follows the size of this terminal. If standard input or output is not a terminal, it is connected as it is, and the end of input is passed on.',
  ],
  options: {
    ...sizeOptions,
    share: flag(
      'Run the program in a session of the running server, so that others can attach to it and programs can drive it.',
    ),
    name: text('NAME', 'With --share: name of the session.'),
    socket: file('PATH', 'With --share: socket of the server (default: as for ptywright attach).'),
  },
  operands: programOperand,
  exits: programExits,
  examples: {
    'ptywright run vim notes.md': 'Run vim as without ptywright.',
    'ptywright run --share --name agent vim notes.md':
      'Share the session. Others attach with: ptywright attach agent. ctrl+] d detaches.',
  },
  run: async (given, operands): Promise<number> =>
    given.share
      ? (await import('./share.ts')).share(given, operands)
      : (await import('./run.ts')).run(given, operands),
});
