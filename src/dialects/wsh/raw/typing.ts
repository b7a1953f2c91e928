/**
 * What comes in on a plain stream, typed: text as keys, also where a character or a paste was cut between two frames,
 * and what is no text as the bytes that it is. All of it arrives in the order in which it came.
 */
import { StringDecoder } from 'node:string_decoder';
import { limits } from '../../../core/limits.ts';
import type { Session } from '../../../core/session/session.ts';
import type { Cancellation } from '../../../core/session/waits.ts';
import type { Viewer } from '../../../core/viewer/viewer.ts';
import type { Disarm } from '../../../platform/clock.ts';
import { cutUtf8 } from './cutUtf8.ts';

export class RawTyping {
  readonly #session: Session;
  readonly #viewer: Viewer;
  readonly #cancellation: () => Cancellation;
  /** The beginning of a character. */
  #begun: Uint8Array = new Uint8Array();
  #disarm: Disarm | undefined;

  constructor(session: Session, viewer: Viewer, cancellation: () => Cancellation) {
    this.#session = session;
    this.#viewer = viewer;
    this.#cancellation = cancellation;
  }

  /** Not before the last call has ended. Fails when the program is gone, or takes nothing any more. */
  async type(bytes: Uint8Array): Promise<void> {
    this.#disarm?.();
    const all = Buffer.concat([this.#begun, bytes]);
    this.#begun = new Uint8Array();
    if (this.#reports(all)) return this.#write(all);
    const { parts, rest } = cutUtf8(all);
    for (const [at, { text, bytes }] of parts.entries()) {
      if (this.#cancellation().cancelled) return;
      const more = at < parts.length - 1 || rest.length > 0;
      if (text) await this.#typeText(bytes, more);
      else await this.#write(bytes);
    }
    this.#begun = Uint8Array.from(rest);
    if (rest.length > 0)
      this.#disarm = this.#session.clock.after(limits.typedKeyMs, () => void this.#giveUp());
  }

  /** Nothing is typed any more by itself. */
  rest(): void {
    this.#disarm?.();
  }

  /** A mouse may report in bytes, to a program that wants it so. */
  #reports(bytes: Buffer): boolean {
    const { mouseTracking } = this.#session.screen.modes;
    return mouseTracking !== 'none' && !this.#captured && !this.#viewer.pastes && bytes.includes('\x1b[M');
  }

  /** Long text is typed in pieces, so that whoever pastes keeps nobody else waiting. */
  async #typeText(bytes: Uint8Array, goesOn: boolean): Promise<void> {
    const decoder = new StringDecoder();
    for (let at = 0; at < bytes.length && !this.#cancellation().cancelled; at += limits.sliceBytes) {
      const more = at + limits.sliceBytes < bytes.length;
      const text = decoder.write(bytes.subarray(at, at + limits.sliceBytes) as Buffer);
      const typing = this.#viewer.type(text, this.#cancellation(), more || goesOn);
      if (typing instanceof Promise) await typing;
      if (more) await new Promise(setImmediate);
    }
  }

  /** Who has the input is told what it is as text. */
  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#captured)
      return void (await this.#viewer.type(Buffer.from(bytes).toString(), this.#cancellation()));
    await this.#viewer.release(this.#cancellation());
    await this.#session.turns.take(() => this.#session.write(bytes), this.#cancellation());
  }

  get #captured(): boolean {
    return this.#session.holding.captures(this.#viewer.terms.owner);
  }

  /** It is no character, then. */
  async #giveUp(): Promise<void> {
    const bytes = this.#begun;
    this.#begun = new Uint8Array();
    try {
      await this.#write(bytes);
    } catch {
      // The program is gone, or takes nothing any more: nobody waits for an answer.
    }
  }
}
