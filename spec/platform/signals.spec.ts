import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { signalName } from '#platform/signals.ts';
import { sh } from './pty/running.ts';

describe('signals', () => {
  it('are named as people write them', () => {
    const { SIGKILL, SIGABRT, SIGTERM } = constants.signals;
    expect([SIGKILL, SIGABRT, SIGTERM].map(signalName)).toEqual(['SIGKILL', 'SIGABRT', 'SIGTERM']);
  });

  it.runIf(process.platform === 'linux')('have names beyond the named ones', async () => {
    expect(signalName(34)).toBe('SIGRTMIN+0');
    expect(await sh('kill -36 $$').exited).toEqual({ exitCode: null, signal: 'SIGRTMIN+2' });
  });
});
