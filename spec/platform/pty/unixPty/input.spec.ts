/** Input to programs: order, limits and backpressure. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { times } from '../../../soak/scale.ts';
import { Running, sh, size } from '../running.ts';

const MiB = 1024 * 1024;
const inputBytes = times(16, 128) * MiB;
const idleShare = 0.03;
const resizes = times(100, 5000);
const raw = 'stty raw -echo; echo ready;';

const fault = (operation: () => unknown) => {
  try {
    operation();
  } catch (error) {
    const { name, data } = error as { name: string; data: unknown };
    return { name, data };
  }
  return null;
};

describe('input', () => {
  it(`arrives whole: ${inputBytes / MiB} MiB to a raw reader`, async () => {
    const input = Buffer.from(randomBytes(inputBytes / 2).toString('hex'));
    const program = sh(`${raw} head -c ${inputBytes} | sha256sum`);
    await program.says('ready');
    program.pty.write(input);
    await program.exited;
    expect(program.text).toContain(createHash('sha256').update(input).digest('hex'));
  });

  it('keeps its order, for any sizes of the writes', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `${index},`.repeat(1 + (index % 7)));
    const whole = words.join('');
    const program = sh(`${raw} head -c ${whole.length} | sha256sum`);
    await program.says('ready');
    for (const word of words) program.send(word);
    await program.exited;
    expect(program.text).toContain(createHash('sha256').update(whole).digest('hex'));
  });

  it('costs no CPU while the program does not read', async () => {
    const program = sh(`${raw} read -r never`);
    const stopped = sh(`${raw} kill -STOP $$`);
    await Promise.all([program.says('ready'), stopped.says('ready')]);
    stopped.pty.write(Buffer.alloc(MiB, 'y'));
    const [began, before] = [performance.now(), process.cpuUsage()];
    await new Running('sleep', ['2']).exited;
    const { user, system } = process.cpuUsage(before);
    const share = (user + system) / 1000 / (performance.now() - began);
    expect(stopped.pty.queuedBytes).toBeGreaterThan(0);
    expect(share).toBeLessThan(idleShare);
    for (const { pty } of [program, stopped]) pty.kill();
    await Promise.all([program.exited, stopped.exited]);
    expect(stopped.pty.queuedBytes).toBe(0);
  });

  it('is refused above its limit, and the session lives on', async () => {
    const program = sh(`${raw} head -c ${limits.inputQueueBytes} | wc -c`);
    await program.says('ready');
    program.pty.write(Buffer.alloc(limits.inputQueueBytes - 1, 'y'));
    expect(fault(() => program.send('yy'))).toEqual({
      name: 'Busy',
      data: { reason: 'busy', limit: 'inputQueueBytes', max: limits.inputQueueBytes },
    });
    program.send('y');
    await program.exited;
    expect(program.text).toContain(String(limits.inputQueueBytes));
  });

  it('reports whether the terminal collects lines', async () => {
    const program = sh('echo lines; read -r go; stty raw -echo; echo keys; read -r never');
    await program.says('lines');
    expect(program.pty.lineModes()).toEqual({ canonical: true, echo: true });
    program.send('\r');
    await program.says('keys');
    expect(program.pty.lineModes()?.canonical).toBe(false);
    program.pty.kill();
    await program.exited;
    expect(program.pty.lineModes()).toBeNull();
  });

  it('uses a terminal in UTF-8 mode', async () => {
    const program = sh('stty -a');
    await program.exited;
    expect(program.text).toMatch(/(?<!-)iutf8/);
  });
});

describe('resize', () => {
  const resized = { rows: 33, cols: 99, pixelWidth: 990, pixelHeight: 660 };

  it('is seen by the program', async () => {
    const program = sh('stty size; read -r go; stty size');
    await program.says('24 80');
    program.pty.resize(resized);
    program.send('\r');
    await program.exited;
    expect(program.text).toContain('33 99');
  });

  it('gives pixels from the start', async () => {
    const program = new Running('python3', ['-c', pixels], {
      size: { ...size, pixelWidth: 800, pixelHeight: 480 },
    });
    await program.exited;
    expect(program.text).toContain('(24, 80, 800, 480)');
  });

  it.each([
    ['rows', 0],
    ['rows', 501],
    ['cols', 1],
    ['cols', 65_536],
    ['cols', 80.5],
    ['cols', Number.NaN],
    ['pixelWidth', -1],
    ['pixelHeight', 65_536],
  ])('refuses %s %d', async (field, value) => {
    const program = sh('read -r go; stty size');
    expect(fault(() => program.pty.resize({ ...size, [field]: value }))).toMatchObject({
      name: 'Invalid',
      data: { path: field },
    });
    program.send('\r');
    await program.exited;
    expect(program.text).toContain('24 80');
  });

  it(`${resizes} times while output runs ends at the last size`, async () => {
    const program = sh('yes & read -r go; kill $!; stty size');
    await program.says('y');
    for (let index = 0; index < resizes; index++) program.pty.resize({ ...size, cols: 2 + (index % 100) });
    program.pty.resize(resized);
    program.send('\r');
    await program.exited;
    expect(program.text).toContain('33 99');
  });
});

const pixels = 'import fcntl,struct;print(struct.unpack("4H",fcntl.ioctl(0,0x5413,b"\\0"*8)))';
