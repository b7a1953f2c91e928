/** `ptywright run`: a program on a terminal of its own, as if nothing were in between. */
import { randomUUID } from 'node:crypto';
import type { Size } from '../../core/size.ts';
import { systemClock } from '../../platform/clock.ts';
import { onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import type { PtyExit } from '../../platform/pty/pty.ts';
import { standardOutput } from '../../platform/standardStreams.ts';
import type { Given } from '../command.ts';
import type { run as declaration } from '../commands/run.ts';
import { includes } from '../log/level.ts';
import { type Log, readSurroundings } from '../log/log.ts';
import { startFailure } from '../startFailure.ts';
import { UsageError } from '../usage.ts';
import { Bridge, type Tap } from './bridge.ts';

type Options = Given<typeof declaration.options>;

export async function run(given: Options, operands: readonly string[]): Promise<number> {
  if (given.name !== undefined || given.socket !== undefined)
    throw new UsageError('--name and --socket are for --share');
  const log = await logIfWanted();
  // Not its arguments: people pass passwords in them.
  log?.info('runs', { program: operands[0] });
  const status = await bridged(given, operands);
  log?.info('ended', { program: operands[0], status });
  log?.close();
  return status;
}

function bridged(given: Options, [program = '', ...args]: readonly string[]): Promise<number> {
  return drive(given, { program, args, env: {} });
}

export interface Driven {
  readonly program: string;
  readonly args: readonly string[];
  /** Besides what we have ourselves. */
  readonly env: Readonly<Record<string, string>>;
}

/** Somebody who looks on, from the beginning to the end, and may end it. */
export type Watch = (size: Size, end: () => void) => Tap & { ended(exit: PtyExit): void };

/** Gives the status of the program, or of the signal that ended us. */
export async function drive(given: OwnSize, driven: Driven, watch?: Watch): Promise<number> {
  let forced: number | undefined;
  const end = (signal: string) => {
    if (forced === undefined) bridge.terminate();
    else bridge.kill();
    forced = statusOfSignal(signal);
  };
  // Before the program starts: it may signal us at once, and our terminal would stay as the bridge needs it.
  onEndSignals(end);
  const watcher = watch?.(sizeOf(given), () => bridge.terminate());
  const bridge = open(given, driven, () => end('SIGPIPE'), watcher);
  const exit = await bridge.ended;
  watcher?.ended(exit);
  return forced ?? statusOf(exit);
}

interface OwnSize {
  readonly rows: number | undefined;
  readonly cols: number | undefined;
}

function open(
  { rows, cols }: OwnSize,
  { program, args, env: more }: Driven,
  readerLeft: () => void,
  tap: Tap | undefined,
): Bridge {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const env = { ...Object.fromEntries(own), ...more };
  try {
    const spec = { program, args, env, cwd: process.cwd(), tag: randomUUID() };
    return new Bridge(spec, () => sizeOf({ rows, cols }), systemClock, readerLeft, tap);
  } catch (problem) {
    throw startFailure(problem);
  }
}

function sizeOf({ rows, cols }: OwnSize): Size {
  const { isTTY, rows: ownRows, columns: ownCols } = standardOutput();
  const own = isTTY && ownRows > 0 && ownCols > 0 ? { rows: ownRows, cols: ownCols } : { rows: 24, cols: 80 };
  return { rows: rows ?? own.rows, cols: cols ?? own.cols, pixelWidth: 0, pixelHeight: 0 };
}

const statusOf = ({ exitCode, signal }: PtyExit): number => exitCode ?? statusOfSignal(signal ?? '');

/** The terminal belongs to the program: only the file is logged to, and only what somebody asked to have logged. */
async function logIfWanted(): Promise<Log | undefined> {
  const { home, logging } = await readSurroundings();
  if (!logging.file || !includes(logging.level, 'info')) return undefined;
  const { openLog } = await import('../log/open.ts');
  return openLog({ home, logging }, false);
}
