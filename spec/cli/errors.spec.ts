/** The exit status of a program that cannot be started. */
import { expect, it } from 'vitest';
import { CommandError, toSpawnFailure, UsageError } from '#cli/errors.ts';
import { fault } from '#faults.ts';

it.each([
  ['ENOENT', 127],
  ['ENOTDIR', 127],
  ['EACCES', 126],
  ['EMFILE', 126],
])('a program that fails with %s has the status %i, as in a shell', (reason, status) => {
  const failure = toSpawnFailure(fault.SpawnFailed({ path: 'program', reason }, 'sentence'));
  expect(failure).toBeInstanceOf(CommandError);
  expect(failure).toMatchObject({ status, message: 'sentence' });
});

it('a missing folder is a failure of ptywright, not of the program', () => {
  expect(toSpawnFailure(fault.SpawnFailed({ path: 'cwd', reason: 'ENOENT' }, 'sentence'))).toMatchObject({
    status: 1,
  });
});

it('an invalid argument is an error of usage', () => {
  expect(toSpawnFailure(fault.Invalid({ path: 'args', reason: 'too_long' }, 'sentence'))).toBeInstanceOf(
    UsageError,
  );
});

it('any other error is passed on', () => {
  const problem = new TypeError('x');
  expect(toSpawnFailure(problem)).toBe(problem);
  expect(toSpawnFailure('text')).toBe('text');
});
