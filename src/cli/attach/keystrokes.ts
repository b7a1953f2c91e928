/** What a person has typed, on its way to the server: in order, and one call at a time, so that fast keys share one. */
import { StringDecoder } from 'node:string_decoder';

export interface Sending {
  /** Kept when all of it is where it belongs. */
  send(text: string, more: boolean): Promise<void>;
  /** Whether more may be typed for now. */
  full(full: boolean): void;
}

/** As much as one read of a terminal brings at most; the rest of it follows. */
const wholeRead = 64 * 1024;
/** In one call; control characters take six bytes in JSON, and a message has four million. */
const together = 256 * 1024;
const most = 4 * together;

export class Keystrokes {
  readonly #decoder = new StringDecoder('utf8');
  readonly #sending: Sending;
  #waiting = '';
  #more = false;
  #busy = false;

  constructor(sending: Sending) {
    this.#sending = sending;
  }

  typed(bytes: Uint8Array): void {
    this.#waiting += this.#decoder.write(Buffer.from(bytes));
    this.#more = bytes.length >= wholeRead;
    if (this.#waiting.length > most) this.#sending.full(true);
    void this.#sendOn();
  }

  async #sendOn(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting !== '') {
      const text = wholeCharacters(this.#waiting, together);
      this.#waiting = this.#waiting.slice(text.length);
      await this.#sending.send(text, this.#more || this.#waiting !== '');
    }
    this.#busy = false;
    this.#sending.full(false);
  }
}

function wholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length);
}
