/** Errors in a step file name the line and the field. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScript, stepTypes } from '#cli/steps/script.ts';
import { freshHome } from '../ptywright.ts';

const folder = freshHome();

function problemIn(text: string, name = 'bad.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  try {
    readScript(file);
  } catch (problem) {
    return (problem as Error).message.replaceAll(file, 'FILE');
  }
  return 'nothing';
}

const stepping = (steps: string) => `program: cat\nsteps:\n${steps}`;

describe('a file of steps', () => {
  it.each([
    ['program: [', 'FILE:1: '],
    ['a: 1\na: 2\n', 'FILE:2: '],
    ['- 1\n', 'FILE:1: the file: '],
    ['', 'FILE:1: the file: '],
    ['program: cat\n', 'FILE:1: steps: '],
    ['program: cat\nsteps: []\n', 'FILE:2: steps: '],
    ['program: cat\nrows: many\nsteps: [{ wait: x }]\n', 'FILE:2: rows: '],
    ['program: cat\nrwos: 3\nsteps: [{ wait: x }]\n', 'FILE:2: rwos: unknown field'],
    ['program: cat\nrows: 1000\ncols: 100000\nsteps: [{ wait: x }]\n', 'FILE:3: cols: '],
    [
      stepping('  - waits: x\n'),
      'FILE:3: steps.0.waits: unknown step; did you mean wait?; expected one of type, line, ',
    ],
    [stepping('  - wait: x\n    press: y\n'), 'FILE:3: steps.0: expected one step type, got wait, press'],
    [stepping('  - name: x\n'), 'FILE:3: steps.0: expected a step type, such as `wait`'],
    [stepping('  - wait\n'), 'FILE:3: steps.0: expected a step, such as `wait: Ready`'],
    [stepping('  - wait: x\n  -\n    wait: y\n    timeout_ms: -1\n'), 'FILE:6: steps.1.timeout_ms: '],
    [stepping('  - press: nokey\n'), 'FILE:3: steps.0.press: "nokey" is not a key'],
    [stepping('  - click:\n      on: x\n      buton: left\n'), 'FILE:5: steps.0.click.buton: unknown field'],
    [stepping('  - expect:\n      cursor: { row: 1 }\n'), 'FILE:4: steps.0.expect.cursor.col: '],
    [stepping('  - expect: {}\n'), 'FILE:3: steps.0.expect: expected at least one field'],
    [stepping('  - wait: { type: at, row: -1, col: 0 }\n'), 'FILE:3: steps.0.wait.row: '],
    [stepping('  - match: { type: no_such }\n'), 'FILE:3: steps.0.match'],
    [stepping('  - screenshot: ../x.png\n'), 'FILE:3: steps.0.screenshot: '],
    [stepping('  - screenshot: x.gif\n'), 'FILE:3: steps.0.screenshot: expected a name that ends in .png'],
    [
      stepping('  - click: 5\n'),
      'FILE:3: steps.0.click: expected a text or fields, such as `click: "[ OK ]"`',
    ],
    [stepping('  - type: [x]\n'), 'FILE:3: steps.0.type: expected a text or fields, such as `type: "ls -l"`'],
    [stepping('  - expect: { visible: 5 }\n'), 'steps.0.expect.visible: expected a text or fields or a list'],
    [stepping('  - stable: soon\n'), 'expected a number or fields, such as `stable: 200`'],
    [stepping('  - wait: /(/\n'), 'FILE:3: steps.0.wait: selector: invalid pattern'],
  ])('%j', (text, message) => {
    expect(problemIn(text)).toContain(message);
  });

  it('reports all errors at once', () => {
    expect(problemIn('program: 1\nsteps:\n  - wait: 1\n  - nothing: 2\n').split('\n')).toHaveLength(3);
  });

  it('is bounded: in bytes, in references, in depth', () => {
    expect(problemIn(stepping(`  - wait: ${'x'.repeat(2 * 1024 * 1024)}\n`))).toMatch(
      /^FILE: larger than the limit of \d+ bytes$/,
    );
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 9; at++)
      bomb.push(`b${at}: &b${at} [${Array(9).fill(at === 1 ? '*a' : `*b${at - 1}`)}]`);
    expect(problemIn(bomb.join('\n'))).toMatch(/^FILE:1: .*alias/i);
    expect(problemIn('['.repeat(200_000))).toMatch(/^FILE:1: /);
    const deep = '{type: nth, index: 0, selector: ';
    expect(
      problemIn(stepping(`  - wait: ${deep.repeat(20)}{type: exact, text: x}${'}'.repeat(20)}\n`)),
    ).toContain('nested deeper than 8');
    expect(problemIn(stepping(`  - wait: ${deep.repeat(1500)}x${'}'.repeat(1500)}\n`))).toMatch(/^FILE/);
    mkdirSync(join(folder, 'dir.yaml'), { recursive: true });
    expect(() => readScript(join(folder, 'dir.yaml'))).toThrow('directory');
    expect(() => readScript(join(folder, 'absent.yaml'))).toThrow(
      'absent.yaml does not exist (ENOENT). Correct the path.',
    );
  });

  it('takes the example of every kind', () => {
    process.env.API_KEY ??= 'a key';
    for (const { name, example } of stepTypes.values())
      expect(
        problemIn(JSON.stringify({ program: 'cat', steps: [{ [name]: example }] }), 'a.json'),
        name,
      ).toBe('nothing');
  });
});
