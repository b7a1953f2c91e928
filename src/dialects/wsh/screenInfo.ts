/** The screen in replies and events: each row is text, or a list of styled spans. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import type { CellRun } from '#terminal/cells.ts';
import { parseHex } from '#terminal/palette.ts';
import { screenRuns } from '#terminal/screenReader.ts';

export const LineFormat = z.enum(['plain', 'styled']).nullish();
export type LineFormat = 'plain' | 'styled';
export const toLineFormat = (format: z.output<typeof LineFormat>): LineFormat => format ?? 'styled';

const Channel = z.int().min(0).max(255);
const Color = z.union([
  z.object({ indexed: z.int().min(0).max(255) }),
  z.object({ rgb: z.object({ r: Channel, g: Channel, b: Channel }) }),
]);

const styleFlags = ['bold', 'faint', 'italic', 'underline', 'strikethrough', 'blink', 'inverse'] as const;

const StyledSpan = z.object({
  text: z.string(),
  fg: Color.optional(),
  bg: Color.optional(),
  ...(Object.fromEntries(styleFlags.map((flag) => [flag, z.literal(true).optional()])) as Record<
    (typeof styleFlags)[number],
    z.ZodOptional<z.ZodLiteral<true>>
  >),
});

type StyledSpan = z.input<typeof StyledSpan>;

export const ScreenLine = z.union([z.string(), z.array(StyledSpan)]);
export type ScreenLine = z.input<typeof ScreenLine>;

export const ScreenInfo = z.object({
  epoch: z.int().describe('Increases when the previously known state of the screen becomes invalid.'),
  first_line_index: z.int(),
  total_lines: z.int(),
  lines: z.array(ScreenLine),
  cursor: z.object({ row: z.int(), col: z.int(), visible: z.boolean() }),
  cols: z.int(),
  rows: z.int(),
  alternate_active: z.boolean(),
});

export const ScreenState = z.object({ screen: ScreenInfo, scrollback_lines: z.int() });

export const formatLine = (runs: readonly CellRun[], format: LineFormat): ScreenLine =>
  format === 'plain'
    ? runs
        .map(({ text }) => text)
        .join('')
        .trimEnd()
    : runs.map(formatSpan);

interface RenderedRows {
  readonly version: number;
  readonly lines: readonly ScreenLine[];
  /** Each line as JSON, to compare lines. */
  readonly texts: readonly string[];
}

const rowCache: Readonly<Record<LineFormat, WeakMap<Session, RenderedRows>>> = {
  plain: new WeakMap(),
  styled: new WeakMap(),
};

/** Cached per content version, for all subscribers of a session. */
export function renderRows(session: Session, format: LineFormat): RenderedRows {
  const { screen, redaction } = session;
  const { contentVersion } = screen;
  const known = rowCache[format].get(session);
  if (known?.version === contentVersion && known.lines.length === screen.size.rows) return known;
  const lines = screenRuns(screen, redaction).map((runs) => formatLine(runs, format));
  const rows = { version: contentVersion, lines, texts: lines.map((line) => JSON.stringify(line)) };
  rowCache[format].set(session, rows);
  return rows;
}

export function getScreenInfo(session: Session, format: LineFormat): z.input<typeof ScreenInfo> {
  const { cursor, size, resets, alternateScreen } = session.screen;
  return {
    epoch: resets.total,
    first_line_index: 0,
    total_lines: size.rows,
    lines: [...renderRows(session, format).lines],
    cursor,
    cols: size.cols,
    rows: size.rows,
    alternate_active: alternateScreen,
  };
}

export const getScreenState = (session: Session, format: LineFormat): z.input<typeof ScreenState> => ({
  screen: getScreenInfo(session, format),
  scrollback_lines: session.screen.scrollback.length,
});

/** The number of rows of a session that fit into one reply. */
export const getMaxRows = ({ screen }: Session): number => Math.floor(limits.replyChars / screen.size.cols);

function formatSpan(run: CellRun): StyledSpan {
  const span: StyledSpan = { text: run.text };
  if (run.fg !== undefined) span.fg = formatColor(run.fg);
  if (run.bg !== undefined) span.bg = formatColor(run.bg);
  for (const flag of styleFlags) if (run[flag]) span[flag] = true;
  return span;
}

function formatColor(color: number | string): z.input<typeof Color> {
  if (typeof color === 'number') return { indexed: color };
  const [r, g, b] = parseHex(color);
  return { rgb: { r, g, b } };
}
