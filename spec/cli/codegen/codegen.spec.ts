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
    const desk = record(project, 'vim --clean notes.txt');
    await desk.shows('[New]');
    expect(desk.lastRow).toContain(
      'ctrl+] a asserts the text at the cursor | ctrl+] u undoes | ctrl+] d ends',
    );
    desk.type('ihello');
    await desk.shows('-- INSERT --');
    desk.type('\x1b');
    await desk.until(({ text }) => !text.includes('INSERT'));
    desk.type(`${prefix}a`);
    await desk.shows('asserts "hello"');
    desk.type(':q!\r');
    await desk.shows('status 0 mode same');
    expect(desk.isOrdinary).toBe(true);
    expect(desk.text).toContain('run it with: npx vitest run generated.test.ts');
    expect(desk.text).toContain('1 assertion');
    expect(blocksOf('docs/guides/codegen.md').map(({ code }) => code)).toContain(
      project.read('generated.test.ts'),
    );
    await expectAllPass(project);
  });

  withProgram('htop', 'writes tests that pass', async () => {
    const project = new Project({});
    const desk = record(project, 'htop', '--env HTOPRC=/dev/null --key f12', { rows: 42, cols: 100 });
    await desk.shows('F10Quit');
    expect(desk.lastRow).toContain('f12 asserts');
    desk.type('\x1bOP');
    await desk.shows('Press any key');
    desk.type('\x1b[24~');
    await desk.shows('asserts "');
    desk.type(' ');
    await desk.shows('F10Quit');
    desk.type('q');
    await desk.shows('status 0 mode same');
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
    const desk = record(project, 'whiptail --menu Pick 15 40 3 one First two Second three Third');
    await desk.shows('<Ok>');
    desk.type('\x1b[B');
    await desk.until(({ screen }) =>
      runsOn(screen)
        .flat()
        .some(({ text, bg }) => text.includes('two') && bg === 1),
    );
    desk.type('\t\r');
    await desk.shows('status 0 mode same');
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
