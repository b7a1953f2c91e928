/** Saves a run as a recording with markers, and single screens as pictures, without names of this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPicture } from '#adapters/pictureFile.ts';
import { SceneRecorder } from '#adapters/sceneRecorder.ts';
import { systemClock } from '#platform/clock.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';

const redaction = createRedaction(defaultPolicy);

export interface Shelf {
  readonly folder: string;
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  /** Paths of this machine to replace. */
  readonly paths: readonly string[];
}

export interface Caption {
  readonly remark: string;
  /** Expected metadata, if known. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** A value in one line of TOML. */
const inToml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)} = ${inToml(each)}`);
  return `{ ${fields.join(', ')} }`;
};

export const throughMark = 'through ';

/** Prefix of a marker that holds a fact instead of a state. */
const fact = '\u0000';

export class Album {
  readonly #shelf: Shelf;
  readonly #recorder: SceneRecorder;
  readonly #pictures = new Map<string, string>();
  #lastIntent: string | null = null;
  #keyed = '';

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    const { rows, cols } = shelf;
    this.#recorder = new SceneRecorder({ rows, cols }, systemClock);
  }

  printed(text: string): void {
    this.#recorder.output(Buffer.from(text));
  }

  /** Sets the last intent, which the plugin gets beside the screen from here on. */
  intended(lastIntent: string | null): void {
    if (lastIntent === this.#lastIntent) return;
    this.#lastIntent = lastIntent;
    this.#recorder.mark()(fact + JSON.stringify({ last_intent: lastIntent ?? '' }));
  }

  /** Begins a step that may pass through these states. Only these specs read this marker. */
  through(states: readonly string[]): void {
    this.#recorder.mark()(`${fact}${throughMark}${states.join(' ')}`);
  }

  /** A position with a known state. */
  mark(state: string): void {
    const facts = this.#lastIntent === null ? '' : ` ${JSON.stringify({ last_intent: this.#lastIntent })}`;
    this.#recorder.mark()(state + facts);
  }

  picture(name: string, state: string, { remark, metadata }: Caption): void {
    const look = this.#recorder.screenContext(redaction);
    const more = [
      ...(this.#lastIntent === null ? [] : [`last_intent = ${JSON.stringify(this.#lastIntent)}`]),
      ...(metadata ? [`metadata = ${inToml(metadata)}`] : []),
    ];
    const text = formatPicture(look, { state, comment: remark }).replace(/^state = .*$/m, (line) =>
      [line, ...more].join('\n'),
    );
    this.#pictures.set(`${this.#shelf.name}-${name}.txt`, text);
  }

  /** Takes a recording with the keys, for `spec/programs/replays.mjs`. Only its input and output are kept. */
  keyed(recording: string): void {
    const { rows, cols } = this.#shelf;
    const lines = recording.split('\n').filter((line) => /^\[[\d.]+,\s*"[io]"/.test(line));
    this.#keyed = [JSON.stringify({ version: 2, width: cols, height: rows }), ...lines, ''].join('\n');
  }

  /** Saves a failed run separately. Its markers hold the expected states. */
  save(passed: boolean): void {
    const text = this.#recorder.text(redaction).replaceAll('state: \\u0000', '');
    const folder = passed ? this.#shelf.folder : join(this.#shelf.folder, 'failed');
    mkdirSync(folder, { recursive: true });
    const { name: own } = this.#shelf;
    for (const [name, file] of [
      ...this.#pictures,
      [`${own}.cast`, text] as const,
      [`${own}.keys.cast`, this.#keyed] as const,
    ])
      writeFileSync(join(folder, name), this.#anonymous(file));
  }

  close(): void {
    this.#recorder.close();
  }

  /** Keeps the length, so that nothing on the screen moves. */
  #anonymous(text: string): string {
    return this.#shelf.paths.reduce(
      (hidden, path) => hidden.replaceAll(path, '/home/ada'.padEnd(path.length, 'x').slice(0, path.length)),
      text,
    );
  }
}
