import { describe, expect, it } from 'vitest';
import { failing, Project, tests } from './project.ts';

describe('ptywright/test/playwright', () => {
  const head = "import { expect, test } from 'ptywright/test/playwright';";
  const options = '\ntest.use({ terminalOptions: { cols: 90 } });\nexpect(1).toBe(1);\n';

  it('runs tests with the runner of Playwright, and reports failures with the line and a trace', async () => {
    const project = new Project({ 'a.spec.ts': tests(head + options) + failing });
    const { status, output } = await project.playwright();
    expect(status, output).toBe(1);
    expect(output).toContain('1 passed');
    expect(output).toContain('1 failed');
    expect(project.files('__screens__/a.spec.ts')).toEqual(['home.txt']);
    expect(output).toContain('expect(terminal).toShow("abd") failed');
    expect(output).toMatch(/a\.spec\.ts:17/);
    expect(output).toMatch(/attachment #\d+: trace\.html/);
  });
});
