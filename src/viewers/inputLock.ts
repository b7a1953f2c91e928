/**
 * The input lock of a session. With the scope `everyone`, input of other clients is refused. With the scope `people`,
 * programs still write, and keys typed at viewers go to the holder instead of the program.
 */

import { type Fault, fault } from '#faults.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { ViewedSession } from './viewer.ts';

type InputLockScope = 'everyone' | 'people';

interface InputLockHolder {
  /** Identifies the holder, usually its connection. */
  readonly owner: object;
  /** Display name of the holder. */
  readonly name: string | null;
  /** The holder is a person at a viewer. Programs cannot take the lock over. */
  readonly person: boolean;
  readonly from: InputLockScope;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly since: number;
  /** Whether the holder has unread input events. */
  readonly isCongested?: (() => boolean) | undefined;
}

interface InputCapture {
  readonly from: InputLockScope;
  readonly name?: string | undefined;
  readonly person?: boolean;
  /** Takes the lock from its holder. A program cannot take it from a person. */
  readonly takeOver?: boolean;
  readonly isCongested?: () => boolean;
}

export class InputLock {
  readonly #session: ViewedSession;
  readonly #onChange = new Emitter();
  readonly onChange = this.#onChange.event;
  #holder: InputLockHolder | undefined;

  constructor(session: ViewedSession) {
    this.#session = session;
  }

  get holder(): InputLockHolder | undefined {
    return this.#holder;
  }

  /** Takes the lock. Its holder may call this again to change the options. */
  capture(
    owner: object,
    { from, name, person = false, takeOver = false, isCongested }: InputCapture,
  ): InputLockHolder {
    const { clock } = this.#session;
    const held = this.#holder;
    if (held && held.owner !== owner && !(takeOver && (person || !held.person))) throw this.#heldFault(held);
    const since = held?.owner === owner ? held.since : clock.wall();
    this.#holder = { owner, name: name ?? null, person, from, since, isCongested };
    this.#onChange.fire();
    return this.#holder;
  }

  /** Returns false if `owner` does not hold the lock. Without an owner, any holder is released. */
  release(owner?: object): boolean {
    if (!this.#holder || (owner !== undefined && this.#holder.owner !== owner)) return false;
    this.#holder = undefined;
    this.#onChange.fire();
    return true;
  }

  /** The fault if a program of `owner` may not write now. */
  refusal(owner: object | undefined): Fault | undefined {
    const held = this.#holder;
    return held?.from === 'everyone' && held.owner !== owner ? this.#heldFault(held) : undefined;
  }

  /** Raises InputHeld if a program of `owner` may not write now. */
  throwIfHeld(owner: object | undefined): void {
    const refusal = this.refusal(owner);
    if (refusal) throw refusal;
  }

  /** Whether keys typed at a viewer of `owner` go to the holder instead of the program. */
  captures(owner: object): boolean {
    const held = this.#holder;
    return held !== undefined && (held.from === 'people' || held.owner !== owner);
  }

  #heldFault({ name, person, from, since }: InputLockHolder): Fault {
    const { id } = this.#session;
    return fault.InputHeld(
      { session: id, holder: name, person, from, since },
      `${name ?? 'another client'}${person ? ' (a person)' : ''} holds the input lock of ${id}; see session.capture_input`,
    );
  }
}
