/** `ptywright replay`: a recording on this terminal, in its own time, faster, or key by key. */
import { limits } from '../../core/limits.ts';
import { type Cast, readCast } from '../../core/recording/readCast.ts';
import { refuseIn } from '../../core/recording/readLines.ts';
import { standardOutput } from '../../platform/standardStreams.ts';
import type { Given } from '../command.ts';
import type { replay as declaration } from '../commands/replay.ts';
import { exits, UsageError } from '../usage.ts';
import { ofRecordings, readRecordingFile } from './open.ts';
import { Remote } from './remote.ts';
import { Strain } from './strain.ts';

type Options = Given<typeof declaration.options>;

const softReset = '\x1b[?2026l\x1b[!p\x1b[0m\x1b[?25h';
const ownScreen = '\x1b[?1049l';

export function replay(given: Options, [file = '']: readonly string[]): Promise<number> {
  const speed = speedOf(given.speed);
  if (given.fast && given.step) throw new UsageError('--fast and --step: one or the other');
  return ofRecordings(async () => {
    const cast = readCast(readRecordingFile(file), { refuse: refuseIn(file), torn: true });
    const remote = new Remote(given.step);
    try {
      return await play(cast, remote, pauses(given, speed));
    } finally {
      remote.close();
    }
  });
}

function speedOf(text: string): number {
  const speed = /^\d{1,4}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (speed > 0) return speed;
  throw new UsageError(`--speed ${text}: expected a number above 0, such as 2 or 0.5`);
}

const pauses =
  ({ fast, step, idle = limits.recordingMs }: Options, speed: number) =>
  (ms: number) =>
    fast || step ? 0 : Math.min(ms / speed, idle, limits.timeoutMs);

async function play({ events }: Cast, remote: Remote, pauseOf: (ms: number) => number): Promise<number> {
  const strain = new Strain();
  const left = () => remote.left !== undefined;
  standardOutput().on('error', () => remote.leave(exits.done));
  let shown = 0;
  try {
    for (const { ms, code, text } of events) {
      if (code !== 'o') continue;
      await remote.wait(pauseOf(ms - shown));
      if (left()) break;
      shown = ms;
      await print(strain.push(text));
    }
  } finally {
    if (standardOutput().isTTY) await print((strain.alternate ? ownScreen : '') + softReset);
  }
  return remote.left ?? exits.done;
}

/** Kept when the terminal has it: a recording is not read faster than it is shown. */
const print = (text: string) => new Promise<void>((resolve) => standardOutput().write(text, () => resolve()));
