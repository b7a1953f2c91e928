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

export interface Caption {
  readonly remark: string;
  /** What has to stand in the metadata, if that is known. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** A value as it stands in one line of TOML. */
const inToml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)} = ${inToml(each)}`);
  return `{ ${fields.join(', ')} }`;
};

export const throughMark = 'through ';

/** Stands before a marker that tells a fact and no state. */
const fact = '\u0000';

export class Album {
  readonly #shelf: Shelf;
  readonly #recorder: Recorder;
  readonly #pictures = new Map<string, string>();
  #lastIntent: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    const { rows, cols } = shelf;
    this.#recorder = new Recorder({ rows, cols }, systemClock);
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

  /** A step begins, on the way of which these states may be passed; a mark of ours that nobody else reads. */
  through(states: readonly string[]): void {
    this.#recorder.mark()(`${fact}${throughMark}${states.join(' ')}`);
  }

  /** A place where the state is known. */
  mark(state: string): void {
    const facts = this.#lastIntent === null ? '' : ` ${JSON.stringify({ last_intent: this.#lastIntent })}`;
    this.#recorder.mark()(state + facts);
  }

  picture(name: string, state: string, { remark, metadata }: Caption): void {
    const look = this.#recorder.look(redaction);
    const more = [
      ...(this.#lastIntent === null ? [] : [`last_intent = ${JSON.stringify(this.#lastIntent)}`]),
      ...(metadata ? [`metadata = ${inToml(metadata)}`] : []),
    ];
    const text = drawn(look, { state, remark }).replace(/^state = .*$/m, (line) =>
      [line, ...more].join('\n'),
    );
    this.#pictures.set(`${this.#shelf.name}-${name}.txt`, text);
  }

  /** What did not go as it should is kept apart: its markers say what should have been seen. */
  save(passed: boolean): void {
    const text = this.#recorder.text(redaction).replaceAll('state: \\u0000', '');
    const folder = passed ? this.#shelf.folder : join(this.#shelf.folder, 'failed');
    mkdirSync(folder, { recursive: true });
    for (const [name, file] of [...this.#pictures, [`${this.#shelf.name}.cast`, text] as const])
      writeFileSync(join(folder, name), this.#anonymous(file));
  }

  close(): void {
    this.#recorder.close();
  }

  /** As long as it was, so that nothing on the screen moves. */
  #anonymous(text: string): string {
    return this.#shelf.paths.reduce(
      (hidden, path) => hidden.replaceAll(path, '/home/ada'.padEnd(path.length, 'x').slice(0, path.length)),
      text,
    );
  }
}
