/** Password authentication, with limits on failed attempts. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#rpc/method.ts';
import { createError } from './errors.ts';

/** A connection that has to authenticate. */
interface UnauthenticatedPeer {
  /** The same for all connections from one address. */
  readonly from: string;
  /** Called when the peer is authenticated. */
  admitted(): void;
}

interface FailedLogins {
  readonly count: number;
  /** Until then no password from the address is checked. */
  readonly blockedUntil: number;
}

export class PasswordGuard {
  readonly #clock: Clock;
  readonly #password: Buffer | undefined;
  readonly #authenticated = new WeakSet<Caller>();
  readonly #peers = new WeakMap<Caller, UnauthenticatedPeer>();
  readonly #attempts = new WeakMap<Caller, number>();
  readonly #failures = new Map<string, FailedLogins>();

  constructor(clock: Clock, password: string | undefined) {
    this.#clock = clock;
    this.#password = password === undefined ? undefined : hashPassword(password);
  }

  get requiresPassword(): boolean {
    return this.#password !== undefined;
  }

  register(caller: Caller, client: UnauthenticatedPeer): void {
    this.#peers.set(caller, client);
  }

  requireAuthenticated(caller: Caller): void {
    if (this.requiresPassword && !this.#authenticated.has(caller)) throw createError('NotAuthenticated');
  }

  /**
   * Closes a connection after too many failures, and blocks its address for a while. A blocked address cannot use the
   * right password either, because the reply would confirm it. Compares digests, so that the duration reveals nothing.
   */
  authenticate(caller: Caller, password: string): void {
    const client = this.#peers.get(caller);
    const from = client?.from ?? '';
    if (this.#password) this.#refuseBlocked(from);
    if (this.#password && !timingSafeEqual(this.#password, hashPassword(password)))
      this.#refuse(caller, from);
    this.#authenticated.add(caller);
    client?.admitted();
  }

  #refuseBlocked(from: string): void {
    const retryMs = Math.ceil((this.#failures.get(from)?.blockedUntil ?? 0) - this.#clock.now());
    if (retryMs <= 0) return;
    const why = `too many wrong passwords from this address; try again in ${retryMs} ms`;
    throw createError('AuthenticationFailed', { data: { retryMs }, detail: why });
  }

  #refuse(caller: Caller, from: string): never {
    const tries = (this.#attempts.get(caller) ?? 0) + 1;
    this.#attempts.set(caller, tries);
    if (tries >= limits.passwordTries) setImmediate(() => caller.end());
    this.#recordFailure(from);
    throw createError('AuthenticationFailed');
  }

  /** Starts to count again if the address was quiet for longer than the longest pause. */
  #recordFailure(from: string): void {
    const now = this.#clock.now();
    const before = this.#failures.get(from);
    const past = before && now < before.blockedUntil + limits.passwordPauseMostMs ? before.count : 0;
    const beyond = past + 1 - limits.passwordTries;
    const pause = beyond < 0 ? 0 : Math.min(limits.passwordPauseMs * 2 ** beyond, limits.passwordPauseMostMs);
    this.#failures.delete(from);
    if (this.#failures.size >= limits.passwordAddresses)
      this.#failures.delete(this.#failures.keys().next().value!);
    this.#failures.set(from, { count: past + 1, blockedUntil: now + pause });
  }
}

const hashPassword = (password: string) => createHash('sha256').update(password).digest();
