/**
 * Operations and events of a session, and the observers that receive them. An operation holds what a script needs to
 * reach the same screen.
 */

import type { CompiledMatcher } from '#matchers/matcher.ts';
import type { Matcher } from '#matchers/schema.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import type { Action } from '#terminal/input/actions.ts';

export type Operation =
  | { readonly call: 'input'; readonly actions: readonly Action[] }
  | {
      readonly call: 'act';
      readonly actions: readonly Action[];
      readonly matcher: Matcher;
      readonly timeoutMs: number;
    }
  | { readonly call: 'wait'; readonly matcher: Matcher; readonly timeoutMs: number }
  | { readonly call: 'resize'; readonly size: Size };

/**
 * Events in the order in which they happen, unredacted. Observers, such as recordings, must redact before they store
 * or send anything.
 */
export type SessionEvent =
  | { readonly kind: 'output'; readonly text: string }
  /**
   * Bytes written to the program by any client, without the terminal's own replies. `unseen` means that the terminal
   * did not echo them; always false if no observer follows input.
   */
  | { readonly kind: 'typed'; readonly bytes: Uint8Array; readonly unseen: boolean }
  | { readonly kind: 'resized'; readonly size: Size }
  /** A wait is reported when it is satisfied, because its condition may depend on operations that come later. */
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** All actions of an operation ended, or one failed. Some text of the actions in `unseen` was not echoed. */
  | { readonly kind: 'performed'; readonly operation: Operation; readonly unseen: ReadonlySet<Action> }
  | { readonly kind: 'marked'; readonly label: string }
  /** The screen sequence advanced. */
  | { readonly kind: 'changed' }
  /** The last event of a session. */
  | { readonly kind: 'exited'; readonly exit: ProgramExit };

export interface Observer {
  /** The observer stores or sends typed input, and hides input that was not echoed. */
  readonly observesInput?: boolean;
  handleEvent(event: SessionEvent): void;
  /** Raw output before decoding. The bytes are valid only during the call. */
  handleBytes?(bytes: Uint8Array): void;
  /** Resolves when everything observed is stored. */
  done(): Promise<unknown>;
}

export class Observers {
  readonly #all = new Set<Observer>();

  add(observer: Observer): Disposable {
    this.#all.add(observer);
    return { dispose: () => void this.#all.delete(observer) };
  }

  get observesInput(): boolean {
    for (const { observesInput } of this.#all) if (observesInput) return true;
    return false;
  }

  notify(event: SessionEvent): void {
    for (const observer of this.#all) observer.handleEvent(event);
  }

  notifyBytes(bytes: Uint8Array): void {
    for (const observer of this.#all) observer.handleBytes?.(bytes);
  }

  /** Reports the wait when it is satisfied. */
  watchWait({ source }: CompiledMatcher, timeoutMs: number, ended: Promise<unknown>): void {
    if (this.#all.size === 0 || !source) return;
    const operation = { call: 'wait', matcher: source, timeoutMs } as const;
    ended.then(
      () => this.notify({ kind: 'operation', operation }),
      () => {},
    );
  }

  async done(): Promise<void> {
    await Promise.all([...this.#all].map((observer) => observer.done()));
  }
}
