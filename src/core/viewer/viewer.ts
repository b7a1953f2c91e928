/** One person's place at a session: what he has been shown, in what extent, and the keys that he has begun. */
import type { Frame } from '../layer/frame.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Corner, Cropped, Extent } from './crop.ts';
import { type Beyond, type Gaze, type Glance, Vista } from './gaze.ts';
import type { Pictures } from './pictures.ts';
import type { Cancellation, Subject } from './subject.ts';
import type { Typed, Typing } from './typing.ts';
import { Typist } from './typist.ts';

export interface ViewerTerms {
  /** To whom he belongs, such as a connection: what that one holds, he holds. */
  readonly owner: object;
  readonly name?: string | undefined;
  readonly readOnly: boolean;
  readonly redaction: Redaction;
  /** Of his terminal; without one he is shown the whole session, however large. */
  readonly extent?: Extent | undefined;
  /** The session is to have the size of his terminal. */
  readonly resizes: boolean;
  /** There may be something new to take. */
  due(): void;
  /** He is sent away. */
  dismissed(why: Dismissal): void;
}

export type Dismissal = 'detached' | 'closed';

/** What the viewers of a session have in common. */
export interface Company {
  readonly session: Subject;
  readonly pictures: Pictures;
  leave(viewer: Viewer): void;
  resized(viewer: Viewer): void;
  told(typed: Typed): void;
}

export interface ViewChange {
  readonly extent?: Extent | undefined;
  readonly resizes?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

export class Viewer {
  readonly id: string;
  readonly terms: ViewerTerms;
  extent: Extent | undefined;
  resizes: boolean;
  readOnly: boolean;
  /** When he last asked for a size: the latest is followed. */
  asked = 0;
  readonly #company: Company;
  readonly #typist: Typist;
  #shown: Frame | undefined;
  /** Of the program's screen: what he saw of it last begins there. */
  #corner: Corner = { row: 0, col: 0 };
  #gaze: Gaze | undefined;
  #bells: number;

  constructor(id: string, terms: ViewerTerms, company: Company) {
    this.id = id;
    this.terms = terms;
    this.extent = terms.extent;
    this.resizes = terms.resizes;
    this.readOnly = terms.readOnly;
    this.#company = company;
    this.#bells = company.session.screen.bells;
    this.#typist = new Typist(this, company, () => this.#corner);
  }

  get name(): string | null {
    return this.terms.name ?? null;
  }

  /** What turns what he sees into what there is to see now; empty when that is the same. He is taken to have shown it. */
  take(): string {
    const { pictures, session } = this.#company;
    const { frame, row, col } = this.#sees();
    const { bells } = session.screen;
    const rang = bells > this.#bells ? '\x07' : '';
    const text = pictures.paint(this.#shown, frame);
    this.#shown = frame;
    this.#corner = { row: row - frame.program.row, col };
    this.#bells = bells;
    return text + rang;
  }

  /** He looks elsewhere, and no longer follows the cursor. */
  look(glance: Glance): Beyond {
    const vista = this.#vista();
    const { row, col } = this.#sees();
    this.#gaze = vista.move({ row, col }, glance);
    this.terms.due();
    return vista.beyond(this.#gaze);
  }

  /** He follows the cursor again. */
  follow(): void {
    if (!this.#gaze) return;
    this.#gaze = undefined;
    this.terms.due();
  }

  /** His terminal has changed, and what it shows is not known any more. */
  change({ extent, resizes, readOnly }: ViewChange): void {
    this.readOnly = readOnly ?? this.readOnly;
    this.resizes = resizes ?? this.resizes;
    if (extent) this.extent = extent;
    if (extent) this.#shown = undefined;
    if (extent || resizes !== undefined) this.#company.resized(this);
  }

  /** Once all of it is written, or told to who holds the input. `more`: a key at the end may not be whole. */
  type(text: string, cancellation: Cancellation, more = false): Typing | Promise<Typing> {
    this.follow();
    return this.#typist.type(text, cancellation, more);
  }

  /** A paste has been begun. */
  get pastes(): boolean {
    return this.#typist.pastes;
  }

  /** What has been begun is typed as it is: something comes behind it that is no key. */
  async release(cancellation: Cancellation): Promise<void> {
    await this.#typist.release(cancellation);
  }

  #sees(): Cropped {
    const { redaction } = this.terms;
    if (!this.#gaze) return this.#company.pictures.now(redaction, this.extent);
    return this.#vista().see(this.#gaze, redaction);
  }

  #vista(): Vista {
    const { session, pictures } = this.#company;
    return new Vista(session, pictures.whole(this.terms.redaction), this.extent);
  }

  /** Nothing is typed any more by itself. */
  rest(): void {
    this.#typist.rest();
  }

  leave(): void {
    this.#company.leave(this);
  }
}
