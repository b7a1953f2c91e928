/** Who has shown the password, and how often who is wrong is heard. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '../../core/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../rpc/call.ts';
import { Refusal } from './refusals.ts';

/** Somebody who has to show it. */
export interface Stranger {
  /** The same for all who come from one place. */
  readonly from: string;
  /** To be called once he has. */
  admitted(): void;
}

interface Wrong {
  readonly times: number;
  /** Until then nothing is heard from there. */
  readonly until: number;
}

export class Guard {
  readonly #clock: Clock;
  readonly #password: Buffer | undefined;
  readonly #known = new WeakSet<Caller>();
  readonly #strangers = new WeakMap<Caller, Stranger>();
  readonly #tries = new WeakMap<Caller, number>();
  readonly #wrong = new Map<string, Wrong>();

  constructor(clock: Clock, password: string | undefined) {
    this.#clock = clock;
    this.#password = password === undefined ? undefined : digest(password);
  }

  get locked(): boolean {
    return this.#password !== undefined;
  }

  meet(caller: Caller, stranger: Stranger): void {
    this.#strangers.set(caller, stranger);
  }

  admit(caller: Caller): void {
    if (this.locked && !this.#known.has(caller)) throw new Refusal('NotAuthenticated');
  }

  /**
   * Who guesses is sent away, and what else comes from there is not looked at for a while: nor is the right password,
   * or the answer would tell which it is. Digests are compared, so that time tells nothing.
   */
  authenticate(caller: Caller, password: string): void {
    const stranger = this.#strangers.get(caller);
    const from = stranger?.from ?? '';
    if (this.#password) this.#refuseEarly(from);
    if (this.#password && !timingSafeEqual(this.#password, digest(password))) this.#refuse(caller, from);
    this.#known.add(caller);
    stranger?.admitted();
  }

  #refuseEarly(from: string): void {
    const retryMs = Math.ceil((this.#wrong.get(from)?.until ?? 0) - this.#clock.now());
    if (retryMs <= 0) return;
    const why = `too many wrong passwords came from your address; try again in ${retryMs} ms`;
    throw new Refusal('AuthenticationFailed', { retryMs }, why);
  }

  #refuse(caller: Caller, from: string): never {
    const tries = (this.#tries.get(caller) ?? 0) + 1;
    this.#tries.set(caller, tries);
    if (tries >= limits.passwordTries) setImmediate(() => caller.end());
    this.#note(from);
    throw new Refusal('AuthenticationFailed');
  }

  /** One that has been quiet for longer than any pause begins anew. */
  #note(from: string): void {
    const now = this.#clock.now();
    const before = this.#wrong.get(from);
    const past = before && now < before.until + limits.passwordPauseMostMs ? before.times : 0;
    const beyond = past + 1 - limits.passwordTries;
    const pause = beyond < 0 ? 0 : Math.min(limits.passwordPauseMs * 2 ** beyond, limits.passwordPauseMostMs);
    this.#wrong.delete(from);
    if (this.#wrong.size >= limits.passwordAddresses) this.#wrong.delete(this.#wrong.keys().next().value!);
    this.#wrong.set(from, { times: past + 1, until: now + pause });
  }
}

const digest = (password: string) => createHash('sha256').update(password).digest();
