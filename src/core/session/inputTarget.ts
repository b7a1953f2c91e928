/** A session as actions see it. */

import { fault } from '../faults.ts';
import type { InputTarget } from '../input/target.ts';
import type { Session } from './session.ts';
import { closedFault } from './sessionFaults.ts';
import type { Cancellation } from './waits.ts';

export const inputTarget = (
  session: Session,
  cancellation: Cancellation,
  by: object | undefined,
): InputTarget => ({
  get modes() {
    return session.screen.modes;
  },
  get size() {
    return session.screen.size;
  },
  get canonicalLine() {
    return session.pty.canonical() === true;
  },
  write: (bytes) => {
    const refusal = session.holding.refusal(by);
    if (refusal) throw refusal;
    session.write(bytes);
  },
  resize: (size) => session.changeSize(size),
  signal: (name) => session.pty.signal(name),
  kill: () => session.pty.kill(),
  mark: (label) => session.mark(label),
  focused: (focused) => session.tellEvent('focus', { focused }),
  pointed: (row, col) => {
    const link = session.screen.pointer.moveTo(session.screen, row, col);
    if (link) session.tellEvent('link_hovered', { ...link });
  },
  after: (ms) => pause(session, ms, cancellation, by),
});

const pause = (session: Session, ms: number, cancellation: Cancellation, by: object | undefined) =>
  new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      disarm();
      uncancel();
      unexit();
      unhold();
      settle();
    };
    const disarm = session.clock.after(ms, end(resolve));
    const uncancel = cancellation.onCancel(
      end(() => reject(fault.Cancelled({ reason: cancellation.reason ?? 'request' }))),
    );
    const unexit = session.onExit(end(() => reject(closedFault(session))));
    // Who takes the input over need not wait for what others were about to type.
    const unhold = session.holding.onChange(() => {
      const refusal = session.holding.refusal(by);
      if (refusal) end(() => reject(refusal))();
    });
  });
