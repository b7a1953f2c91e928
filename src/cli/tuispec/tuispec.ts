/** `ptywright tuispec replay` and `render-text`: print a recording, and render a snapshot to plain text. */

import { readFileSync } from 'node:fs';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import { standardOutput } from '#platform/standardStreams.ts';
import { writeNewFile } from '#platform/temporaryFile.ts';
import { CastPlayer } from '#recording/castPlayer.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import { pause, readTrace, type TraceContent } from '#recording/traceReplay.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { readScreenText } from '#terminal/screenReader.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes } from '../errors.ts';
import { readTextFile, withRecordingErrors, writeOutputFile } from '../files.ts';
import { printResult } from '../print.ts';
import type { tuispecRenderTextCommand, tuispecReplayCommand } from './commands.ts';

type TuispecReplayOptions = OptionValues<typeof tuispecReplayCommand.options>;

interface TimedText {
  readonly ms: number;
  readonly text: string;
}

export function replayTrace(given: TuispecReplayOptions, [file = '']: readonly string[]): Promise<number> {
  return withRecordingErrors(async () => {
    const trace = readTrace(readTextFile(file, limits.recordingBytes), {
      refuse: refuseInFile(file),
      torn: true,
    });
    const texts = given['show-input']
      ? sortByTime(frameTexts(trace), requestTexts(trace))
      : frameTexts(trace);
    let now = 0;
    for (const { ms, text } of texts) {
      if (given.speed === 'real-time') await pause(systemClock, ms - now);
      now = ms;
      await printResult(text);
    }
    const { length } = trace.requests;
    await printResult(`Replayed ${frameTexts(trace).length} frames and ${length} requests of ${file}\n`);
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

type RenderTextOptions = OptionValues<typeof tuispecRenderTextCommand.options>;

export function renderText(given: RenderTextOptions, [file = '']: readonly string[]): Promise<number> {
  return withRecordingErrors(async () => {
    const stem = file.replace(/\.ansi\.txt$/, '');
    const out = given.out ?? `${stem}.txt`;
    const size = readSnapshotSize(`${stem}.meta.json`);
    const text = renderVisibleText(readTextFile(file, limits.recordingBytes), {
      rows: given.rows ?? size.rows,
      cols: given.cols ?? size.cols,
    });
    await writeOutputFile(out, true, (path) => writeNewFile(path, text));
    await printResult(`Rendered ${out}\n`);
    return exitCodes.done;
  });
}

const SnapshotMeta = z.object({ rows: z.int().min(1), cols: z.int().min(1) });

function readSnapshotSize(path: string): GridSize {
  try {
    return SnapshotMeta.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { rows: 40, cols: 134 };
  }
}

/** A text without carriage returns was not written by a terminal, so its line feeds are converted. */
function renderVisibleText(snapshot: string, size: GridSize): string {
  const player = new CastPlayer({ size });
  try {
    const text = snapshot.includes('\r') ? snapshot : snapshot.replaceAll('\n', '\r\n');
    player.play({ ms: 0, code: 'o', text, line: 0 });
    const rows = readScreenText(player.screen, { redaction: createRedaction(defaultPolicy), trim: false });
    return rows.replace(/ +$/gm, '');
  } finally {
    player.screen.dispose();
  }
}
