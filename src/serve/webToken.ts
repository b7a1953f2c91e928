/**
 * What those who come over the web have to show. A browser can put no header on a WebSocket, and what stands in an
 * address is written down on the way: so a token buys tickets, each good for one connection and for half a minute.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '../core/limits.ts';
import type { Clock } from '../platform/clock.ts';

export type Shown = 'right' | 'missing' | 'wrong';

export class WebToken {
  readonly #clock: Clock;
  readonly #digest: Buffer;
  /** Digests of tickets, and how each is taken back. */
  readonly #tickets = new Map<string, () => void>();

  constructor(clock: Clock, token: string) {
    this.#clock = clock;
    this.#digest = digest(token);
  }

  /** A ticket is spent by being shown; where none is taken, none is looked for. */
  shown({ authorization }: IncomingHttpHeaders, query?: URLSearchParams): Shown {
    const ticket = query?.get('ticket') ?? null;
    if (ticket !== null) return this.#spend(ticket) ? 'right' : 'wrong';
    if (authorization === undefined) return 'missing';
    const [, token] = /^Bearer +([^ ]+) *$/i.exec(authorization) ?? [];
    return token !== undefined && timingSafeEqual(this.#digest, digest(token)) ? 'right' : 'wrong';
  }

  /** Undefined when too many are out. */
  ticket(): string | undefined {
    if (this.#tickets.size >= limits.webTickets) return undefined;
    const ticket = randomBytes(24).toString('base64url');
    const key = digest(ticket).toString('hex');
    const disarm = this.#clock.after(limits.webTicketMs, () => this.#tickets.delete(key));
    this.#tickets.set(key, disarm);
    return ticket;
  }

  /** Nobody comes any more. */
  close(): void {
    for (const disarm of this.#tickets.values()) disarm();
    this.#tickets.clear();
  }

  // Looked up by its digest, so that the time of the look tells nothing about a ticket that is out.
  #spend(ticket: string): boolean {
    const key = digest(ticket).toString('hex');
    this.#tickets.get(key)?.();
    return this.#tickets.delete(key);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** One that nobody has to think of. */
export const newToken = (): string => randomBytes(24).toString('base64url');
