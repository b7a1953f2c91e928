import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quoteShell, quoteShellWord } from '#cli/print.ts';

describe('a shell argument', () => {
  it.each(['plain', "it's", '$HOME `id` "x" \\', 'two\nlines', '', '*?[a]~'])(
    '%j is passed unchanged',
    (word) => {
      for (const quoted of [quoteShell(word), quoteShellWord(word)])
        expect(execFileSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(word);
    },
  );

  it('has no unnecessary quotes', () => {
    expect(quoteShellWord('/usr/bin/env:a=b-c+1.0_x')).toBe('/usr/bin/env:a=b-c+1.0_x');
    expect(quoteShellWord('a b')).toBe("'a b'");
  });
});
