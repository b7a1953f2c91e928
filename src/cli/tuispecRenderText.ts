/** `ptywright tuispec render-text`: renders a snapshot to plain text. */
import { readFileSync } from 'node:fs';
import { z } from '#platform/schema.ts';
import { writeNewFile } from '#platform/temporaryFile.ts';
import { CastPlayer } from '#recording/castPlayer.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { readScreenText } from '#terminal/screenReader.ts';
import type { OptionValues } from './command.ts';
import { exitCodes } from './errors.ts';
import { printResult } from './print.ts';
import { readRecordingFile, withRecordingErrors, writeOutputFile } from './recording/recordingFiles.ts';
import type { tuispecRenderTextCommand } from './serveCommands.ts';

type RenderTextOptions = OptionValues<typeof tuispecRenderTextCommand.options>;

export function renderText(given: RenderTextOptions, [file = '']: readonly string[]): Promise<number> {
  return withRecordingErrors(async () => {
    const stem = file.replace(/\.ansi\.txt$/, '');
    const out = given.out ?? `${stem}.txt`;
    const size = readSnapshotSize(`${stem}.meta.json`);
    const text = renderVisibleText(readRecordingFile(file), {
      rows: given.rows ?? size.rows,
      cols: given.cols ?? size.cols,
    });
    await writeOutputFile(out, true, (path) => writeNewFile(path, text));
    await printResult(`Rendered ${out}\n`);
    return exitCodes.done;
  });
}

interface SnapshotSize {
  readonly rows: number;
  readonly cols: number;
}

const SnapshotMeta = z.object({ rows: z.int().min(1), cols: z.int().min(1) });

function readSnapshotSize(path: string): SnapshotSize {
  try {
    return SnapshotMeta.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { rows: 40, cols: 134 };
  }
}

/** A text without carriage returns was not written by a terminal, so its line feeds are converted. */
function renderVisibleText(snapshot: string, size: SnapshotSize): string {
  const stage = new CastPlayer({ size });
  try {
    const text = snapshot.includes('\r') ? snapshot : snapshot.replaceAll('\n', '\r\n');
    stage.play({ ms: 0, code: 'o', text, line: 0 });
    const rows = readScreenText(stage.screen, { redaction: createRedaction(defaultPolicy), trim: false });
    return rows.replace(/ +$/gm, '');
  } finally {
    stage.screen.dispose();
  }
}
