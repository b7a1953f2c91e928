import { describe, expect, it } from 'vitest';
import { withProgram } from '../../harness/withProgram.ts';
import { Project } from '../../testing/project.ts';
import { expectAllPass, files, prefix, record, runGenerated } from './generated.ts';

describe('ptywright codegen', () => {
  it('writes tests of a shell with a password in a variable', async () => {
    const project = new Project({});
    const terminal = record(project, 'bash --norc --noprofile');
    await terminal.shows('bash-');
    terminal.type('echo $((6*7))\r');
    await terminal.until(({ text }) => /^42$/m.test(text));
    terminal.type(`${prefix}a`);
    await terminal.shows('asserts "42"');
    terminal.type('read -rsp "Password: " word; echo; wc -c <<< "$word"\r');
    await terminal.until(({ text }) => /^Password:$/m.test(text));
    terminal.type('hunter2-hunter2');
    terminal.type('\r');
    await terminal.until(({ text }) => /^16$/m.test(text));
    terminal.type('exit 3\r');
    await terminal.shows('status 0 mode same');
    for (const file of files) expect(project.read(file)).not.toContain('hunter2');
    expect(project.read('generated.test.ts')).toMatchInlineSnapshot(`
      "import { expect, test } from 'ptywright/test';

      function secret(name: string): string {
        const value = process.env[name];
        if (!value) throw new Error(\`set the environment variable \${name}\`);
        return value;
      }

      test('bash --norc --noprofile', { timeout: 30000 }, async ({ terminal }) => {
        await terminal.start('bash', ['--norc', '--noprofile']);
        await expect(terminal).toShow(/[$#]$/m);
        await terminal.type('echo $((6*7))');
        await terminal.press('enter');
        await expect(terminal).toShow('42');
        await terminal.type('read -rsp "Password: " word; echo; wc -c <<< "$word"');
        await terminal.press('enter');
        await expect(terminal).toShow(/^\\s*Password:/m);
        await terminal.type(secret('SECRET_1'));
        await terminal.press('enter');
        await expect(terminal).toShow('16');
        await terminal.type('exit 3');
        await terminal.press('enter');
        await expect(terminal).toShow(/^\\s*exit/m);
        await expect(terminal).toHaveExited(3);
      });
      "
    `);
    await expectAllPass(project, { SECRET_1: 'another-secret1' });
    const { status, output } = await runGenerated(project, 'generated.test.ts');
    expect(status).toBe(1);
    expect(output).toContain('set the environment variable SECRET_1');
  });

  withProgram('whiptail', 'a password in a dialog becomes a variable', async () => {
    const project = new Project({});
    const terminal = record(project, 'whiptail --passwordbox Key 8 40');
    await terminal.shows('<Ok>');
    terminal.type('hunter2-hunter2');
    await terminal.shows('*'.repeat(15));
    terminal.type('\r');
    await terminal.shows('status 0 mode same');
    expect(project.read('generated.test.ts')).toContain("await terminal.type(secret('SECRET_1'));");
    for (const file of files) expect(project.read(file)).not.toContain('hunter2');
  });
});
