/** What a server tells its log of what goes on: who comes and goes, which sessions, which calls; never what was said. */
import type { World } from '../core/world.ts';
import type { Clock } from '../platform/clock.ts';
import type { Message, Outcome } from '../wire/envelope.ts';

type Say = (line: string, facts: Readonly<Record<string, unknown>>) => void;

export interface JournalTerms {
  readonly debug: Say;
  /** Where each call is told. */
  readonly trace?: Say | undefined;
}

export interface Visitor {
  readonly transport: string;
  readonly dialect: string;
}

/** Of the name of a method, or of an id. */
const toldChars = 100;

export class Journal {
  readonly terms: JournalTerms;
  readonly clock: Clock;
  readonly #world: World;
  #connections = 0;

  constructor(terms: JournalTerms, world: World) {
    this.terms = terms;
    this.clock = world.clock;
    this.#world = world;
    this.#follow();
  }

  /** Of what a client chose; hidden before it is cut, since half a secret looks like none. */
  told(text: string): string {
    return this.#world.redaction.text(text).slice(0, toldChars);
  }

  /** Programs by their names only: their arguments may be secret in a way that nobody can see. */
  #follow(): void {
    const { debug } = this.terms;
    this.#world.sessions.listen(({ id, program, exit }, news) => {
      if (news === 'opened') debug('a session was opened', { session: id, program });
      else if (news === 'exited')
        debug('a session has exited', { session: id, code: exit?.exitCode, signal: exit?.signal });
    });
  }

  /** What to tell of its calls, and to call when it is over. */
  arrived(visitor: Visitor): { readonly calls: Calls; left(why?: string): void } {
    this.#connections += 1;
    const connection = this.#connections;
    this.terms.debug('a connection was opened', { connection, ...visitor });
    const left = (why?: string) =>
      this.terms.debug('a connection was closed', { connection, ...(why !== undefined && { why }) });
    return { calls: new Calls(this, { connection }), left };
  }
}

interface Begun {
  readonly call: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** The calls of one line, told when they are answered. */
export class Calls {
  readonly #journal: Journal;
  readonly #whose: Readonly<Record<string, unknown>>;
  readonly #begun = new Map<number, Begun>();

  /** `whose`: what tells the line from others. */
  constructor(journal: Journal, whose: Readonly<Record<string, unknown>>) {
    this.#journal = journal;
    this.#whose = whose;
  }

  /** Before the message is handed on; `names` tells what the other side calls it. */
  heard(message: Message, names?: { calledBy(own: number): string | undefined }): void {
    if (!('method' in message)) return;
    const { terms, clock } = this.#journal;
    const method = this.#journal.told(message.method);
    if ('id' in message) {
      const own = message.id as number;
      const id = names?.calledBy(own);
      const call = { ...this.#whose, method, ...(id !== undefined && { id: this.#toldId(id) }) };
      this.#begun.set(own, { call, at: clock.now() });
    } else terms.trace?.('a notification', { ...this.#whose, method });
  }

  /** An integer that no number of JavaScript can hold stays as it was written. */
  #toldId(json: string): unknown {
    const id: unknown = /^-?\d{16,}$/.test(json) ? json : JSON.parse(json);
    return typeof id === 'number' || id === null ? id : this.#journal.told(String(id));
  }

  answered(own: number, outcome: Outcome): void {
    const begun = this.#begun.get(own);
    if (!begun) return;
    this.#begun.delete(own);
    const { terms, clock } = this.#journal;
    if ('error' in outcome) terms.debug('a call failed', { ...begun.call, fault: faultOf(outcome.error) });
    terms.trace?.('a call', { ...begun.call, ms: Math.round((clock.now() - begun.at) * 10) / 10 });
  }
}

const faultOf = ({ code, data }: { readonly code: unknown; readonly data?: unknown }): unknown =>
  (data as { readonly fault?: unknown } | undefined)?.fault ?? code;
