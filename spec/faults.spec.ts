/** The messages of faults. */
import { describe, expect, it } from 'vitest';
import { fault } from '#faults.ts';
import { checkStrings } from '#platform/pty/spawnCheck.ts';
import { freshTag, plainEnv, size } from './platform/pty/running.ts';

describe('the message of a fault', () => {
  it.each([
    [
      fault.Unsupported({ reason: 'Windows does not support SIGINT' }),
      'This server does not support that: Windows does not support SIGINT.',
    ],
    [
      fault.ModeOff({ mode: 'focus_events (DECSET 1004)', action: 'focus' }),
      'The program has not enabled focus_events (DECSET 1004), which focus needs.',
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

  it('names the invalid argument of a program, in the form of any parameter error', () => {
    const spec = { program: 'sh', args: ['a\0b'], env: plainEnv, cwd: '/', size, tag: freshTag() };
    expect(() => checkStrings(spec)).toThrow('args.0: contains a NUL character');
  });
});
