/** Messages of system errors. */
import { describe, expect, it } from 'vitest';
import { formatSystemError, unsupportedSystem } from '#platform/systemErrors.ts';

describe('a system error message', () => {
  it('contains the problem, the code and the next step', () => {
    expect(formatSystemError('file', 'The file /a', 'EEXIST')).toBe(
      'The file /a exists already (EEXIST). To append to it, give raw_transcript_append, or append for a recording. Otherwise choose another file.',
    );
  });

  it('depends on the subject, because a code can have several causes', () => {
    expect(formatSystemError('cwd', '/a', 'ENOENT')).toContain('mkdir -p');
    expect(formatSystemError('program', '/a', 'ENOENT')).not.toContain('mkdir');
  });

  it('uses a more precise reason if there is one, and keeps the code', () => {
    expect(formatSystemError('program', '/a', 'EACCES', 'directory')).toContain(
      '/a is a directory (EACCES).',
    );
    expect(formatSystemError('program', '/a', 'EACCES', 'not_executable')).toContain('chmod +x');
    expect(formatSystemError('program', '/a', 'EACCES', 'no_program')).toContain(
      '/a is not a program (EACCES).',
    );
    expect(formatSystemError('program', '/a', 'EACCES')).not.toContain('chmod');
  });

  it('contains an unknown code unchanged', () => {
    expect(formatSystemError('program', '/a', 'EXOTIC', 'EXOTIC')).toBe('/a cannot be used: EXOTIC.');
    expect(formatSystemError('program', '/a', 'toString')).toBe('/a cannot be used: toString.');
  });
});

it('the system of the specs is supported', () => expect(unsupportedSystem()).toBeUndefined());

it('musl is named, with an alternative', () => {
  const mapped = '7f10-7f18 r-xp 00014000 08:01 42  /lib/ld-musl-x86_64.so.1\n';
  expect(unsupportedSystem(mapped)).toMatch(/musl .* use a Linux with glibc/);
});

it('glibc is not', () => {
  const mapped = '7f10-7f18 r-xp 00001000 08:01 42  /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2\n';
  expect(unsupportedSystem(mapped)).toBeUndefined();
});
