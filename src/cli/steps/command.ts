/** Declares `ptywright steps`. */
import { choice, defineCommand, flag, folder } from '../command.ts';

export const stepsCommand = defineCommand({
  name: 'steps',
  summary: 'Run scripts: type, press, click, wait, expect and compare screens.',
  details: [
    'A script is a YAML or JSON file with a program, its arguments and a list of steps. Each step does one thing. For all steps, see docs/guides/steps.md. All files are read before the first program starts.',
    'Secrets are hidden in the output and in saved files. Typed text is never printed.',
  ],
  options: {
    'artifact-dir': folder(
      'DIR',
      'Directory for baselines, pictures and evidence of runs. Files are written only there.',
    ),
    keep: choice(
      'WHEN',
      ['on-failure', 'always', 'never'],
      'When to save the last screens, the recording and the transcript of a run.',
      { default: 'on-failure' },
    ),
    update: flag('Save the screens of baseline steps as the new baselines instead of comparing.'),
    json: flag('Print reports as JSON, one line per file.'),
  },
  operands: { usage: 'FILE [FILE...]', min: 1, max: 256 },
  exits: {
    1: 'A step failed.',
    2: 'Invalid arguments, a file cannot be read or is invalid, or --artifact-dir is missing.',
    3: 'A program ended while a step waited for something else.',
    126: 'A program cannot be executed.',
    127: 'A program was not found.',
    '128+n': 'Signal n killed ptywright.',
  },
  examples: {
    'ptywright steps login.yaml': 'Run one script. If it fails, print the screen.',
    'ptywright steps --artifact-dir artifacts *.yaml':
      'Run several scripts, with baselines and evidence of failures.',
    'ptywright steps --artifact-dir artifacts --update home.yaml': 'Save new baselines.',
  },
  run: async (given, operands): Promise<number> => (await import('./steps.ts')).runSteps(given, operands),
});
