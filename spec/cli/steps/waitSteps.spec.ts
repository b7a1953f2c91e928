import { describe, expect, it } from 'vitest';
import { file, run, shell } from './running.ts';

describe('a step', () => {
  it('can wait for a style', async () => {
    const script = `printf 'plain \\033[1;31mred error\\033[0m \\033[30;4mblack\\033[0m'; exec cat`;
    const good = `
  - looks: { on: red error, style: { fg: 1, bold: true, italic: false, bg: null } }
  - looks: { on: black, style: { fg: 0, underline: single } }
  - looks: { on: plain, style: { fg: null, bold: false } }
`;
    expect((await run(file(shell(script, good)))).stderr).toBe('');
    for (const style of ['{ fg: 0 }', '{ fg: 2 }', '{ bold: false }', '{ bg: 1 }']) {
      const { stderr } = await run(
        file(shell(script, `  - looks: { on: error, style: ${style} }\n    timeout_ms: 10\n`)),
      );
      expect(stderr, style).toContain('step 1 (looks error): "error" was not seen on the screen with {');
    }
  });
});
