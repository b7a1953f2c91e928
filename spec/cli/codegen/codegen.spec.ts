/** `ptywright codegen` on a real terminal: what a person sees, and whether the tests that it writes pass and fail. */
import { describe, expect } from 'vitest';
import { blocksOf } from '../../guides/blocks.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { Project } from '../../testing/project.ts';
import { runsOn } from '../../viewers/screens.ts';
import { expectAllPass, prefix, record } from './generated.ts';

describe('ptywright codegen', () => {
  withProgram('vim', 'writes tests that pass', async () => {
    const project = new Project({});
    const terminal = record(project, 'vim --clean notes.txt');
    await terminal.shows('[New]');
    expect(terminal.lastRow).toContain(
      'ctrl+] a asserts the text at the cursor | ctrl+] u undoes | ctrl+] d ends',
    );
    terminal.type('ihello');
    await terminal.shows('-- INSERT --');
    terminal.type('\x1b');
    await terminal.until(({ text }) => !text.includes('INSERT'));
    terminal.type(`${prefix}a`);
    await terminal.shows('asserts "hello"');
    terminal.type(':q!\r');
    await terminal.shows('status 0 mode same');
    expect(terminal.isOrdinary).toBe(true);
    expect(terminal.text).toContain('run it with: npx vitest run generated.test.ts');
    expect(terminal.text).toContain('1 assertion');
    expect(blocksOf('docs/guides/codegen.md').map(({ code }) => code)).toContain(
      project.read('generated.test.ts'),
    );
    await expectAllPass(project);
  });

  withProgram('htop', 'writes tests that pass', async () => {
    const project = new Project({});
    const terminal = record(project, 'htop', '--env HTOPRC=/dev/null --key f12', { rows: 42, cols: 100 });
    await terminal.shows('F10Quit');
    expect(terminal.lastRow).toContain('f12 asserts');
    terminal.type('\x1bOP');
    await terminal.shows('Press any key');
    terminal.type('\x1b[24~');
    await terminal.shows('asserts "');
    terminal.type(' ');
    await terminal.shows('F10Quit');
    terminal.type('q');
    await terminal.shows('status 0 mode same');
    expect(project.read('generated.test.ts')).toMatchInlineSnapshot(`
      "import { expect, test } from 'ptywright/test';

      test('htop', { timeout: 30000 }, async ({ terminal }) => {
        await terminal.start('htop', [], { rows: 41, cols: 100, env: { HTOPRC: '/dev/null' } });
        await expect(terminal).toShow('[Main] [I/O]');
        await terminal.press('f1');
        await expect(terminal).toShow('Type and layout of header meters are configurable in the');
        await terminal.type(' q');
        await expect(terminal).toHaveExited(0);
      });
      "
    `);
    await expectAllPass(project);
  });

  withProgram('whiptail', 'writes tests that pass', async () => {
    const project = new Project({});
    const terminal = record(project, 'whiptail --menu Pick 15 40 3 one First two Second three Third');
    await terminal.shows('<Ok>');
    terminal.type('\x1b[B');
    await terminal.until(({ screen }) =>
      runsOn(screen)
        .flat()
        .some(({ text, bg }) => text.includes('two') && bg === 1),
    );
    terminal.type('\t\r');
    await terminal.shows('status 0 mode same');
    expect(project.read('generated.test.ts')).toMatchInlineSnapshot(`
      "import { expect, test } from 'ptywright/test';

      test('whiptail --menu Pick 15 40 3 one First two Second three Third', { timeout: 30000 }, async ({ terminal }) => {
        await terminal.start('whiptail', ['--menu', 'Pick', '15', '40', '3', 'one', 'First', 'two', 'Second', 'three', 'Third']);
        await expect(terminal).toShow('three Third');
        await terminal.press('down tab enter');
        await expect(terminal).toShow(/^\\s*two$/m);
        await expect(terminal).toHaveExited(0);
      });
      "
    `);
    await expectAllPass(project);
  });
});
