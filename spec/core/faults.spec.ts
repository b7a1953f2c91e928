import { describe, expect, it } from 'vitest';
import { fault } from '../../src/core/faults.ts';
import { checkTexts } from '../../src/platform/pty/spawnCheck.ts';
import { freshTag, plainEnv, size } from '../platform/pty/running.ts';

describe('what a fault says', () => {
  it.each([
    [
      fault.Unsupported({ reason: 'Windows has no SIGINT' }),
      'This server cannot do that: Windows has no SIGINT.',
    ],
    [
      fault.ModeOff({ mode: 'focus_events (DECSET 1004)', action: 'focus' }),
      'The program has not turned on focus_events (DECSET 1004), which focus needs.',
    ],
    [fault.Unsupported({ reason: 'no_runtime' }, 'there is no runtime'), 'there is no runtime'],
    [fault.Invalid({ path: 'args.0', reason: 'expected string' }), 'args.0: expected string'],
    [
      fault.SessionUnknown({ path: 'session', session: 's9', reason: 'unknown_session' }),
      'session: no session has that id',
    ],
    [fault.Cancelled({ reason: 'shutdown' }), 'The call was cancelled.'],
  ])('%s', (failure, message) => {
    expect(failure.message).toBe(message);
  });

  it('of a program that cannot be started has the form of what is wrong with any parameter', () => {
    const spec = { program: 'sh', args: ['a\0b'], env: plainEnv, cwd: '/', size, tag: freshTag() };
    expect(() => checkTexts(spec)).toThrow('args.0: holds a NUL character');
  });
});
