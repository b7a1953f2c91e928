/** `ptywright replay`: plays a recording on this terminal, at its own speed, faster, or key by key. */
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { enterRawMode } from '#platform/rawMode.ts';
import { onTerminationSignals, signalExitStatus } from '#platform/signals.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import { type Cast, readCast } from '#recording/asciicast.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { readTextFile, withRecordingErrors } from '../files.ts';
import type { replayCommand } from './commands.ts';
import { OutputSanitizer } from './outputSanitizer.ts';

const quitKeys = new Set(['q', '\x03', '\x04']);
const stepKeys = new Set(['.', '\x1b[C', '\x1bOC']);

class PlaybackControls {
  /** The exit status, set once the playback is over. */
  exitStatus: number | undefined;
  #paused: boolean;
  readonly #stepMode: boolean;
  #stepped = false;
  readonly close: () => void;
  #wake = () => {};

  /** With `steps`, every output waits for a key. */
  constructor(steps: boolean) {
    this.#stepMode = steps;
    this.#paused = steps;
    const rawMode = enterRawMode(() => {});
    const signals = onTerminationSignals((name) => this.quit(signalExitStatus(name)));
    const input = standardInput();
    const pressed = (bytes: Buffer) => this.#handleKey(bytes.toString('latin1'));
    // Without an input there are no more keys to wait for.
    const resume = () => this.#resume();
    if (input.isTTY || steps) input.on('data', pressed).on('end', resume).on('error', resume);
    this.close = () => {
      input.off('data', pressed).off('end', resume).pause();
      signals.dispose();
      rawMode.dispose();
    };
  }

  quit(status: number): void {
    this.exitStatus ??= status;
    this.#wake();
  }

  /** Waits for a time, or until the user continues or quits. */
  async wait(ms: number): Promise<void> {
    let left = ms;
    this.#stepped = false;
    while (this.exitStatus === undefined && !this.#stepped && (this.#paused || left > 0)) {
      const began = systemClock.now();
      const paused = this.#paused;
      await this.#sleep(paused ? undefined : left);
      if (!paused) left -= systemClock.now() - began;
    }
  }

  #sleep(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : systemClock.after(ms, resolve);
      this.#wake = () => {
        timer?.dispose();
        resolve();
      };
    });
  }

  #handleKey(key: string): void {
    if (quitKeys.has(key)) return this.quit(0);
    if (this.#stepMode || stepKeys.has(key)) this.#stepped = true;
    else if (key === ' ') this.#paused = !this.#paused;
    this.#wake();
  }

  #resume(): void {
    this.#paused = false;
    this.#wake();
  }
}

type ReplayCommandOptions = OptionValues<typeof replayCommand.options>;

const softReset = '\x1b[?2026l\x1b[!p\x1b[0m\x1b[?25h';
const leaveAlternateScreen = '\x1b[?1049l';

export function replay(given: ReplayCommandOptions, [file = '']: readonly string[]): Promise<number> {
  const speed = parseSpeed(given.speed);
  if (given.fast && given.step) throw new UsageError('--fast cannot be combined with --step');
  return withRecordingErrors(async () => {
    const cast = readCast(readTextFile(file, limits.recordingBytes), {
      refuse: refuseInFile(file),
      torn: true,
    });
    const remote = new PlaybackControls(given.step);
    try {
      return await playCast(cast, remote, createPause(given, speed));
    } finally {
      remote.close();
    }
  });
}

function parseSpeed(text: string): number {
  const speed = /^\d{1,4}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (speed > 0) return speed;
  throw new UsageError(`--speed ${text}: expected a number above 0, such as 2 or 0.5`);
}

const createPause =
  ({ fast, step, idle = limits.recordingMs }: ReplayCommandOptions, speed: number) =>
  (ms: number) =>
    fast || step ? 0 : Math.min(ms / speed, idle, limits.timeoutMs);

async function playCast(
  { events }: Cast,
  remote: PlaybackControls,
  pauseOf: (ms: number) => number,
): Promise<number> {
  const sanitizer = new OutputSanitizer();
  const left = () => remote.exitStatus !== undefined;
  standardOutput().on('error', () => remote.quit(exitCodes.done));
  let playedMs = 0;
  try {
    for (const { ms, code, text } of events) {
      if (code !== 'o') continue;
      await remote.wait(pauseOf(ms - playedMs));
      if (left()) break;
      playedMs = ms;
      await printOutput(sanitizer.push(text));
    }
  } finally {
    if (standardOutput().isTTY)
      await printOutput((sanitizer.alternateScreen ? leaveAlternateScreen : '') + softReset);
  }
  return remote.exitStatus ?? exitCodes.done;
}

/** Resolves when the terminal has taken the text, so that a recording is not read faster than it is shown. */
const printOutput = (text: string) =>
  new Promise<void>((resolve) => standardOutput().write(text, () => resolve()));
