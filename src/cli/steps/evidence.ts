/** What is kept of a run that failed: its screens, its recording and its transcript, secrets hidden in all of them. */
import { slugOf } from '../../core/baseline/folder.ts';
import { limits } from '../../core/limits.ts';
import type { Recording } from '../../core/recording/recording.ts';
import { ansiOf } from '../../core/render/ansi.ts';
import { takeScreenshot } from '../../core/render/screenshot.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
import type { World } from '../../core/world.ts';
import type { Report } from './play.ts';

/** In memory until it is known whether anybody wants it. */
export const recorded = (world: World, session: Session): Recording =>
  world.recordings.start(session, {
    path: null,
    format: 'asciicast-v2',
    input: false,
    append: false,
    maxBytes: limits.recordingTextBytes,
    intervalMs: limits.recordingFrameMs,
    redaction: session.redaction,
  });

/** The folder that it was all written to. */
export async function keepEvidence(
  world: World,
  session: Session,
  recording: Recording,
  { screens, status: _, ...report }: Report,
): Promise<string> {
  const { artifacts } = world;
  const { redaction, screen } = session;
  const folder = ['runs', slugOf(report.title)];
  const write = (name: string, text: string | Uint8Array) => artifacts.write([...folder, name], text);
  const looks = { font_size: 15, theme: 'dark', cursor: true, scale: 1 } as const;
  write('report.json', `${JSON.stringify(redaction.value(report), null, 2)}\n`);
  write('screens.txt', screens.map((text, at) => `--- ${at + 1} of ${screens.length}\n${text}\n`).join(''));
  write('screen.ansi.txt', `${ansiOf(runsByRow(screen, redaction))}\n`);
  write('transcript.txt', session.transcript.read(redaction, 0).text);
  const picture = await takeScreenshot(screen, { ...looks, format: 'png', redaction }, world.painter);
  write('screen.png', Buffer.from(picture.data, 'base64'));
  await world.recordings.stop(recording);
  write('recording.cast', recording.text);
  return artifacts.place(folder);
}
