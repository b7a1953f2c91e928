/** `ptywright tuispec replay`: prints the frames of a recording one after the other. */
import { systemClock } from '#platform/clock.ts';
import { standardOutput } from '#platform/standardStreams.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import { pause, readTrace, type TraceContent } from '#recording/traceReplay.ts';
import type { OptionValues } from './command.ts';
import { exitCodes } from './errors.ts';
import { printResult } from './print.ts';
import { readRecordingFile, withRecordingErrors } from './recording/recordingFiles.ts';
import type { tuispecReplayCommand } from './serveCommands.ts';

type TuispecReplayOptions = OptionValues<typeof tuispecReplayCommand.options>;

interface TimedText {
  readonly ms: number;
  readonly text: string;
}

export function replayTrace(given: TuispecReplayOptions, [file = '']: readonly string[]): Promise<number> {
  return withRecordingErrors(async () => {
    const trace = readTrace(readRecordingFile(file), { refuse: refuseInFile(file), torn: true });
    const shown = given['show-input']
      ? sortByTime(frameTexts(trace), requestTexts(trace))
      : frameTexts(trace);
    let now = 0;
    for (const { ms, text } of shown) {
      if (given.speed === 'real-time') await pause(systemClock, ms - now);
      now = ms;
      await printResult(text);
    }
    const { length: requests } = trace.requests;
    await printResult(`Replayed ${frameTexts(trace).length} frames and ${requests} requests of ${file}\n`);
    return exitCodes.done;
  });
}

const clearScreen = '\x1b[H\x1b[2J';

/** Removes control characters, because rows must not control the terminal. */
const stripControls = (text: string) => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '');

function frameTexts({ frames }: TraceContent): readonly TimedText[] {
  const before = standardOutput().isTTY ? clearScreen : '';
  return [...frames()].map(({ ms, rows }) => ({
    ms,
    text: `${before}${rows.map(stripControls).join('\n').trimEnd()}\n`,
  }));
}

const requestTexts = ({ requests }: TraceContent): readonly TimedText[] =>
  requests.map(({ ms, method, params }) => ({
    ms,
    text: `> ${stripControls(method)} ${stripControls(JSON.stringify(params ?? {}))}\n`,
  }));

const sortByTime = (frames: readonly TimedText[], requests: readonly TimedText[]) =>
  [...frames, ...requests].sort((one, other) => one.ms - other.ms);
