/** Methods that read the screen, the scrollback, the palette and the transcript of a session. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { Screenshot, screenshotFields, takeScreenshot } from '#rendering/screenshot.ts';
import type { Session } from '#session/session.ts';
import { readTranscript } from '#session/transcript.ts';
import { customColorNames, readPaletteColors, setClientColors } from '#terminal/palette.ts';
import { Region, readScrollback, Snapshot } from '#terminal/screenReader.ts';
import { hasLayers } from '#viewers/composition.ts';
import {
  layeredSequence,
  type ReadableScreen,
  readLayeredScreen,
  readProgramScreen,
} from '#viewers/readableScreen.ts';
import { IncludeLayers, method, Name, redactionParams, SessionRef } from './method.ts';

export const sessionSnapshot = method({
  name: 'session.snapshot',
  summary: 'Return a snapshot of the current screen. It is redacted by default.',
  needs: ['screen.read'],
  params: z.strictObject({
    session: SessionRef,
    ...redactionParams,
    cells: z
      .enum(['none', 'runs', 'full'])
      .default('none')
      .describe('Whether to return colors and styles, and in which form.'),
    region: Region.optional().describe('Return only this part of the screen.'),
    layers: IncludeLayers,
    if_changed_since: z
      .int()
      .min(0)
      .optional()
      .describe(
        'A sequence number. If the screen has not changed since, only `sequence` and `unchanged` are returned.',
      ),
  }),
  result: z.union([Snapshot, z.object({ sequence: z.int(), unchanged: z.literal(true) })]),
  examples: [
    {
      title: 'a prompt',
      program: 'asks-name',
      send: {},
      reply: {
        size: { rows: 24, cols: 80 },
        plain_text: 'name?',
        cells: [],
        alternate_screen: false,
        title: null,
      },
    },
    {
      title: 'a red word as runs of columns: two columns from the sixth on, in the second style',
      program: 'prints-red',
      send: { cells: 'runs', region: { row: 0, col: 0, rows: 1, cols: 80 } },
      reply: { plain_text: 'it is on', cells: [[[6, 2, 1]]], styles: [{}, { fg: 1, bold: true }] },
    },
    { title: 'an unknown session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session, cells, region, if_changed_since, layers, ...how }) => {
    const read = world.sessions.get(session);
    const hides = read.redactionForRead(how, world);
    const view = layers ? viewWithLayers(read, hides) : readProgramScreen(read.screen, hides);
    if (if_changed_since !== undefined && view.sequence <= if_changed_since)
      return { sequence: view.sequence, unchanged: true as const };
    return view.snapshot(cells, region);
  },
});

/** Without layers it reads the plain screen, which costs a tenth. The sequence counts layer changes in both cases. */
function viewWithLayers(session: Session, hides: Redaction): ReadableScreen {
  if (hasLayers(session)) return readLayeredScreen(session, hides);
  const sequence = layeredSequence(session);
  const view = readProgramScreen(session.screen, hides);
  return { ...view, sequence, snapshot: (...options) => ({ ...view.snapshot(...options), sequence }) };
}

export const sessionScreenshot = method({
  name: 'session.screenshot',
  summary: 'Render a picture of the current screen. It is redacted by default.',
  details:
    'Images support Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Chinese, Japanese and Korean text, emoji in one color, symbols, box-drawing and block characters. A character that no font contains, such as Thai, Indic scripts or icons of patched fonts, is rendered as an empty box, unless the requested `font` contains it.',
  needs: ['screen.read'],
  throws: ['PermissionDenied', 'Busy', 'Unsupported', 'Cancelled'],
  params: z.strictObject({
    session: SessionRef,
    ...screenshotFields,
    layers: IncludeLayers,
    ...redactionParams,
  }),
  result: Screenshot,
  examples: [
    {
      title: 'text',
      program: 'prints-red',
      send: { format: 'text' },
      reply: { mime: 'text/plain', data: 'it is on', width: 80, height: 24 },
    },
    {
      title: 'a part of the screen as SVG',
      program: 'prints-red',
      send: { format: 'svg', region: { row: 0, col: 6, rows: 1, cols: 2 }, cursor: false },
      reply: {
        format: 'svg',
        mime: 'image/svg+xml',
        data: [
          '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18" viewBox="0 0 18 18" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14.95" xml:space="preserve">',
          '<rect width="18" height="18" fill="#000000"/>',
          '<g transform="translate(0 0)"><g fill="#cd0000" color="#cd0000" font-weight="bold"><text x="0" y="14" textLength="18">on</text></g></g>',
          '</svg>\n',
        ].join('\n'),
        width: 18,
        height: 18,
      },
    },
    {
      title: 'a PNG with colors for a white page',
      program: 'prints-red',
      send: { region: { row: 0, col: 0, rows: 2, cols: 8 }, theme: 'light', scale: 2 },
      reply: { format: 'png', mime: 'image/png', width: 144, height: 72 },
    },
    {
      title: 'too many pixels',
      program: 'prints-red',
      send: { font_size: 96, scale: 8 },
      fault: 'Invalid',
    },
    { title: 'an unknown session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session, redact, redaction, layers, ...how }) => {
    const read = world.sessions.get(session);
    const hides = read.redactionForRead({ redact, ...(redaction && { redaction }) }, world);
    const laid = layers ? read.layers : undefined;
    return takeScreenshot(read.screen, { ...how, layers: laid, redaction: hides }, world.pngRenderer);
  },
});

export const sessionScrollback = method({
  name: 'session.scrollback',
  summary: 'Read rows of the scrollback, oldest first.',
  details:
    'One reply contains at most two million cells. If more rows are requested, the first ones are returned; continue at `start` plus the number of lines.',
  needs: ['screen.read'],
  params: z.strictObject({
    session: SessionRef,
    start: z
      .int()
      .min(-limits.maxScrollback)
      .max(limits.maxScrollback)
      .default(-100)
      .describe('The first row: 0 is the oldest kept row, -1 the newest.'),
    count: z
      .int()
      .min(1)
      .max(limits.maxScrollback)
      .default(100)
      .describe(
        'Maximum number of rows. Fewer are returned if the reply would be too large; continue from there.',
      ),
    ...redactionParams,
  }),
  result: z.object({
    lines: z.array(z.string()),
    start: z.int().describe('The index of the first returned line, from 0.'),
    total: z.int().describe('Number of kept rows.'),
  }),
  examples: [
    {
      title: 'an empty scrollback',
      program: 'prints-ready',
      send: {},
      reply: { lines: [], start: 0, total: 0 },
    },
  ],
  handle: ({ world }, { session, start, count, ...how }) => {
    const read = world.sessions.get(session);
    return readScrollback(read.screen, { start, count, redaction: read.redactionForRead(how, world) });
  },
});

const PaletteColors = z.object({
  colors: z
    .record(z.string(), z.string())
    .describe('Colors as `#rrggbb`, with the keys `0` to `255`, `foreground`, `background` and `cursor`.'),
});

export const sessionPalette = method({
  name: 'session.palette',
  summary: 'Return the colors of a session, as set by the program or by a client.',
  needs: ['screen.read'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: PaletteColors.extend({
    changed: z
      .array(z.string())
      .describe(
        'The colors that differ from the defaults. A client that shows the session in its theme shows these as they are.',
      ),
  }),
  examples: [
    {
      title: 'the default colors',
      program: 'prints-red',
      send: {},
      reply: { colors: { 1: '#cd0000', foreground: '#e5e5e5' }, changed: [] },
    },
  ],
  handle: ({ world }, { session }) => {
    const { palette } = world.sessions.get(session).screen;
    return { colors: readPaletteColors(palette), changed: customColorNames(palette) };
  },
});

export const sessionSetPalette = method({
  name: 'session.set_palette',
  summary: 'Set the colors of a session. A color that the program sets has priority.',
  needs: ['input.write'],
  params: z.strictObject({
    session: SessionRef,
    colors: z
      .record(
        z
          .string()
          .regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]|foreground|background|cursor)$/, 'not a color name'),
        z
          .string()
          .regex(/^#[0-9a-f]{6}$/, 'expected #rrggbb')
          .nullable(),
      )
      .describe('The keys are those of `session.palette`; null resets the color.'),
  }),
  result: PaletteColors,
  examples: [
    {
      title: 'another red',
      program: 'prints-red',
      send: { colors: { 1: '#ff5555' } },
      reply: { colors: { 1: '#ff5555', 2: '#00cd00' } },
    },
    {
      title: 'an invalid color',
      program: 'prints-red',
      send: { colors: { 256: '#ff5555' } },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, colors }) => {
    const { screen, viewers } = world.sessions.get(session);
    const { palette } = screen;
    setClientColors(palette, colors);
    viewers.refresh();
    return { colors: readPaletteColors(palette) };
  },
});

const TranscriptCursor = z.int().min(0);
const MarkerLabel = Name;

export const sessionTranscript = method({
  name: 'session.transcript',
  summary:
    'Read the transcript of a session: the output of its program, as far as it is kept. It is redacted by default.',
  details:
    'Without `since`, `from` and `to`, the whole kept transcript is returned. A cursor counts all characters ever written; continue at `next`. One reply contains at most two million characters: the last ones, unless a start is given.',
  needs: ['transcript.read'],
  params: z.strictObject({
    session: SessionRef,
    ...redactionParams,
    since: TranscriptCursor.optional().describe(
      'Return only text from this cursor on. A cursor beyond the end returns nothing.',
    ),
    from: MarkerLabel.optional().describe('The marker at which to start.'),
    to: MarkerLabel.optional().describe('The marker at which to end.'),
    max_chars: z
      .int()
      .min(1)
      .max(limits.maxTranscriptChars)
      .optional()
      .describe(
        'Maximum number of characters, counted from the given start, or from the end if no start is given.',
      ),
    strip_escapes: z
      .boolean()
      .default(false)
      .describe('Remove escape sequences and normalize line ends to line feeds.'),
  }),
  result: z.object({
    text: z.string(),
    start: TranscriptCursor.describe('The cursor of the first returned character.'),
    next: TranscriptCursor.describe('The cursor after the last returned character.'),
    dropped: z.boolean().describe('Some of the requested text is no longer kept.'),
    markers: z.record(z.string(), TranscriptCursor),
    lost: z
      .literal(true)
      .optional()
      .describe(
        'At a gateway of a fleet: the host of the session is lost. The text is what was kept of its redacted output, without markers. Cursors count redacted characters.',
      ),
  }),
  examples: [
    {
      title: 'the whole transcript',
      program: 'prints-ready',
      send: {},
      reply: { text: 'ready', start: 0, next: 5, dropped: false },
    },
    {
      title: 'from a cursor',
      program: 'prints-ready',
      send: { since: 3 },
      reply: { text: 'dy', start: 3, next: 5 },
    },
    {
      title: 'an unknown marker',
      program: 'prints-ready',
      send: { from: 'nowhere' },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, since, from, to, max_chars, strip_escapes, ...how }) => {
    const read = world.sessions.get(session);
    const maxChars = Math.min(max_chars ?? limits.replyChars, limits.replyChars);
    const requested = { since, from, to, maxChars, stripEscapes: strip_escapes };
    return readTranscript(read.transcript, read.redactionForRead(how, world), requested);
  },
});
