/** Declares `ptywright codegen`. */
import { choice, defineCommand, file, flag, many, text } from '../command.ts';
import { cwdOption, envOption, programExits, programOperand } from '../options.ts';
import { targetNames } from './targets.ts';

export const codegenCommand = defineCommand({
  name: 'codegen',
  summary: 'Run a program on this terminal, and write a test of what you do with it.',
  details: [
    'Use the program as usual. ctrl+] a asserts the text at the cursor, or else the line that changed last; press it again to assert another text too, and ctrl+] u to undo. ctrl+] d ends the recording; so does the end of the program. The last row shows these keys.',
    'The test waits for what each input has changed, and has no pauses. A password, or another text that the program does not show, becomes an environment variable SECRET_1. Secrets that have a known form are hidden.',
    'Without --output, the test is printed. The extension of FILE selects the language: .ts, .py, .sh or .yaml.',
  ],
  options: {
    target: choice('TARGET', targetNames, 'Language of the test (default: that of --output, or typescript).'),
    output: file('FILE', 'Output file. Several files are written from one recording.', {
      ...many,
      alias: 'o',
    }),
    force: flag('Overwrite FILE if it exists.'),
    key: text('KEY', 'Another key for ctrl+] a, such as f12 or ctrl+g. The program does not receive it.', {
      completes: 'key',
    }),
    cwd: cwdOption,
    env: envOption,
  },
  operands: programOperand,
  exits: {
    1: 'FILE cannot be written.',
    126: programExits[126],
    127: programExits[127],
    '128+n': 'Signal n ended ptywright.',
  },
  examples: {
    'ptywright codegen -o shell.test.ts -- bash': 'Record a test for vitest.',
    'ptywright codegen --target shell bash': 'Record a shell script, and print it.',
  },
  run: async (given, operands): Promise<number> => (await import('./codegen.ts')).codegen(given, operands),
});
