import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { fileFingerprint, openFile, runProgram, startInBackground } from '#platform/runProgram.ts';
import { HandClock } from '../harness/handClock.ts';

const shell = (script: string) => ({
  file: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { GREETING: 'hello' },
});
const enough = { bytes: 1000, ms: 60_000, clock: systemClock };

describe('a program', () => {
  it('runs with its environment, and both of its outputs are read', async () => {
    expect(await runProgram(shell('echo $GREETING; pwd >&2'), enough)).toBe('hello\n/\n');
  });

  it('may print more than is kept', async () => {
    expect(await runProgram(shell('printf 0123456789; printf abc'), { ...enough, bytes: 5 })).toBe('01234');
  });

  it('that does not exist is an error', async () => {
    await expect(runProgram({ ...shell(''), file: '/no/program' }, enough)).rejects.toThrow('ENOENT');
  });

  it('is killed with its children when it takes too long', async () => {
    const clock = new HandClock();
    const running = runProgram(shell('sleep 1000 & wait'), { ...enough, ms: 50, clock });
    clock.pass(50);
    await expect(running).rejects.toThrow('did not end within 50 ms');
  });
});

describe('a program in the background', () => {
  it('is started when it prints the sign', async () => {
    const script = 'echo "$$ ready" >&2; exec sleep 1000';
    const printed = await startInBackground('/bin/sh', ['-c', script], 'ready');
    process.kill(Number(/^(\d+) ready$/.exec(printed)![1]));
  });

  it('that ends early reports the reason', async () => {
    expect(await startInBackground('/bin/sh', ['-c', 'echo no such port >&2'], 'ready')).toBe('no such port');
    expect(await startInBackground('/no/program', [], 'ready')).toContain('ENOENT');
  });
});

it('the fingerprint of a file changes with its content, also behind a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, link] = [join(folder, 'file'), join(folder, 'link')];
  writeFileSync(file, 'one');
  symlinkSync(file, link);
  const before = fileFingerprint(link);
  expect(before).toBe(fileFingerprint(file));
  writeFileSync(file, 'three');
  expect(fileFingerprint(link)).not.toBe(before);
  expect(() => fileFingerprint(join(folder, 'missing'))).toThrow('ENOENT');
});

it.runIf(process.platform === 'linux')('opens no file without a desktop (Linux)', async () => {
  expect(await openFile('/tmp/a.txt', {})).toBe(false);
});
