/**
 * Who has the input of a session for itself. From everyone: what others write is refused. From people: programs go on
 * writing, and what people type is told instead of written.
 */
import { type Fault, fault } from '../faults.ts';
import type { Subject } from './subject.ts';

export type HeldFrom = 'everyone' | 'people';

export interface Holder {
  /** By which it is known: mostly its connection. */
  readonly owner: object;
  /** As it calls itself. */
  readonly name: string | null;
  /** It is somebody who types at a viewer: no program takes it over from there. */
  readonly person: boolean;
  readonly from: HeldFrom;
  /** By the calendar, in milliseconds. */
  readonly since: number;
  /** Whether it has not taken what it was told so far. */
  readonly clogged?: (() => boolean) | undefined;
}

export interface Capture {
  readonly from: HeldFrom;
  readonly name?: string | undefined;
  readonly person?: boolean;
  /** Also from whoever holds it now, as far as that one is not a person and this one a program. */
  readonly takeOver?: boolean;
  readonly clogged?: () => boolean;
}

export class Holding {
  readonly #session: Subject;
  readonly #listeners = new Set<() => void>();
  #holder: Holder | undefined;

  constructor(session: Subject) {
    this.#session = session;
  }

  get holder(): Holder | undefined {
    return this.#holder;
  }

  /** One that holds it already may change its terms. */
  capture(owner: object, { from, name, person = false, takeOver = false, clogged }: Capture): Holder {
    const { clock } = this.#session;
    const held = this.#holder;
    if (held && held.owner !== owner && !(takeOver && (person || !held.person))) throw this.#fault(held);
    const since = held?.owner === owner ? held.since : clock.wall();
    this.#holder = { owner, name: name ?? null, person, from, since, clogged };
    this.#tell();
    return this.#holder;
  }

  /** Whose it is not gives nothing back; without an owner it is given back whoever has it. */
  release(owner?: object): boolean {
    if (!this.#holder || (owner !== undefined && this.#holder.owner !== owner)) return false;
    this.#holder = undefined;
    this.#tell();
    return true;
  }

  /** Why a program that belongs to `owner` may not write now. */
  refusal(owner: object | undefined): Fault | undefined {
    const held = this.#holder;
    return held?.from === 'everyone' && held.owner !== owner ? this.#fault(held) : undefined;
  }

  /** Whether what is typed at a viewer of `owner` goes to the holder instead. */
  captures(owner: object): boolean {
    const held = this.#holder;
    return held !== undefined && (held.from === 'people' || held.owner !== owner);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #fault({ name, person, from, since }: Holder): Fault {
    const { id } = this.#session;
    return fault.InputHeld(
      { session: id, holder: name, person, from, since },
      `${name ?? 'somebody'} has the input of ${id}${person ? ', and is a person' : ''}; see session.capture_input`,
    );
  }
}
