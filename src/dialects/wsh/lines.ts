/** Screens as this dialect tells them: each row a text, or spans that look alike. */
import { limits } from '../../core/limits.ts';
import type { Run } from '../../core/screen/cells.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';

export const Format = z.enum(['plain', 'styled']).nullish();
export type Format = 'plain' | 'styled';
export const formatOf = (format: z.output<typeof Format>): Format => format ?? 'styled';

const Channel = z.int().min(0).max(255);
const Color = z.union([
  z.object({ indexed: z.int().min(0).max(255) }),
  z.object({ rgb: z.object({ r: Channel, g: Channel, b: Channel }) }),
]);

const flags = ['bold', 'faint', 'italic', 'underline', 'strikethrough', 'blink', 'inverse'] as const;

export const Span = z.object({
  text: z.string(),
  fg: Color.optional(),
  bg: Color.optional(),
  ...(Object.fromEntries(flags.map((flag) => [flag, z.literal(true).optional()])) as Record<
    (typeof flags)[number],
    z.ZodOptional<z.ZodLiteral<true>>
  >),
});

export type Span = z.input<typeof Span>;

export const Line = z.union([z.string(), z.array(Span)]);
export type Line = z.input<typeof Line>;

export const ScreenShape = z.object({
  epoch: z.int().describe('Advances whenever what was known of the screen before is worth nothing any more.'),
  first_line_index: z.int(),
  total_lines: z.int(),
  lines: z.array(Line),
  cursor: z.object({ row: z.int(), col: z.int(), visible: z.boolean() }),
  cols: z.int(),
  rows: z.int(),
  alternate_active: z.boolean(),
});

export const ScreenState = z.object({ screen: ScreenShape, scrollback_lines: z.int() });

export const lineOf = (runs: readonly Run[], format: Format): Line =>
  format === 'plain'
    ? runs
        .map(({ text }) => text)
        .join('')
        .trimEnd()
    : runs.map(spanOf);

interface Rows {
  readonly version: number;
  readonly lines: readonly Line[];
  /** Each as JSON, by which two of them are told apart. */
  readonly texts: readonly string[];
}

const kept: Readonly<Record<Format, WeakMap<Session, Rows>>> = {
  plain: new WeakMap(),
  styled: new WeakMap(),
};

/** Worked out once for each version of the content, whoever follows it. */
export function rowsOf(session: Session, format: Format): Rows {
  const { screen, redaction } = session;
  const { contentVersion: version } = screen;
  const known = kept[format].get(session);
  if (known?.version === version && known.lines.length === screen.size.rows) return known;
  const lines = runsByRow(screen, redaction).map((runs) => lineOf(runs, format));
  const rows = { version, lines, texts: lines.map((line) => JSON.stringify(line)) };
  kept[format].set(session, rows);
  return rows;
}

export function screenOf(session: Session, format: Format): z.input<typeof ScreenShape> {
  const { cursor, size, resets, alternateScreen } = session.screen;
  return {
    epoch: resets.total,
    first_line_index: 0,
    total_lines: size.rows,
    lines: [...rowsOf(session, format).lines],
    cursor,
    cols: size.cols,
    rows: size.rows,
    alternate_active: alternateScreen,
  };
}

export const stateOf = (session: Session, format: Format): z.input<typeof ScreenState> => ({
  screen: screenOf(session, format),
  scrollback_lines: session.screen.scrollback.length,
});

/** So many rows of a session fit into one reply. */
export const rowsInReply = ({ screen }: Session): number => Math.floor(limits.replyChars / screen.size.cols);

function spanOf(run: Run): Span {
  const span: Span = { text: run.text };
  if (run.fg !== undefined) span.fg = colorOf(run.fg);
  if (run.bg !== undefined) span.bg = colorOf(run.bg);
  for (const flag of flags) if (run[flag]) span[flag] = true;
  return span;
}

function colorOf(color: number | string): z.input<typeof Color> {
  if (typeof color === 'number') return { indexed: color };
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return { rgb: { r, g, b } };
}
