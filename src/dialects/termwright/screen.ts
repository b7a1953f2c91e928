/** Methods that read the screen as text, cells, lines or a PNG. */
import { z } from '#platform/schema.ts';
import { screenshotFields, takeScreenshot } from '#rendering/screenshot.ts';
import type { Session } from '#session/session.ts';
import type { Cell } from '#terminal/cells.ts';
import { parseHex } from '#terminal/palette.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { method, ScreenPosition } from './method.ts';

const Color = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('default') }),
    z.object({ type: z.literal('indexed'), value: z.int() }),
    z.object({ type: z.literal('rgb'), r: z.int(), g: z.int(), b: z.int() }),
  ])
  .meta({ id: 'Color' });

const ScreenCell = z
  .object({
    char: z
      .string()
      .describe('The character with its combining marks; empty in the second column of a wide character.'),
    fg: Color,
    bg: Color,
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.boolean(),
    inverse: z.boolean(),
  })
  .meta({ id: 'Cell' });

const screenFields = { size: z.object({ cols: z.int(), rows: z.int() }), cursor: ScreenPosition };

const ScreenCells = z.object({ ...screenFields, cells: z.array(z.array(ScreenCell)) }).meta({ id: 'Screen' });
const ScreenLines = z.object({ ...screenFields, lines: z.array(z.string()) }).meta({ id: 'CompactScreen' });

/** Includes blank rows at the end, so that the index of a line is its row. */
const readLines = ({ screen, redaction }: Session): string[] => [...redactScreen(screen, redaction).texts];

const readScreenFields = ({ screen: { size, cursor } }: Session) => ({
  size: { cols: size.cols, rows: size.rows },
  cursor: { row: cursor.row, col: cursor.col },
});

/** Maps each cell of the redacted screen. */
function mapCells<Mapped>({ screen, redaction }: Session, mapCell: (cell: Cell) => Mapped): Mapped[][] {
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full' });
  return (cells as Cell[][]).map((row) => row.map(mapCell));
}

const formatCell = ({ char, fg, bg, bold, italic, underline, inverse }: Cell) => ({
  char,
  fg: formatColor(fg),
  bg: formatColor(bg),
  bold,
  italic,
  underline: underline !== null,
  inverse,
});

function formatColor(color: Cell['fg']): z.input<typeof Color> {
  if (color === null) return { type: 'default' };
  if (typeof color === 'number') return { type: 'indexed', value: color };
  const [r, g, b] = parseHex(color);
  return { type: 'rgb', r, g, b };
}

export const screen = method({
  name: 'screen',
  summary: 'Return the redacted screen: as text, as cells, or as lines.',
  needs: ['screen.read'],
  throws: ['SessionClosed'],
  params: z.object({ format: z.enum(['text', 'json', 'json_compact']).default('text') }),
  result: z.union([z.string(), ScreenCells, ScreenLines]),
  examples: [
    { title: 'text', program: 'asks-name', send: { format: 'text' }, reply: `name?${'\n'.repeat(23)}` },
    {
      title: 'cells',
      program: 'asks-name',
      send: { format: 'json' },
      reply: { size: { cols: 80, rows: 24 }, cursor: { row: 0, col: 6 } },
    },
    { title: 'an unknown format', program: 'asks-name', send: { format: 'xml' }, fault: 'Invalid' },
  ],
  handle: ({ world: { session } }, { format }) => {
    if (format === 'text') return readLines(session).join('\n');
    if (format === 'json_compact') return { ...readScreenFields(session), lines: readLines(session) };
    return { ...readScreenFields(session), cells: mapCells(session, formatCell) };
  },
});

const screenshotDefaults = z.object(screenshotFields).parse({});

export const screenshot = method({
  name: 'screenshot',
  summary: 'Render the redacted screen as a PNG.',
  needs: ['screen.read'],
  throws: ['SessionClosed', 'Busy', 'Unsupported', 'Cancelled'],
  params: z.object({
    font: z
      .string()
      .optional()
      .describe('A monospace font family. If the server does not have it, the built-in font is used.'),
    font_size: screenshotFields.font_size.removeDefault().default(14).describe('In pixels.'),
  }),
  result: z.string().describe('The PNG in base64.'),
  examples: [
    {
      title: 'an image that is too large',
      program: 'asks-name',
      send: { font_size: 1000 },
      fault: 'Invalid',
    },
  ],
  handle: async ({ world: { core, session } }, { font, font_size }) => {
    const { screen, redaction } = session;
    return (
      await takeScreenshot(
        screen,
        { ...screenshotDefaults, font, anyFont: true, font_size, redaction },
        core.pngRenderer,
      )
    ).data;
  },
});

const ShippedColor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Default') }),
  z.object({ type: z.literal('Indexed'), value: z.int() }),
  z.object({ type: z.literal('Rgb'), value: z.tuple([z.int(), z.int(), z.int()]) }),
]);

const ShippedAttributes = z.object({
  bold: z.boolean(),
  italic: z.boolean(),
  underline: z.boolean(),
  inverse: z.boolean(),
});

const ShippedCells = z.object({
  size: z.object({ cols: z.int(), rows: z.int() }),
  cursor: ScreenPosition,
  cells: z.array(
    z.array(
      z.object({
        char: z.string().describe('One code point.'),
        fg: ShippedColor,
        bg: ShippedColor,
        attrs: ShippedAttributes,
      }),
    ),
  ),
});

const shippedScreen = method({
  ...screen,
  result: z.union([z.string(), ShippedCells]),
  examples: [
    {
      title: 'cells',
      program: 'prints-red',
      send: { format: 'json' },
      reply: { size: { cols: 80, rows: 24 } },
    },
  ],
  handle: ({ world: { session } }, { format }) => {
    if (format === 'text') return readLines(session).join('\n');
    if (format === 'json')
      return { ...readScreenFields(session), cells: mapCells(session, formatShippedCell) };
    return JSON.stringify({ ...readScreenFields(session), lines: readLines(session) }, null, 2);
  },
});

const formatShippedCell = ({ char, fg, bg, bold, italic, underline, inverse }: Cell) => ({
  char: getFirstCharacter(char),
  fg: formatShippedColor(fg),
  bg: formatShippedColor(bg),
  attrs: { bold, italic, underline: underline !== null, inverse },
});

/**
 * Returns the first code point. Clients parse `char` as one Rust `char`, also for the second column of a wide
 * character.
 */
const getFirstCharacter = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x20);

function formatShippedColor(color: Cell['fg']): z.input<typeof ShippedColor> {
  if (color === null) return { type: 'Default' };
  return typeof color === 'number'
    ? { type: 'Indexed', value: color }
    : { type: 'Rgb', value: [...parseHex(color)] };
}

const shippedScreenshot = method({
  ...screenshot,
  result: z.object({ png_base64: z.string() }),
  handle: async (call, params) => ({ png_base64: await screenshot.handle(call, params) }),
});

export const shippedMethods = [shippedScreen, shippedScreenshot];
