import { describe, expect, it } from 'vitest';
import { writeInput } from '#terminal/input/action.ts';
import { RecordingTarget } from './target.ts';

function warningsFor(text: string, canonicalLine = true) {
  const target = new RecordingTarget();
  target.canonicalLine = canonicalLine;
  return writeInput(target, text).warnings;
}

describe('write', () => {
  it('warns of a line that the kernel will cut, and sends it', () => {
    const target = new RecordingTarget();
    target.canonicalLine = true;
    const { bytes, warnings } = writeInput(target, `${'x'.repeat(4096)}\n`);
    expect(warnings).toEqual([expect.stringContaining('4095 bytes')]);
    expect([bytes, target.written.length]).toEqual([4097, 4097]);
  });

  it.each([
    ['a line that just fits', `${'x'.repeat(4095)}\n`, true, 0],
    ['one byte more', 'x'.repeat(4096), true, 1],
    ['bytes, not characters', 'é'.repeat(2048), true, 1],
    ['many short lines', 'short\n'.repeat(2000), true, 0],
    ['lines ended by return', `${'x'.repeat(4000)}\r${'y'.repeat(4000)}`, true, 0],
    ['lines ended by end of file', `${'x'.repeat(4000)}\x04${'y'.repeat(4000)}`, true, 0],
    ['a long line at the end', `short\n${'x'.repeat(5000)}`, true, 1],
    ['a terminal that is raw', 'x'.repeat(9000), false, 0],
  ])('%s', (_title, text, canonical, count) => {
    expect(warningsFor(text, canonical)).toHaveLength(count);
  });

  it('reads the terminal mode only when a line could be too long', () => {
    const target = new RecordingTarget();
    Object.defineProperty(target, 'canonicalLine', {
      get: () => {
        throw new Error('a system call for nothing');
      },
    });
    expect(writeInput(target, 'short\n'.repeat(1000)).warnings).toEqual([]);
  });

  it('writes nothing for an empty value', () => {
    const target = new RecordingTarget();
    expect(writeInput(target, '')).toMatchObject({ bytes: 0 });
    expect(target.writes).toEqual([]);
  });
});
