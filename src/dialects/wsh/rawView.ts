/**
 * The plain stream of one session: what people see of it goes out as a terminal takes it, and what comes in is typed.
 * Where the server shows people what is raw, what the program writes goes out as it is; who is too slow for that is
 * painted the whole screen instead once it reads again.
 */
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { limits } from '../../core/limits.ts';
import { noRedaction } from '../../core/redact/policy.ts';
import type { Onlooker } from '../../core/session/onlookers.ts';
import type { Session } from '../../core/session/session.ts';
import type { Cancellation } from '../../core/session/waits.ts';
import type { Viewer } from '../../core/viewer/viewer.ts';
import type { Desk } from './desk.ts';

export class RawView {
  readonly #session: Session;
  readonly #stream: Duplex;
  readonly #viewer: Viewer;
  readonly #text = new StringDecoder();
  readonly #verbatim: boolean;
  /** What it was shown last is what the program has made of it since. */
  #inStep = false;
  #full = false;
  #gone = false;

  constructor({ core }: Desk, session: Session, stream: Duplex) {
    this.#session = session;
    this.#stream = stream;
    this.#verbatim = core.rawView && core.grants.has('raw.read') && !core.redactionEnforced;
    this.#viewer = session.viewers.attach({
      owner: this,
      name: 'wsh',
      readOnly: !core.grants.has('input.write'),
      redaction: this.#verbatim ? noRedaction : session.redaction,
      resizes: false,
      due: () => this.#due(),
      dismissed: () => stream.end(),
    });
    const unseen = this.#verbatim ? session.onlookers.add(this.#onlooker()) : undefined;
    stream.on('drain', () => this.#drained());
    stream.on('data', (bytes: Buffer) => void this.#type(bytes));
    stream.on('end', () => stream.end());
    stream.once('close', () => {
      this.#gone = true;
      unseen?.();
      this.#viewer.leave();
    });
    session.onExit(() => setImmediate(() => stream.end()));
    this.#due();
  }

  #onlooker(): Onlooker {
    return {
      see: (sighting) => {
        if (sighting.kind === 'resized') this.#inStep = false;
        if (sighting.kind === 'output' && this.#inStep) this.#send(sighting.text);
      },
      done: () => Promise.resolve(),
    };
  }

  #due(): void {
    if (this.#full || this.#gone || (this.#verbatim && this.#inStep)) return;
    this.#send(this.#viewer.take());
    this.#inStep = true;
  }

  #send(text: string): void {
    if (text === '' || this.#gone || this.#stream.writableEnded) return;
    if (this.#full) this.#inStep = false;
    else this.#full = !this.#stream.write(Buffer.from(text));
  }

  #drained(): void {
    this.#full = false;
    if (!this.#inStep || !this.#verbatim) this.#due();
  }

  /** Long text is typed in pieces, so that whoever pastes keeps nobody else waiting. */
  async #type(bytes: Buffer): Promise<void> {
    if (this.#viewer.readOnly || this.#session.exit) return;
    this.#stream.pause();
    try {
      for (let at = 0; at < bytes.length && !this.#gone; at += limits.sliceBytes) {
        const more = at + limits.sliceBytes < bytes.length;
        const text = this.#text.write(bytes.subarray(at, at + limits.sliceBytes));
        const typing = this.#viewer.type(text, this.#untilGone(), more);
        if (typing instanceof Promise) await typing;
        if (more) await new Promise(setImmediate);
      }
      this.#stream.resume();
    } catch {
      // The program is gone, or takes nothing any more.
      this.#stream.end();
    }
  }

  #untilGone(): Cancellation {
    return {
      cancelled: this.#gone,
      onCancel: (listener) => {
        this.#stream.once('close', listener);
        return () => this.#stream.off('close', listener);
      },
    };
  }
}
