/** `--screenshot FILE`: the last screen as an image, in the form that the name of the file asks for. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../core/faults.ts';
import type { Painter } from '../../core/render/painter.ts';
import { takeScreenshot } from '../../core/render/screenshot.ts';
import type { Session } from '../../core/session/session.ts';
import { Failure, UsageError } from '../usage.ts';

export interface Shot {
  readonly file: string;
  readonly format: 'png' | 'svg';
}

/** Read before the program is started. */
export function shotOf(file: string | undefined): Shot | undefined {
  if (file === undefined) return undefined;
  const format = (['png', 'svg'] as const).find((name) => file.toLowerCase().endsWith(`.${name}`));
  if (format) return { file: resolve(file), format };
  throw new UsageError(`--screenshot ${file}: expected a name that ends in .png or .svg`);
}

const looks = { font_size: 15, theme: 'dark', cursor: true, scale: 1 } as const;

/** A file that is there already is written anew, as a shell would. What shows secrets is its owner's only. */
export async function shoot(
  { file, format }: Shot,
  session: Session,
  painter: Painter,
  raw: boolean,
): Promise<void> {
  const how = { ...looks, format, redaction: session.redaction };
  try {
    const { data } = await takeScreenshot(session.screen, how, painter);
    writeFileSync(file, data, { encoding: format === 'png' ? 'base64' : 'utf8', mode: raw ? 0o600 : 0o666 });
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException;
    if (problem instanceof Fault || code !== undefined) throw new Failure(`--screenshot: ${message}`);
    throw problem;
  }
}
