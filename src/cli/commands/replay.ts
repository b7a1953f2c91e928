import { limits } from '../../core/limits.ts';
import { command } from '../command.ts';

export const replay = command({
  name: 'replay',
  summary: 'Show a recording on this terminal.',
  details: [
    'Takes asciicasts of version 2 and 3. Space pauses and goes on, the right arrow or . goes to the next output, q ends; with --step each key goes to the next output. The terminal is left as it was found.',
    'Only what draws reaches the terminal: a recording cannot ask it anything, set its title, reach its clipboard or change how its keys work.',
  ],
  options: {
    speed: {
      kind: 'text',
      value: 'N',
      default: '1',
      summary: 'How many times as fast, such as 2 or 0.5.',
    },
    idle: {
      kind: 'count',
      value: 'MS',
      min: 0,
      max: limits.timeoutMs,
      summary: 'Wait no longer than this between two outputs.',
    },
    fast: { kind: 'flag', summary: 'Do not wait at all.' },
    step: { kind: 'flag', summary: 'Wait for a key before each output instead.' },
  },
  operands: { usage: 'FILE', min: 1, max: 1 },
  exits: { 1: 'The file cannot be read, or holds no recording.', '128+n': 'Signal n ended ptywright.' },
  examples: {
    'ptywright replay build.cast': 'As it was.',
    'ptywright replay --speed 4 --idle 1000 build.cast': 'Faster, and without long pauses.',
    'ptywright replay --fast build.cast': 'All of it, at once.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../recording/replay.ts')).replay(given, operands),
});
