/** The terminal of Windows uses only the public interface of node-pty, which is the same on this system. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import type { PtyExit } from '#platform/pty/pty.ts';
import { openWindowsPty } from '#platform/pty/windowsPty.ts';

class Program extends EventTarget {
  text = '';
  exits: PtyExit[] = [];
  readonly pty;

  constructor(script: string, program = 'sh') {
    super();
    const changed = () => this.dispatchEvent(new Event('changed'));
    this.pty = openWindowsPty(
      {
        program,
        args: ['-c', script],
        env: { PATH: process.env.PATH!, GIVEN: 'given' },
        cwd: '/',
        size: { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 },
        tag: 'tag-of-spec',
      },
      {
        output: (bytes) => {
          this.text += Buffer.from(bytes).toString();
          return changed();
        },
        exit: (exit) => {
          this.exits.push(exit);
          changed();
        },
      },
      systemClock,
    );
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this, 'changed');
  }
}

it('passes the environment with its tag, the folder, the size and the input', async () => {
  const program = new Program(
    'pwd; env; stty size; read -r word; echo "got $word"; stty size; read -r end; exit 3',
  );
  await program.until(() => program.text.includes('24 80'));
  expect(program.text).toMatch(/^\/\r\n/);
  expect(program.text).toContain('GIVEN=given\r\n');
  expect(program.text).toMatch(/=tag-of-spec\r\n/);
  program.pty.resize({ rows: 10, cols: 40, pixelWidth: 0, pixelHeight: 0 });
  program.pty.write(Buffer.from('word é\r'));
  await program.until(() => program.text.includes('10 40'));
  expect(program.text).toContain('got word é');
  program.pty.write(Buffer.from('\r'));
  await program.until(() => program.exits.length > 0);
  expect(program.exits).toEqual([{ exitCode: 3, signal: null }]);
});

it('supports only signals that end the program, and the interrupt key', async () => {
  const program = new Program('trap "echo interrupted" INT; echo ready; while :; do read -r _; done');
  await program.until(() => program.text.includes('ready'));
  expect(() => program.pty.signal('SIGUSR1')).toThrow(/Windows does not support SIGUSR1/);
  program.pty.signal('SIGINT');
  await program.until(() => program.text.includes('interrupted'));
  await program.pty.terminate();
  expect(program.exits).toHaveLength(1);
});

it('refuses input that is too long', async () => {
  const { pty } = new Program('read -r _');
  expect(() => pty.write(new Uint8Array(limits.inputQueueBytes + 1))).toThrow(
    'A limit of the server is reached',
  );
  await pty.terminate();
});
