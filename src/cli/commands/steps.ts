import { command } from '../command.ts';

export const steps = command({
  name: 'steps',
  summary: 'Do the steps of a file to a program: type, press, click, wait, expect, compare.',
  details: [
    'A file is YAML or JSON: the program and its arguments, and a list of steps, each of which does one thing. The guide docs/guides/steps.md tells all of them. All files are read before a program is started.',
    'Secrets are hidden in all that is printed and kept; what is typed is never printed.',
  ],
  options: {
    'artifact-dir': {
      kind: 'text',
      value: 'DIR',
      completes: 'directory',
      summary: 'Where baselines and pictures are, and what is kept of a run. Nothing is written elsewhere.',
    },
    keep: {
      kind: 'text',
      value: 'WHEN',
      choices: ['on-failure', 'always', 'never'],
      default: 'on-failure',
      summary: 'When the last screens, the recording and the transcript of a run are kept.',
    },
    update: { kind: 'flag', summary: 'Keep the screens of baseline steps instead of comparing with them.' },
    json: { kind: 'flag', summary: 'Print a report as JSON, one line a file.' },
  },
  operands: { usage: 'FILE [FILE...]', min: 1, max: 256 },
  exits: {
    1: 'A step failed.',
    2: 'A file cannot be read or is not what it should be, a folder is missing, or the words of the command are wrong.',
    3: 'A program ended before a step that waited for something else.',
    126: 'A program cannot be run.',
    127: 'There is no such program.',
    '128+n': 'Signal n ended ptywright.',
  },
  examples: {
    'ptywright steps login.yaml': 'One file; on failure the screen is printed.',
    'ptywright steps --artifact-dir artifacts *.yaml': 'Several, with baselines, and evidence of what fails.',
    'ptywright steps --artifact-dir artifacts --update home.yaml': 'New baselines.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../steps/steps.ts')).runSteps(given, operands),
});
