/**
 * The input queue, and the session as the target of actions.
 * Input that pauses between writes keeps the queue until its last write, so inputs never mix. Input without pauses
 * runs synchronously and nothing waits for it.
 */
import { disposeAll, onAbort } from '#platform/lifetimes.ts';
import type { InputTarget } from '#terminal/input/action.ts';
import type { Session } from './session.ts';
import { closedFault } from './waitOutcome.ts';
import { cancelledFault } from './waits.ts';

export class InputQueue {
  readonly #waiting = new Set<() => void>();
  #busy = false;

  run<T>(operation: () => T | Promise<T>, signal?: AbortSignal): T | Promise<T> {
    return this.#busy ? this.#enqueue(operation, signal) : this.#start(operation);
  }

  #enqueue<T>(operation: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        listener.dispose();
        try {
          resolve(this.#start(operation));
        } catch (problem) {
          reject(problem);
        }
      };
      const listener = onAbort(signal, () => {
        this.#waiting.delete(begin);
        reject(cancelledFault(signal));
      });
      this.#waiting.add(begin);
    });
  }

  #start<T>(operation: () => T | Promise<T>): T | Promise<T> {
    const done = operation();
    if (!(done instanceof Promise)) return done;
    this.#busy = true;
    return done.finally(() => this.#runNext());
  }

  /** Runs the next inputs in this tick, up to the first one that pauses. Later callers queue behind it. */
  #runNext(): void {
    this.#busy = false;
    for (const begin of this.#waiting) {
      if (this.#busy) return;
      this.#waiting.delete(begin);
      begin();
    }
  }
}

export const createInputTarget = (
  session: Session,
  signal: AbortSignal | undefined,
  by: object | undefined,
  wroteUnseen: () => void = () => {},
): InputTarget => ({
  get modes() {
    return session.screen.modes;
  },
  get size() {
    return session.screen.size;
  },
  get canonicalLine() {
    return session.pty.lineModes()?.canonical === true;
  },
  write: (bytes) => {
    const refusal = session.inputLock.refusal(by);
    if (refusal) throw refusal;
    if (session.write(bytes)) wroteUnseen();
  },
  resize: (size) => session.changeSize(size),
  signal: (name) => session.pty.signal(name),
  kill: () => session.pty.kill(),
  mark: (label) => session.mark(label),
  setFocus: (focused) => session.emitTerminalEvent('focus', { focused }),
  movePointer: (row, col) => {
    const link = session.screen.pointer.moveTo(session.screen, row, col);
    if (link) session.emitTerminalEvent('link_hovered', { ...link });
  },
  delay: (ms) => pause(session, ms, signal, by),
});

const pause = (session: Session, ms: number, signal: AbortSignal | undefined, by: object | undefined) =>
  new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      disposeAll(waiting);
      settle();
    };
    const waiting = [
      session.clock.after(ms, end(resolve)),
      onAbort(
        signal,
        end(() => reject(cancelledFault(signal))),
      ),
      session.onExit(end(() => reject(closedFault(session)))),
      // A taken input lock ends other clients' pauses at once, so the new owner does not wait for them.
      session.inputLock.onChange(() => {
        const refusal = session.inputLock.refusal(by);
        if (refusal) end(() => reject(refusal))();
      }),
    ];
  });
