/** Saves a run as a recording with markers, and single screens as pictures. Replaces paths of this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPicture } from '#adapters/pictureFile.ts';
import { SceneRecorder } from '#adapters/scenes.ts';
import { systemClock } from '#platform/clock.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';

const redaction = createRedaction(defaultPolicy);

export interface RunRecorderOptions {
  readonly folder: string;
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  /** Paths of this machine to replace. */
  readonly paths: readonly string[];
}

export interface PictureOptions {
  readonly remark: string;
  /** Expected metadata, if known. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** Formats a value as one line of TOML. */
const inToml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)} = ${inToml(each)}`);
  return `{ ${fields.join(', ')} }`;
};

export const throughMark = 'through ';

/** Prefix of a marker that holds a fact instead of a state. */
const factPrefix = '\u0000';

export class RunRecorder {
  readonly #options: RunRecorderOptions;
  readonly #recorder: SceneRecorder;
  readonly #pictures = new Map<string, string>();
  #lastIntent: string | null = null;
  #keyRecording = '';

  constructor(shelf: RunRecorderOptions) {
    this.#options = shelf;
    const { rows, cols } = shelf;
    this.#recorder = new SceneRecorder({ rows, cols }, systemClock);
  }

  output(text: string): void {
    this.#recorder.output(Buffer.from(text));
  }

  /** Sets the last intent. From here on, the plugin receives it together with the screen. */
  setLastIntent(lastIntent: string | null): void {
    if (lastIntent === this.#lastIntent) return;
    this.#lastIntent = lastIntent;
    this.#recorder.mark()(factPrefix + JSON.stringify({ last_intent: lastIntent ?? '' }));
  }

  /** Marks the beginning of a step that may pass through these states. Only specs read this marker. */
  beginStep(states: readonly string[]): void {
    this.#recorder.mark()(`${factPrefix}${throughMark}${states.join(' ')}`);
  }

  /** Marks a position with a known state. */
  mark(state: string): void {
    const suffix = this.#lastIntent === null ? '' : ` ${JSON.stringify({ last_intent: this.#lastIntent })}`;
    this.#recorder.mark()(state + suffix);
  }

  picture(name: string, state: string, { remark, metadata }: PictureOptions): void {
    const context = this.#recorder.screenContext(redaction);
    const more = [
      ...(this.#lastIntent === null ? [] : [`last_intent = ${JSON.stringify(this.#lastIntent)}`]),
      ...(metadata ? [`metadata = ${inToml(metadata)}`] : []),
    ];
    const text = formatPicture(context, { state, comment: remark }).replace(/^state = .*$/m, (line) =>
      [line, ...more].join('\n'),
    );
    this.#pictures.set(`${this.#options.name}-${name}.txt`, text);
  }

  /** Sets the recording with the keys, for `spec/programs/replays.mjs`. Only its input and output are saved. */
  setKeyRecording(recording: string): void {
    const { rows, cols } = this.#options;
    const lines = recording.split('\n').filter((line) => /^\[[\d.]+,\s*"[io]"/.test(line));
    this.#keyRecording = [JSON.stringify({ version: 2, width: cols, height: rows }), ...lines, ''].join('\n');
  }

  /** Saves the files. A failed run has a separate folder; its markers contain the expected states. */
  save(passed: boolean): void {
    const text = this.#recorder.text(redaction).replaceAll('state: \\u0000', '');
    const folder = passed ? this.#options.folder : join(this.#options.folder, 'failed');
    mkdirSync(folder, { recursive: true });
    const { name: run } = this.#options;
    for (const [name, file] of [
      ...this.#pictures,
      [`${run}.cast`, text] as const,
      [`${run}.keys.cast`, this.#keyRecording] as const,
    ])
      writeFileSync(join(folder, name), this.#anonymous(file));
  }

  close(): void {
    this.#recorder.close();
  }

  /** The replacement of a path has the same length, so that nothing on the screen moves. */
  #anonymous(text: string): string {
    return this.#options.paths.reduce(
      (hidden, path) => hidden.replaceAll(path, '/home/ada'.padEnd(path.length, 'x').slice(0, path.length)),
      text,
    );
  }
}
