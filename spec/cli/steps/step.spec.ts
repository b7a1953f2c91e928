/** The messages of `ptywright steps` for steps that fail, and for steps that cannot run. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';

function file(steps: string, script = "printf 'item\\nitem\\n'; exec cat"): string {
  const path = join(freshHome(), 'steps.yaml');
  writeFileSync(
    path,
    `program: /bin/sh\nargs: [-c, ${JSON.stringify(script)}]\ntimeout_ms: 10000\nsteps:\n${steps}`,
  );
  return path;
}

it.each([
  ['wait: absent', '"absent" was not seen on the screen within 10 ms'],
  ['wait: /ab+c/', '/ab+c/ was not seen on the screen within 10 ms'],
  ['wait: { for: absent, fresh: true }', '"absent" was not written to the screen within 10 ms'],
  [
    'find: { type: at, row: 5, col: 5 }',
    '{"type":"at","row":5,"col":5} was not seen on the screen within 10 ms',
  ],
  ['click: absent', '"absent" was not seen on the screen within 10 ms'],
  ['mouse: { on: absent, gesture: { event: move } }', '"absent" was not seen on the screen within 10 ms'],
  ['gone: item', '"item" did not disappear from the screen within 10 ms'],
  ['stable: 5000', 'the screen did not stay unchanged for 5000 ms within 10 ms'],
  [
    'looks: { on: item, style: { bold: true } }',
    '"item" was not seen on the screen with {"bold":true} within 10 ms',
  ],
  ['match: { type: bell }', 'the wait for a bell did not succeed within 10 ms'],
  ['expect: { visible: [item, absent] }', '"absent" was not seen on the screen within 10 ms'],
  ['expect: { hidden: item }', '"item" did not disappear from the screen within 10 ms'],
  ['expect: { title: vim }', 'the title null did not become {"equals":"vim"} within 10 ms'],
  [
    'expect: { cursor: { row: 0, col: 0 } }',
    'the cursor is at {"row":2,"col":0,"visible":true}; it did not move to {"row":0,"col":0} within 10 ms',
  ],
  ['expect: { alternate_screen: true }', 'the wait for the alternate screen did not succeed within 10 ms'],
])('%s reports what did not match', async (step, message) => {
  const { status, stderr } = await runCommand([
    'steps',
    file(`  - expect: { cursor: { row: 2, col: 0 } }\n  - ${step}\n    timeout_ms: 10\n`),
  ]);
  expect(stderr).toContain(`): ${message}\n`);
  expect(status).toBe(1);
});

describe('before anything is started', () => {
  it('reports a missing file', async () => {
    const path = join(freshHome(), 'no.yaml');
    const { status, stderr } = await runCommand(['steps', path]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`${path} does not exist (ENOENT). Correct the path.`),
    ]);
  });

  it.each(['baseline: home', 'screenshot: home.png'])('%s needs a folder', async (step) => {
    const folder = freshHome();
    const path = file(`  - wait: item\n  - ${step}\n`, `touch ${folder}/started; echo item; exec cat`);
    const { status, stderr } = await runCommand(['steps', path]);
    const [kind] = step.split(':');
    expect(stderr).toContain(`${path}:6: the step ${kind} needs a directory: add --artifact-dir DIR`);
    expect([status, existsSync(join(folder, 'started'))]).toEqual([2, false]);
  });
});
