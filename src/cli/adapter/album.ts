/** The pictures and the recording of one program that is driven by hand, on their way into files. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Look } from '../../core/matcher/look.ts';
import type { Exit } from '../../core/matcher/moment.ts';
import { drawn } from '../../core/picture/drawn.ts';
import { ask, type Witness } from '../../core/picture/judge.ts';
import { Recorder } from '../../core/picture/recorder.ts';
import { createRedaction, defaultPolicy, noRedaction } from '../../core/redact/policy.ts';
import type { Redaction } from '../../core/redact/redaction.ts';
import type { Size } from '../../core/size.ts';
import { systemClock } from '../../platform/clock.ts';
import { standardOutput } from '../../platform/standardStreams.ts';

export interface AlbumOptions {
  readonly folder: string;
  readonly name: string;
  readonly raw: boolean;
  readonly witness: Witness;
}

/** Rung when a picture is taken: nothing may be printed over the program. */
const bell = '\x07';

export class Album {
  failed = false;
  readonly #options: AlbumOptions;
  readonly #redaction: Redaction;
  readonly #told: string[] = [];
  #recorder!: Recorder;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: AlbumOptions) {
    this.#options = options;
    this.#redaction = options.raw ? noRedaction : createRedaction(defaultPolicy);
  }

  begin(size: Size): void {
    this.#recorder = new Recorder(size, systemClock);
  }

  printed(bytes: Uint8Array): void {
    this.#recorder.output(bytes);
  }

  resized(size: Size): void {
    this.#recorder.resize(size);
  }

  ended(exit: Exit): void {
    this.#recorder.end(exit);
  }

  /** The screen is the one of now, however long the plugin thinks about it. */
  save(): void {
    const shown = this.#recorder.look();
    const kept = this.#recorder.look(this.#redaction);
    const mark = this.#recorder.mark();
    this.#saving = this.#saving.then(async () => {
      const { state, remark } = await this.#stateOf(shown);
      mark(state);
      this.#write('.txt', drawn(kept, { state, remark }), state);
    });
    standardOutput().write(bell);
  }

  /** What to tell the person; whatever was begun is finished. */
  async close(): Promise<readonly string[]> {
    await this.#saving;
    // Without any marker nothing of the recording would ever be looked at.
    if (this.#recorder.marks === 0) this.#recorder.mark()((await this.#stateOf(this.#recorder.look())).state);
    this.#write('.cast', this.#recorder.text(this.#redaction), `${this.#recorder.marks} marked`);
    if (this.#recorder.full) this.#told.push('the recording ends early: it had become too long');
    this.#recorder.close();
    return this.#told;
  }

  async #stateOf(look: Look): Promise<{ state: string; remark: string }> {
    const scene = { name: '', expected: { state: '' }, look, facts: {}, mark: () => {} };
    const { said, failure } = await ask(this.#options.witness, scene);
    if (!said) return { state: 'unknown', remark: `the plugin failed: ${failure}` };
    return { state: said.state, remark: `confidence ${said.confidence}, evidence: ${said.evidence}` };
  }

  /** Under the first name that is free: nothing is overwritten. */
  #write(ending: string, text: string, what: string): void {
    const { folder, name } = this.#options;
    let number = 1;
    while (existsSync(join(folder, `${name}-${number}${ending}`))) number += 1;
    const path = join(folder, `${name}-${number}${ending}`);
    try {
      writeFileSync(path, text, { flag: 'wx', mode: this.#options.raw ? 0o600 : 0o666 });
      this.#told.push(`${path}: ${what}`);
    } catch (problem) {
      this.failed = true;
      this.#told.push(`${path}: ${(problem as NodeJS.ErrnoException).code ?? problem}`);
    }
  }
}
