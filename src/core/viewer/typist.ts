/** The keys of one person, from what a terminal has sent to what the program gets: whole, and each in its time. */
import type { Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Corner } from './crop.ts';
import { OpenEscape } from './openEscape.ts';
import { Sequences } from './sequences.ts';
import type { Cancellation } from './subject.ts';
import { both, nothing, type Typing, typePieces } from './typing.ts';
import type { Company, Viewer } from './viewer.ts';

export class Typist {
  readonly #viewer: Viewer;
  readonly #company: Company;
  readonly #corner: () => Corner;
  readonly #sequences = new Sequences();
  /** What ends the wait for the rest of a key of which nothing is written. */
  #unrelease: Disarm | undefined;
  #open: OpenEscape | undefined;

  constructor(viewer: Viewer, company: Company, corner: () => Corner) {
    this.#viewer = viewer;
    this.#company = company;
    this.#corner = corner;
  }

  get pastes(): boolean {
    return this.#sequences.pastes;
  }

  type(text: string, cancellation: Cancellation, more: boolean): Typing | Promise<Typing> {
    this.#disarm();
    const pieces = this.#sequences.push(text);
    if (!this.#open) return this.#begin(pieces, cancellation, more);
    if (pieces.length === 0) return nothing;
    // In this order: what has begun behind it has to wait for those who waited for it.
    return this.#all(this.#close(pieces), this.#begin([], cancellation, more));
  }

  /** What has been begun is all there is. */
  release(cancellation: Cancellation): Typing | Promise<Typing> {
    this.#disarm();
    const kept = this.#sequences.release();
    if (this.#open) return this.#close([kept]);
    return kept === '' ? nothing : this.#inTurn([kept], cancellation);
  }

  /** Nothing is typed any more by itself; what is written already is told. */
  rest(): void {
    this.#disarm();
    if (this.#open) this.#close([this.#open.escapes]).catch(nobodyWaits);
  }

  #begin(pieces: readonly string[], cancellation: Cancellation, more: boolean): Typing | Promise<Typing> {
    const { escapes, begun } = this.#sequences;
    const captured = escapes !== '' && this.#captured;
    if (!more && escapes !== '' && !captured) return this.#write(pieces, escapes, cancellation);
    if (!more && begun) this.#arm(captured ? limits.typedEscapeMs : limits.typedKeyMs);
    const typing = pieces.length === 0 ? nothing : this.#inTurn(pieces, cancellation);
    return captured ? this.#all(typing, { bytes: 0, captured }) : typing;
  }

  #write(pieces: readonly string[], escapes: string, cancellation: Cancellation): Promise<Typing> {
    const { session } = this.#company;
    const open = new OpenEscape(
      pieces,
      escapes,
      {
        clock: session.clock,
        turns: session.turns,
        type: (pieces, written) => this.#pieces(pieces, written),
        write: (text) => {
          if (this.#captured) return 0;
          session.write(Buffer.from(text));
          return text.length;
        },
        lapsed: () => this.#lapse(),
      },
      cancellation,
    );
    this.#open = open;
    open.written.catch(() => {
      if (this.#open !== open) return;
      this.#open = undefined;
      this.#sequences.release();
    });
    return open.written;
  }

  #close(pieces: readonly string[]): Promise<Typing> {
    const open = this.#open!;
    this.#open = undefined;
    return open.close(pieces);
  }

  #inTurn(pieces: readonly string[], cancellation: Cancellation): Typing | Promise<Typing> {
    return this.#company.session.turns.take<Typing>(() => this.#pieces(pieces, 0), cancellation);
  }

  #pieces(pieces: readonly string[], written: number): Typing | Promise<Typing> {
    return typePieces(this.#viewer, pieces, this.#company, this.#corner(), written);
  }

  get #captured(): boolean {
    return this.#company.session.holding.captures(this.#viewer.terms.owner);
  }

  #all(one: Typing | Promise<Typing>, other: Typing | Promise<Typing>): Typing | Promise<Typing> {
    if (!(one instanceof Promise) && !(other instanceof Promise)) return both(one, other);
    return Promise.all([one, other]).then(([first, second]) => both(first, second));
  }

  #arm(ms: number): void {
    this.#unrelease = this.#company.session.clock.after(ms, () => this.#lapse());
  }

  #disarm(): void {
    this.#unrelease?.();
    this.#unrelease = undefined;
  }

  /** What looked like the beginning of a key was all of it: escape, alt with a bracket or an O. */
  #lapse(): void {
    try {
      Promise.resolve(this.release(never)).catch(nobodyWaits);
    } catch {
      nobodyWaits();
    }
  }
}

/** The program is gone, or who has the input takes nothing. */
const nobodyWaits = (): void => {};

const never: Cancellation = { cancelled: false, onCancel: () => () => {} };
