import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../ptywright.ts';
import { shortCommands } from './commands.ts';

const { run, done, json, start } = shortCommands();

describe('a recording', () => {
  it('contains the output of the program, and needs a new file', async () => {
    const file = join(freshHome(), 'a.cast');
    await done('start', '--record', file, 'sh', '-c', 'echo recorded; exec cat');
    await done('wait', 'text', 'recorded');
    // Text that may become part of a secret is written later, at the latest when the session is closed.
    await done('close');
    expect(readFileSync(file, 'utf8')).toContain('recorded');
    const sessions = await done('sessions');
    expect(await run('start', '--record', file, 'cat')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(file),
    });
    expect(await done('sessions')).toBe(sessions);
  });
});

describe('read and picture', () => {
  it('print the screen, the scrollback, the new output, and save a picture', async () => {
    await start('lines', 'sh', '-c', 'seq 30; printf "\\033[31mred\\033[m"; exec cat');
    await done('wait', 'text', 'red');
    expect(await done('read')).toMatch(/^8\n9\n.*\n30\nred\n$/s);
    expect(await done('read', '--full')).toMatch(/^1\n2\n.*\n30\nred\n$/s);
    expect(await done('read', '--ansi')).toContain('\x1b[31mred');
    const { kind, cursor, text } = await json('read');
    expect([kind, text]).toEqual(['screen', expect.stringMatching(/red$/)]);
    await done('act', '--type', 'more', '--key', 'enter', '--wait', 'text', 'more');
    expect(await json('read', '--since', String(cursor))).toMatchObject({
      kind: 'output',
      text: expect.stringMatching(/^more\n/),
    });
    const file = join(freshHome(), 'a.png');
    expect(await json('picture', file)).toMatchObject({ kind: 'picture', file, width: 720 });
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    await done('close');
  });
});
