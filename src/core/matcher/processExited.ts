import { hit, matcher, miss } from './matcher.ts';

export const processExited = matcher({
  name: 'process_exited',
  summary: 'The program has ended and all of its output has been seen.',
  watches: ['exit'],
  words: () => 'the program to end',
  example: {},
  compile:
    () =>
    ({ exit }) =>
      exit ? hit('process_exited', { facts: { exit_code: exit.exitCode, signal: exit.signal } }) : miss(),
});
