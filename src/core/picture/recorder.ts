/** Keeps what a program prints, with times and markers, and knows the screen that it makes. */
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Look } from '../matcher/look.ts';
import type { Exit } from '../matcher/moment.ts';
import { CastLines, type Extent, sizeText } from '../recording/castLines.ts';
import { Hidden } from '../redact/hidden.ts';
import type { Redaction } from '../redact/redaction.ts';
import { Stage } from './stage.ts';

interface Entry {
  readonly ms: number;
  readonly code: 'o' | 'r' | 'm';
  text: string;
}

export class Recorder {
  readonly #clock: Clock;
  readonly #began: number;
  readonly #size: Extent;
  readonly #stage: Stage;
  readonly #entries: Entry[] = [];
  readonly #decoder = new StringDecoder('utf8');
  #chars = 0;
  #exit: Exit | null = null;
  /** Something was left out: there is more than a recording may hold. */
  full = false;
  marks = 0;

  constructor(size: Extent, clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
    this.#size = size;
    this.#stage = new Stage(size);
  }

  output(bytes: Uint8Array): void {
    this.#now().write(bytes);
    this.#add('o', this.#decoder.write(Buffer.from(bytes)));
  }

  resize({ rows, cols }: Extent): void {
    this.#now().resize({ rows, cols });
    this.#add('r', sizeText({ rows, cols }));
  }

  end(exit: Exit): void {
    this.#exit = exit;
    this.#now().end(exit);
  }

  /** A place where a plugin is to be asked; what it has to say is told later, when it is known. */
  mark(): (state: string) => void {
    this.marks += 1;
    this.#stage.asked();
    const entry = this.#add('m', 'state: unknown');
    const facts = this.#exit ? ` ${JSON.stringify({ exit: exitField(this.#exit) })}` : '';
    return (state) => {
      entry.text = `state: ${state}${facts}`;
    };
  }

  look(redaction?: Redaction): Look {
    return this.#now().look(redaction);
  }

  /** As asciicast v2. A secret is hidden wherever it stands, also across pieces of output. */
  text(redaction: Redaction): string {
    const cast = new CastLines({ version: 2, size: this.#size });
    const whole = this.#entries.flatMap(({ code, text }) => (code === 'o' ? [text] : [])).join('');
    const hidden = new Hidden(redaction.spans(whole), redaction.replacement);
    const lines = this.#entries.map(({ ms, code, text }) =>
      cast.event(ms, code, code === 'o' ? hidden.next(text) : text),
    );
    return [cast.header(), ...lines].join('');
  }

  close(): void {
    this.#stage.close();
  }

  #now(): Stage {
    return this.#stage.at(this.#clock.now() - this.#began);
  }

  #add(code: Entry['code'], text: string): Entry {
    const entry = { ms: this.#clock.now() - this.#began, code, text };
    this.#chars += text.length;
    // What is cut off must be an end: a recording with a hole in it shows screens that never were.
    if (this.#chars * bytesPerChar > limits.pictureBytes) this.full = true;
    if (!this.full && text !== '') this.#entries.push(entry);
    return entry;
  }
}

const exitField = ({ exitCode, signal }: Exit) => (exitCode === null ? { signal } : { exit_code: exitCode });

/** At the most, in a file of JSON. */
const bytesPerChar = 6;
