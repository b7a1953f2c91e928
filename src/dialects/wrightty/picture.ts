/** A picture of a session's screen, as this dialect asks for one. */
import type { Redaction } from '../../core/redact/redaction.ts';
import { takeScreenshot } from '../../core/render/screenshot.ts';
import { Theme } from '../../core/render/theme.ts';
import { readText } from '../../core/screen/readText.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';
import type { Desk } from './desk.ts';
import { gridOf } from './grid.ts';

export const Look = {
  theme: Theme.nullish(),
  font: z
    .object({ family: z.string().nullish(), size: z.number().min(4).max(96).nullish() })
    .nullish()
    .describe('A family of one width; where the server has it not, ours is taken.'),
};

const shape = z.object(Look);

export interface PictureRequest extends Partial<z.output<typeof shape>> {
  readonly format: 'text' | 'ansi' | 'json' | 'svg' | 'png';
  /** Otherwise the session's. */
  readonly redaction?: Redaction;
}

export interface Taken {
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

export async function takePicture(
  { core, shipped }: Desk,
  session: Session,
  { format, theme, font, redaction = session.redaction }: PictureRequest,
): Promise<Taken> {
  const { screen } = session;
  const { rows: height, cols: width } = screen.size;
  if (format === 'text') return { data: readText(screen, { redaction, trim: true }), width, height };
  if (format === 'json') {
    const grid = gridOf(session, null);
    return { data: JSON.stringify(shipped ? grid.cells : grid), width, height };
  }
  const face = { font: font?.family ?? undefined, anyFont: true, font_size: font?.size ?? 15 };
  const look = { theme: theme ?? ('dark' as const), cursor: true, scale: 1 };
  return takeScreenshot(screen, { format, ...face, ...look, redaction }, core.painter);
}
