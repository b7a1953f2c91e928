import { describe, expect, it } from 'vitest';
import { tellRefusal } from '../../src/platform/refusals.ts';

describe('a refusal', () => {
  it('says what is wrong, its code, and what to do', () => {
    expect(tellRefusal('file', 'The file /a', 'EEXIST')).toBe(
      'The file /a exists already (EEXIST). Give raw_transcript_append, or append for a recording, to append to it, or choose another file.',
    );
  });

  it('goes by what it is about: one code is not one mistake', () => {
    expect(tellRefusal('cwd', '/a', 'ENOENT')).toContain('mkdir -p');
    expect(tellRefusal('program', '/a', 'ENOENT')).not.toContain('mkdir');
  });

  it('goes by what was found where the code says less, and keeps the code', () => {
    expect(tellRefusal('program', '/a', 'EACCES', 'directory')).toContain('/a is a directory (EACCES).');
    expect(tellRefusal('program', '/a', 'EACCES', 'not_executable')).toContain('chmod +x');
    expect(tellRefusal('program', '/a', 'EACCES', 'no_program')).toContain('/a is no program (EACCES).');
    expect(tellRefusal('program', '/a', 'EACCES')).not.toContain('chmod');
  });

  it('tells a code that nobody foresaw as it is', () => {
    expect(tellRefusal('program', '/a', 'EXOTIC', 'EXOTIC')).toBe('/a cannot be used: EXOTIC.');
    expect(tellRefusal('program', '/a', 'toString')).toBe('/a cannot be used: toString.');
  });
});
