/** Screens on their way into files: with styles, as a picture, and what they were taken of. */
import { takeScreenshot } from '../../../core/render/screenshot.ts';
import { hidingUnfinishedToo } from '../../../core/viewer/unfinished.ts';
import type { Run } from '../run.ts';

export async function ansiOf({ session, core }: Run): Promise<string> {
  const { screen } = session;
  const redaction = hidingUnfinishedToo(screen, session.redaction);
  const how = { format: 'ansi', theme: 'dark', font_size: 15, cursor: false, scale: 1, redaction } as const;
  return (await takeScreenshot(screen, how, core.painter)).data;
}

export interface Kept {
  readonly snapshotPath: string;
  readonly metaPath: string;
  readonly artifactRoot: string;
  readonly pngPath?: string;
}

export interface Looks {
  readonly theme?: string | undefined;
  readonly font?: string | undefined;
  readonly rows?: number | undefined;
  readonly cols?: number | undefined;
}

export async function keep(run: Run, name: string, png: boolean, looks: Looks = {}): Promise<Kept> {
  const { session, folder, core } = run;
  const { screen } = session;
  const redaction = hidingUnfinishedToo(screen, session.redaction);
  const { rows, cols } = screen.size;
  const theme = (looks.theme ?? run.started.theme).includes('light') ? 'light' : 'dark';
  const canvas = { rows: looks.rows ?? rows, cols: looks.cols ?? cols };
  const drawn = { format: 'png', theme, font: looks.font, anyFont: true, canvas } as const;
  const how = { ...drawn, font_size: 15, cursor: true, scale: 1, redaction };
  const picture = png ? takeScreenshot(screen, how, core.painter) : undefined;
  const snapshotPath = folder.write(run.snapshot(name, 'ansi.txt'), await ansiOf(run));
  const meta = JSON.stringify({ name, rows, cols, theme });
  const metaPath = folder.write(run.snapshot(name, 'meta.json'), `${meta}\n`);
  const kept = { snapshotPath, metaPath, artifactRoot: folder.root };
  if (!picture) return kept;
  const bytes = Buffer.from((await picture).data, 'base64');
  return { ...kept, pngPath: folder.write(run.snapshot(name, 'png'), bytes) };
}
