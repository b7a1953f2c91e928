import { describe, expect, it } from 'vitest';
import { failing, Project, tests } from './project.ts';

describe('ptywright/test/node', () => {
  const head = "import { expect, test } from 'ptywright/test/node';";
  const more = `
test('sized', { terminalOptions: { rows: 7, cols: 50 } }, async ({ terminal }) => {
  if ((await terminal.run('stty size')).output !== '7 50\\n') throw new Error('wrong size');
});
test('started twice', async ({ terminal }) => {
  await terminal.start('cat');
  await terminal.start('cat').then(
    () => { throw new Error('started twice'); },
    ({ message }) => { if (!message.includes('newTerminal')) throw new Error(message); },
  );
});
// The sample project skips this test, to show that node:test counts it as skipped.
test.skip('skipped', async () => {
  throw new Error('not skipped');
});
`;

  it('runs tests with node:test, and reports failures with the line and a trace', async () => {
    const project = new Project({ 'a.test.mjs': tests(head) + failing + more });
    const { status, output } = await project.run('--test', 'a.test.mjs');
    expect(status, output).toBe(1);
    expect(output).toMatch(/pass 3\n.*fail 1\n.*skipped 1\n/s);
    expect(project.files('__screens__/a.test.mjs')).toEqual(['home.txt']);
    expect(output).toContain('expect(terminal).toShow("abd") failed');
    expect(output).toContain(`at a.test.mjs:14: await expect(terminal).toShow('abd', { timeout: 100 });`);
    expect(output).toContain('nearest text: "abc" in row 0');
    expect(project.files('test-results/a-test-mjs-fails')).toContain('trace.html');
  });
});
