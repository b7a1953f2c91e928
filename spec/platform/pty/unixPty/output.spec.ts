/** Output of programs: complete at the exit, pause and resume. */
import { describe, expect, it } from 'vitest';
import { times } from '../../../soak/scale.ts';
import { inParallel, Running, sh } from '../running.ts';

const runs = times(60, 3000);
const parallel = 16;
const orders = times(60, 2000);
const KiB = 1024;
const kernelHolds = 32 * KiB;
const prints = (bytes: number) => `head -c ${bytes} /dev/zero | tr "\\0" x`;

describe('output', () => {
  it(`is complete when the exit is reported: ${runs} programs of 64 KiB, ${parallel} at once`, async () => {
    const whole = 'x'.repeat(64 * KiB);
    let lost = 0;
    await inParallel(runs, parallel, async () => {
      const program = sh(prints(whole.length));
      await program.exited;
      if (program.text !== whole) lost++;
    });
    expect(lost).toBe(0);
  });

  it.each([3 * KiB, 64 * KiB, 1024 * KiB])('survives a pause: %i bytes', async (bytes) => {
    const program = sh(prints(bytes));
    program.pty.pause();
    let before = 0;
    program.onOutput = () => ++before > 0;
    // Waits until another program has exited, in place of a delay.
    await sh(prints(256 * KiB)).exited;
    // A writer can exit when its output fits into the kernel buffer. With more, it blocks until the buffer is read.
    if (bytes > kernelHolds) {
      expect(before).toBe(0);
      program.pty.resume();
    }
    expect(await program.exited).toEqual({ exitCode: 0, signal: null });
    expect(program.bytes).toBe(bytes);
  });

  it('pauses and resumes on request of the reader', async () => {
    const program = sh(prints(256 * KiB));
    let pauses = 0;
    program.onOutput = () => {
      pauses++;
      setImmediate(() => program.pty.resume());
      return false;
    };
    await program.exited;
    expect(program.bytes).toBe(256 * KiB);
    expect(pauses).toBeGreaterThan(10);
  });

  it('blocks the program while it is not read', async () => {
    const program = sh(`${prints(1024 * KiB)}; echo finished`);
    await program.says('x');
    program.pty.pause();
    const before = program.bytes;
    await sh(prints(256 * KiB)).exited;
    expect(program.bytes).toBe(before);
    program.pty.resume();
    await program.exited;
    expect(program.text.endsWith('finished\r\n')).toBe(true);
  });

  it(`is reported before the exit: ${orders} programs`, async () => {
    await inParallel(orders, parallel, async (index) => {
      const program = sh(`printf ${index}-end`);
      await program.exited.then(() => expect(program.text).toBe(`${index}-end`));
    });
  });

  it('continues after the program has closed and reopened its terminal', async () => {
    const program = sh('echo one; exec <&- >&- 2>&-; sleep 0.1; exec >/dev/tty; echo two');
    await program.exited;
    expect(program.text).toBe('one\r\ntwo\r\n');
  });

  it('does not delay the exit for a background program that writes for ever', async () => {
    const program = sh('trap "" HUP; yes & read -r go; exit 3');
    await program.says('y');
    program.send('go\r');
    expect(await program.exited).toEqual({ exitCode: 3, signal: null });
    program.pty.kill();
  });

  it('is bytes, not text', async () => {
    const program = new Running('/usr/bin/printf', ['\\377\\000\\303']);
    const chunks: number[] = [];
    program.onOutput = (bytes) => chunks.push(...bytes) > 0;
    await program.exited;
    expect(chunks).toEqual([0xff, 0x00, 0xc3]);
  });
});

describe('exit', () => {
  it.each([
    ['exit 0', { exitCode: 0, signal: null }],
    ['exit 7', { exitCode: 7, signal: null }],
    ['kill -KILL $$', { exitCode: null, signal: 'SIGKILL' }],
    ['kill -TERM $$', { exitCode: null, signal: 'SIGTERM' }],
    ['kill -HUP $$', { exitCode: null, signal: 'SIGHUP' }],
  ])('of `%s`', async (script, exit) => {
    expect(await sh(script).exited).toEqual(exit);
  });

  it('is not reported after close, and neither is output', async () => {
    const program = sh('echo one; read -r never');
    await program.says('one');
    let later = 0;
    program.onOutput = () => ++later > 0;
    let received = false;
    program.exited.then(() => {
      received = true;
    });
    program.pty.close();
    await sh(prints(256 * KiB)).exited;
    expect({ later, told: received }).toEqual({ later: 0, told: false });
  });
});
