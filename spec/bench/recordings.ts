/** Output of vim and htop on a 24x80 terminal, recorded from the installed programs. */
import { writeFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { openPty, systemClock } from './internals.ts';
import { sourceOf } from './places.ts';

const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
const enough = 400 * 1024;

/** Records until the program ends or the limit is reached. Types `keys` after each output. */
function recorded(program: string, args: readonly string[], keys: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: '/nonexistent',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
    };
    const output = (bytes: Uint8Array) => {
      pieces.push(Buffer.from(bytes));
      length += bytes.length;
      if (length > enough) pty.kill();
      else if (keys) pty.write(Buffer.from(keys));
      return true;
    };
    const exit = () => resolve(Buffer.concat(pieces));
    const pty = openPty(
      { program, args, env, cwd: '/', size, tag: `bench-${program}` },
      { output, exit },
      systemClock,
    );
  });
}

/** Pages through a C program with highlighting and line numbers, and redraws each page. */
export function recordedVim(bench: Bench): Promise<Buffer> {
  const script = bench.path('vim');
  const page = 'for page in range(1, 12) | execute "normal! \\<C-f>" | redraw | endfor';
  const lines = 'for line in range(1, 60) | execute "normal! 3k" | redraw | endfor';
  const search = 'for found in range(1, 40) | silent! normal! n\n redraw\n endfor'.replaceAll('\n', '|');
  const round = [page, lines, 'let @/ = "master"', search, 'normal! gg'].join('\n');
  writeFileSync(script, `for round in range(1, 12)\n${round}\nendfor\nqa!\n`);
  const options = 'set nocompatible number hlsearch cursorline ruler laststatus=2 | syntax on';
  return recorded(
    'vim',
    ['-u', 'NONE', '-N', '-n', '-i', 'NONE', '-c', options, '-S', script, sourceOf('peers/bare.c')],
    '',
  );
}

/** Every key causes a redraw. */
export const recordedHtop = (): Promise<Buffer> => recorded('htop', ['-d', '5'], '\x1b[B\x1b[B\x1b[A');
