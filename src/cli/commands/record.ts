import { limits } from '../../core/limits.ts';
import { command } from '../command.ts';
import { run } from './run.ts';

export const record = command({
  name: 'record',
  summary: 'Run a program on this terminal, and record what it prints into a file.',
  details: [
    'The program runs as with ptywright run. What it prints is kept as an asciicast, with the times at which it came and the sizes that the terminal had; the file can be read up to its last line while the program runs, and whatever ends ptywright.',
    'Secrets are hidden in the file, unless --raw is given. What is typed is kept with --input only, and not at a question for a password.',
  ],
  options: {
    output: {
      kind: 'text',
      short: 'o',
      value: 'FILE',
      completes: 'file',
      summary: 'The file to write, which must not exist; recording-1.cast, or the next number, if not given.',
    },
    format: {
      kind: 'text',
      value: 'FORMAT',
      choices: ['asciicast-v2', 'asciicast-v3'],
      default: 'asciicast-v2',
      summary: 'The version of the file.',
    },
    append: { kind: 'flag', summary: 'Go on with a recording that is there; with asciicast-v3.' },
    input: { kind: 'flag', summary: 'Keep what is typed, too.' },
    title: { kind: 'text', value: 'TEXT', summary: 'How the recording is called.' },
    raw: { kind: 'flag', summary: 'Keep secrets as they are.' },
    'max-bytes': {
      kind: 'count',
      value: 'BYTES',
      min: 1,
      max: limits.recordingBytes,
      default: limits.defaultRecordingBytes,
      summary: 'Where the recording ends at the latest; the program goes on.',
    },
    ...run.options,
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 1, max: limits.args, ofProgram: true },
  exits: {
    n: 'The status of the program.',
    '128+n': 'Signal n ended the program, or ptywright.',
    1: 'The file cannot be written.',
    126: 'The program cannot be run.',
    127: 'There is no such program.',
  },
  examples: {
    'ptywright record -o build.cast -- make': 'Watch it again with: ptywright replay build.cast',
    'ptywright record bash': 'A whole session, to recording-1.cast.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../recording/record.ts')).record(given, operands),
});
