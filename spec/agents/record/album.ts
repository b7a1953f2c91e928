/** Keeps a run as a recording with markers, and single screens of it as pictures, without what names this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawn } from '../../../src/core/picture/drawn.ts';
import { Recorder } from '../../../src/core/picture/recorder.ts';
import { createRedaction, defaultPolicy } from '../../../src/core/redact/policy.ts';
import { systemClock } from '../../../src/platform/clock.ts';

const redaction = createRedaction(defaultPolicy);

export interface Shelf {
  readonly folder: string;
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  /** Paths of this machine. */
  readonly paths: readonly string[];
}

/** Stands before a marker that tells a fact and no state. */
const fact = '\u0000';

export class Album {
  readonly #shelf: Shelf;
  readonly #recorder: Recorder;
  #lastIntent: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    const { rows, cols } = shelf;
    this.#recorder = new Recorder({ rows, cols }, systemClock);
    mkdirSync(shelf.folder, { recursive: true });
  }

  printed(text: string): void {
    this.#recorder.output(Buffer.from(text));
  }

  /** What the plugin is told beside the screen, from here on. */
  intended(lastIntent: string | null): void {
    if (lastIntent === this.#lastIntent) return;
    this.#lastIntent = lastIntent;
    this.#recorder.mark()(fact + JSON.stringify({ last_intent: lastIntent ?? '' }));
  }

  /** A place where the state is known. */
  mark(state: string): void {
    const facts = this.#lastIntent === null ? '' : ` ${JSON.stringify({ last_intent: this.#lastIntent })}`;
    this.#recorder.mark()(state + facts);
  }

  picture(name: string, state: string, remark: string): void {
    const look = this.#recorder.look(redaction);
    const intent = this.#lastIntent === null ? '' : `last_intent = ${JSON.stringify(this.#lastIntent)}\n`;
    const text = drawn(look, { state, remark }).replace(/^state = /m, `${intent}state = `);
    this.#write(`${this.#shelf.name}-${name}.txt`, text);
  }

  save(): void {
    const text = this.#recorder.text(redaction).replaceAll('state: \\u0000', '');
    this.#write(`${this.#shelf.name}.cast`, text);
  }

  close(): void {
    this.#recorder.close();
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#shelf.folder, name), this.#anonymous(text));
  }

  /** As long as it was, so that nothing on the screen moves. */
  #anonymous(text: string): string {
    return this.#shelf.paths.reduce(
      (hidden, path) => hidden.replaceAll(path, '/tmp/ada-'.padEnd(path.length, 'x').slice(0, path.length)),
      text,
    );
  }
}
