/** Steps that type values of environment variables. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';

function file(text: string): string {
  const path = join(freshHome(), 'steps.yaml');
  writeFileSync(path, text);
  return path;
}

const shell = (script: string, steps: string) =>
  `program: /bin/sh\nargs: [-c, ${JSON.stringify(script)}]\ntimeout_ms: 10000\nsteps:\n${steps}`;

describe('a value from the environment', () => {
  const path = () =>
    file(
      shell(
        'echo ready; exec cat',
        '  - wait: ready\n  - line: { env: MY_WORD }\n  - wait: /(open sesame\\s+){2}/\n  - gone: ready\n    timeout_ms: 10\n',
      ),
    );

  it('is typed, and hidden in all reports and files', async () => {
    const dir = join(freshHome(), 'kept');
    const { status, stdout, stderr } = await runCommand(['steps', '--artifact-dir', dir, path()], {
      env: { MY_WORD: 'open sesame' },
    });
    expect([status, stdout + stderr]).toEqual([
      1,
      expect.stringContaining('│ ready\n│ [REDACTED]\n│ [REDACTED]\n'),
    ]);
    for (const name of readdirSync(join(dir, 'runs', 'steps-yaml')))
      expect(readFileSync(join(dir, 'runs', 'steps-yaml', name), 'latin1'), name).not.toContain('sesame');
  });

  it('is hidden line by line where it has several', async () => {
    const dir = join(freshHome(), 'kept');
    const script = 'echo ready; read -r a; read -r b; clear; echo "b is $b; a is $a"; exec cat';
    const steps = '  - wait: ready\n  - line: { env: MY_WORD }\n  - wait: b is\n';
    const { status, stdout } = await runCommand(
      ['steps', '--artifact-dir', dir, '--keep', 'always', file(shell(script, steps))],
      { env: { MY_WORD: 'open sesame\nshut rosemary' } },
    );
    expect(status, stdout).toBe(0);
    for (const name of readdirSync(join(dir, 'runs', 'steps-yaml')))
      expect(readFileSync(join(dir, 'runs', 'steps-yaml', name), 'latin1'), name).not.toMatch(
        /sesame|rosemary/,
      );
  });

  it('is required', async () => {
    const { status, stderr } = await runCommand(['steps', path()]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(':6: steps.1.line: the environment variable MY_WORD is not set'),
    ]);
  });
});
