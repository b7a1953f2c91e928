/** An emulator without a program: what a picture or a recording holds is fed to it, at times that it tells itself. */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Look } from '../matcher/look.ts';
import type { Exit } from '../matcher/moment.ts';
import type { Extent } from '../recording/castLines.ts';
import { createRedaction, defaultPolicy } from '../redact/policy.ts';
import type { Redaction } from '../redact/redaction.ts';
import { Screen } from '../screen/screen.ts';
import { lookAt } from '../session/look.ts';
import { RedactedTail } from '../session/redactedTail.ts';
import { Transcript } from '../session/transcript.ts';

export class Stage {
  readonly screen: Screen;
  readonly #transcript = new Transcript(limits.defaultTranscriptChars);
  readonly #redaction = createRedaction(defaultPolicy);
  readonly #clock: Clock = { now: () => this.#now, wall: () => this.#now, after: () => () => {} };
  #now = 0;
  #exit: Exit | null = null;
  #eventsAfter = 0;

  constructor(size: Extent) {
    this.screen = new Screen({
      size: { ...size, pixelWidth: 0, pixelHeight: 0 },
      scrollback: limits.defaultScrollback,
      clock: this.#clock,
      replies: false,
      reply: () => {},
    });
  }

  /** Time only goes forward. */
  at(ms: number): this {
    this.#now = Math.max(this.#now, ms);
    return this;
  }

  write(output: string | Uint8Array): void {
    const bytes = Buffer.from(output);
    this.#transcript.append(bytes);
    this.screen.feed(bytes);
  }

  resize(size: Extent): void {
    this.screen.resize({ ...size, pixelWidth: 0, pixelHeight: 0 });
  }

  end(exit: Exit): void {
    this.#exit = exit;
  }

  mark(label: string): void {
    this.#transcript.mark(label);
  }

  /** As a plugin is shown it, unless told otherwise. */
  look(redaction: Redaction = this.#redaction): Look {
    const looked = {
      screen: this.screen,
      transcript: this.#transcript,
      redaction,
      clock: this.#clock,
      exit: this.#exit,
      redactedTail: () => new RedactedTail(this.#transcript, redaction).text(),
    };
    return lookAt(looked, this.#eventsAfter);
  }

  /** A plugin has been asked: later looks show only what the terminal is told from here on. */
  asked(): void {
    this.#eventsAfter = this.screen.events.last;
  }

  close(): void {
    this.screen.dispose();
  }
}
