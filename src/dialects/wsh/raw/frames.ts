/** The screen of a program in frames, for as long as what it writes would tell more than its screen may. */
import type { Frame } from '../../../core/layer/frame.ts';
import type { Redaction } from '../../../core/redact/redaction.ts';
import type { Session } from '../../../core/session/session.ts';
import { paint } from '../../../core/viewer/paint.ts';
import { screensText } from '../../../core/viewer/programText.ts';
import { frameNow } from './paint.ts';

export class RawFrames {
  readonly #session: Session;
  readonly #redaction: Redaction;
  #shown: Frame | undefined;
  #bells: number;

  constructor(session: Session, redaction: Redaction) {
    this.#session = session;
    this.#redaction = redaction;
    this.#bells = session.screen.bells;
  }

  /** What turns the last one into what there is to see now; empty when that is the same. */
  next(): string {
    const frame = frameNow(this.#session, this.#redaction);
    const { bells } = this.#session.screen;
    const rang = bells > this.#bells ? '\x07' : '';
    const text = this.#goesOn(frame)
      ? paint(this.#shown, frame)
      : screensText(this.#session.screen, frame, { redaction: this.#redaction, again: true });
    this.#shown = frame;
    this.#bells = bells;
    return text + rang;
  }

  #goesOn({ size, alternateScreen }: Frame): boolean {
    const shown = this.#shown;
    return (
      shown?.alternateScreen === alternateScreen &&
      shown.size.rows === size.rows &&
      shown.size.cols === size.cols
    );
  }
}
