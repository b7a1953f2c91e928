/** A session as actions see it. */
import type { InputTarget } from '../input/target.ts';
import type { Session } from './session.ts';
import { closedFault } from './sessionFaults.ts';

export const inputTarget = (session: Session): InputTarget => ({
  get modes() {
    return session.screen.modes;
  },
  get size() {
    return session.screen.size;
  },
  get canonicalLine() {
    return session.pty.canonical() === true;
  },
  write: (bytes) => session.write(bytes),
  resize: (size) => session.resize(size),
  signal: (name) => session.pty.signal(name),
  kill: () => session.pty.kill(),
  mark: (label) => session.mark(label),
  after: (ms) => pause(session, ms),
});

const pause = (session: Session, ms: number) =>
  new Promise<void>((resolve, reject) => {
    const disarm = session.clock.after(ms, resolve);
    void session.exited.then(() => {
      disarm();
      reject(closedFault(session));
    });
  });
