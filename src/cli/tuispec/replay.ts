/** `ptywright tuispec replay`: the frames of a recording, whole, one after the other. */
import { pause } from '../../core/recording/pause.ts';
import { refuseIn } from '../../core/recording/readLines.ts';
import { readTrace, type TraceRead } from '../../core/recording/readTrace.ts';
import { systemClock } from '../../platform/clock.ts';
import { standardOutput } from '../../platform/standardStreams.ts';
import type { Given } from '../command.ts';
import type { replay as declaration } from '../commands/tuispec.ts';
import { printResult } from '../print.ts';
import { ofRecordings, readRecordingFile } from '../recording/open.ts';
import { exits } from '../usage.ts';

type Options = Given<typeof declaration.options>;

interface Shown {
  readonly ms: number;
  readonly text: string;
}

export function replay(given: Options, [file = '']: readonly string[]): Promise<number> {
  return ofRecordings(async () => {
    const trace = readTrace(readRecordingFile(file), { refuse: refuseIn(file), torn: true });
    const shown = given['show-input'] ? inOrder(framesOf(trace), requestsOf(trace)) : framesOf(trace);
    let now = 0;
    for (const { ms, text } of shown) {
      if (given.speed === 'real-time') await pause(systemClock, ms - now, untilItEnds);
      now = ms;
      await printResult(text);
    }
    const { length: requests } = trace.requests;
    await printResult(`Replayed ${framesOf(trace).length} frames and ${requests} requests of ${file}\n`);
    return exits.done;
  });
}

const untilItEnds = { cancelled: false, onCancel: () => () => {} };
const clear = '\x1b[H\x1b[2J';

/** Rows are text: what would make a terminal do something is left out. */
const harmless = (text: string) => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '');

function framesOf({ frames }: TraceRead): readonly Shown[] {
  const before = standardOutput().isTTY ? clear : '';
  return [...frames()].map(({ ms, rows }) => ({
    ms,
    text: `${before}${rows.map(harmless).join('\n').trimEnd()}\n`,
  }));
}

const requestsOf = ({ requests }: TraceRead): readonly Shown[] =>
  requests.map(({ ms, method, params }) => ({
    ms,
    text: `> ${harmless(method)} ${harmless(JSON.stringify(params ?? {}))}\n`,
  }));

const inOrder = (frames: readonly Shown[], requests: readonly Shown[]) =>
  [...frames, ...requests].sort((one, other) => one.ms - other.ms);
