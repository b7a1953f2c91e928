import { describe, expect, it } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { Project } from '../../testing/project.ts';
import { expectAllPass, files, prefix, record, runGenerated } from './generated.ts';

/** Gives the waits of a test that fails 2 seconds. */
const shortWaits: Readonly<Record<(typeof files)[number], (code: string) => string>> = {
  'generated.test.ts': (code) => code,
  'generated.py': (code) => code.replace('["greet.sh"]', '["greet.sh"], timeout_ms=2000'),
  'generated.sh': (code) => code.replaceAll('ptywright expect', 'ptywright expect --timeout 2000'),
  'generated.yaml': (code) => `timeout_ms: 2000\n${code}`,
};

describe('ptywright codegen', () => {
  withProgram('vim', 'writes tests with clicks, sizes and pastes that pass', async () => {
    const project = new Project({});
    const terminal = record(project, "vim --clean -c 'set mouse=a' -c help", '', { rows: 31, cols: 90 });
    await terminal.shows('Jump to a subject');
    const row = terminal.text.split('\n').findIndex((line) => line.includes('bars'));
    const col = terminal.text.split('\n')[row]!.indexOf('bars') + 3;
    terminal.type(`\x1b[<16;${col};${row + 1}M\x1b[<16;${col};${row + 1}m`);
    await terminal.shows('Bars example');
    terminal.resize(37, 90);
    await terminal.until(({ text, lastRow }) => text.includes('Bars example') && lastRow.includes('ctrl+]'));
    terminal.type(':q\r');
    await terminal.until(({ text }) => !text.includes('Bars example'));
    terminal.type('i');
    await terminal.shows('-- INSERT --');
    terminal.type('\x1b[200~two\rlines\x1b[201~');
    await terminal.shows('lines');
    terminal.type('\x1b');
    await terminal.until(({ text }) => !text.includes('INSERT'));
    terminal.type(':q!\r');
    await terminal.shows('status 0 mode same');
    const code = project.read('generated.test.ts');
    expect(code).toContain(".click({ ctrl: true });\n  await expect(terminal).toShow('");
    expect(code).toContain('await terminal.resize({ rows: 36, cols: 90 });');
    expect(code).toContain("await terminal.paste('two\\nlines');");
    await expectAllPass(project);
  });

  it('writes tests that fail when the program changes', async () => {
    const program = (greeting: string) =>
      `printf 'Name? '; read -r name; echo "${greeting}, $name"; read -r end`;
    const project = new Project({ 'greet.sh': program('Welcome') });
    const terminal = record(project, 'sh greet.sh');
    await terminal.shows('Name?');
    terminal.type('Ada\r');
    await terminal.shows('Welcome, Ada');
    terminal.type(`${prefix}d`);
    await terminal.shows('status 0 mode same');
    expect(terminal.text).toContain('no assertions besides the waits');
    await expectAllPass(project);
    project.write('greet.sh', program('Good bye'));
    for (const file of files) {
      project.write(file, shortWaits[file](project.read(file)));
      const { status, output } = await runGenerated(project, file, { PTYWRIGHT_TEST_TIMEOUT: '2000' });
      expect(status, `${file}\n${output}`).not.toBe(0);
      expect(output).toContain('Good bye, Ada');
    }
  });
});
