/** `ptywright adapter record`: runs a program on this terminal and saves its screens as pictures for a plugin. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPicture } from '#adapters/pictureFile.ts';
import type { Plugin } from '#adapters/plugin.ts';
import { classifyScene, type SceneClassifier, SceneRecorder } from '#adapters/scenes.ts';
import type { ProgramExit, ScreenContext } from '#matchers/sessionView.ts';
import { systemClock } from '#platform/clock.ts';
import type { Size } from '#platform/pty/size.ts';
import { standardOutput } from '#platform/standardStreams.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes, toFileError, UsageError } from '../errors.ts';
import { createFolder } from '../files.ts';
import { PrefixKeys } from '../keys.ts';
import { printNote } from '../print.ts';
import { type DrivenProgram, driveProgram } from '../run/run.ts';
import type { adapterRecordCommand } from './commands.ts';
import { locatePlugin, screensFolder } from './pluginFolder.ts';

interface ScreenCaptureOptions {
  readonly folder: string;
  readonly name: string;
  readonly raw: boolean;
  readonly classifier: SceneClassifier;
}

/** Rings when a picture is taken, because nothing may be printed over the program. */
const bell = '\x07';

/** Saves pictures and a recording of one program. */
class ScreenCapture {
  failed = false;
  readonly #options: ScreenCaptureOptions;
  readonly #redaction: Redaction;
  readonly #messages: string[] = [];
  readonly #keys = new PrefixKeys({ s: 'save', q: 'quit' });
  #recorder!: SceneRecorder;
  /** Ends the program. */
  #end!: () => void;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: ScreenCaptureOptions) {
    this.#options = options;
    this.#redaction = options.raw ? noRedaction : createRedaction(defaultPolicy);
  }

  start(size: Size, end: () => void): this {
    this.#recorder = new SceneRecorder(size, systemClock);
    this.#end = end;
    return this;
  }

  typed(bytes: Uint8Array): Uint8Array {
    const { passed, commands } = this.#keys.handleInput(bytes);
    for (const command of commands) {
      if (command === 'save') this.save();
      else this.#end();
    }
    return passed;
  }

  printed(bytes: Uint8Array): void {
    this.#recorder.output(bytes);
  }

  resized(size: Size): void {
    this.#recorder.resize(size);
  }

  ended(exit: ProgramExit): void {
    this.#recorder.end(exit);
  }

  /** Captures the current screen at once, even if the plugin takes long to classify it. */
  save(): void {
    const context = this.#recorder.screenContext();
    const kept = this.#recorder.screenContext(this.#redaction);
    const mark = this.#recorder.mark();
    this.#saving = this.#saving.then(async () => {
      const { state, remark } = await this.#classify(context);
      mark(state);
      this.#write('.txt', formatPicture(kept, { state, comment: remark }), state);
    });
    standardOutput().write(bell);
  }

  /** Finishes saving, and returns messages for the user. */
  async close(): Promise<readonly string[]> {
    await this.#saving;
    // A recording without markers would never be tested, so one is added.
    if (this.#recorder.marks === 0)
      this.#recorder.mark()((await this.#classify(this.#recorder.screenContext())).state);
    this.#write('.cast', this.#recorder.text(this.#redaction), `${this.#recorder.marks} marked`);
    if (this.#recorder.full) this.#messages.push('the recording ends early: it reached the maximum size');
    this.#recorder.close();
    return this.#messages;
  }

  async #classify(screenContext: ScreenContext): Promise<{ state: string; remark: string }> {
    const scene = { name: '', expected: { state: '' }, screenContext, facts: {}, mark: () => {} };
    const { classified, failure } = await classifyScene(this.#options.classifier, scene);
    if (!classified) return { state: 'unknown', remark: `the plugin failed: ${failure}` };
    return {
      state: classified.state,
      remark: `confidence ${classified.confidence}, evidence: ${classified.evidence}`,
    };
  }

  /** Uses the first free number and overwrites nothing. */
  #write(ending: string, text: string, what: string): void {
    const { folder, name } = this.#options;
    let number = 1;
    while (existsSync(join(folder, `${name}-${number}${ending}`))) number += 1;
    const path = join(folder, `${name}-${number}${ending}`);
    try {
      writeFileSync(path, text, { flag: 'wx', mode: this.#options.raw ? 0o600 : 0o666 });
      this.#messages.push(`${path}: ${what}`);
    } catch (problem) {
      this.failed = true;
      this.#messages.push(toFileError(path, problem).message);
    }
  }
}

type RecordAdapterOptions = OptionValues<typeof adapterRecordCommand.options>;

export async function recordAdapter(
  given: RecordAdapterOptions,
  operands: readonly string[],
): Promise<number> {
  const { plugin: word } = given;
  if (word === undefined)
    throw new UsageError('expected --plugin PLUGIN, the plugin that reports the states');
  if (given.name === '' || /[/\0]/.test(given.name))
    throw new UsageError(`--name ${given.name}: expected a file name without a path`);
  const { plugin, plugins, folder } = locatePlugin(word);
  if (plugin.builtin && given.dir === undefined)
    throw new UsageError(
      `expected --dir DIRECTORY: the folder of the built-in plugin ${plugin.name} is not changed`,
    );
  const instance = plugins.createInstance(plugin);
  try {
    await instance.exports().catch((problem: Error) => {
      throw new CommandError(problem.message);
    });
    const screens = given.dir ?? join(folder, screensFolder);
    createFolder(screens);
    const capture = new ScreenCapture({
      folder: screens,
      name: given.name,
      raw: given.raw,
      classifier: { instance, statusRows: plugin.manifest.status_rows },
    });
    const status = await driveProgram(given, resolveTarget(plugin, operands), (size, end) =>
      capture.start(size, end),
    );
    for (const line of await capture.close()) await printNote(line);
    return capture.failed ? exitCodes.failed : status;
  } finally {
    await instance.close();
    await plugins.close();
  }
}

/** The program on the command line, or the default target like adapter.start. */
function resolveTarget({ name, manifest }: Plugin, [program, ...args]: readonly string[]): DrivenProgram {
  if (program !== undefined) return { program, args, env: {} };
  const target = manifest.default_target;
  if (!target) throw new UsageError(`expected PROGRAM [ARGUMENTS]: ${name} has no default_target`);
  const env = { ...target.env, ...target.required_env };
  return { program: target.program, args: target.args, env };
}
