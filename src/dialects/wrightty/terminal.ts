/** Methods that read and change the size, the modes and the colors of a terminal. */
import { z } from '#platform/schema.ts';
import type { Modes as CoreModes } from '#terminal/modes.ts';
import { formatHex, parseHex, readPaletteColors, setClientColors } from '#terminal/palette.ts';
import { Cols, method, Rgb, Rows, sessionParams, toRgb } from './method.ts';

export const terminalGetSize = method({
  name: 'Terminal.getSize',
  summary: 'Return the size of the terminal.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: z.object({ cols: z.int(), rows: z.int() }),
  examples: [{ title: 'the usual size', send: {}, reply: { cols: 80, rows: 24 } }],
  handle: ({ world }, { sessionId }) => {
    const { cols, rows } = world.session(sessionId).screen.size;
    return { cols, rows };
  },
});

export const terminalResize = method({
  name: 'Terminal.resize',
  summary: 'Resize the terminal; the program is notified.',
  needs: ['session.resize'],
  params: z.object({ ...sessionParams, cols: Cols, rows: Rows }),
  examples: [{ title: 'a wide terminal', send: { cols: 132, rows: 40 }, reply: {} }],
  handle: ({ world }, { sessionId, cols, rows }) => {
    const session = world.session(sessionId);
    session.resize({ ...session.layers.size, cols, rows });
  },
});

const mouseTrackingNames = {
  none: 'none',
  x10: 'x10',
  vt200: 'normal',
  drag: 'cellMotion',
  any: 'allMotion',
} as const;
const mouseEncodingNames = {
  default: 'default',
  utf8: 'utf8',
  sgr: 'sgr',
  urxvt: 'urxvt',
  sgr_pixels: 'sgrPixel',
} as const;

const TerminalModes = z.object({
  cursorKeyMode: z.enum(['normal', 'application']),
  keypadMode: z.enum(['numeric', 'application']),
  alternateScreen: z.boolean(),
  bracketedPaste: z.boolean(),
  mouseTracking: z.enum(Object.values(mouseTrackingNames)),
  mouseEncoding: z.enum(Object.values(mouseEncodingNames)),
  focusReporting: z.boolean(),
  cursorVisible: z.boolean(),
  cursorStyle: z.enum(['block', 'underline', 'bar', 'blinkingBlock', 'blinkingUnderline', 'blinkingBar']),
  autoWrap: z.boolean(),
  reverseVideo: z.boolean(),
  originMode: z.boolean(),
  synchronizedOutput: z.boolean(),
});

export const terminalGetModes = method({
  name: 'Terminal.getModes',
  summary: 'Return the terminal modes that the program has set.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: TerminalModes,
  examples: [
    { title: 'a program that sets none', send: {}, reply: { alternateScreen: false, mouseTracking: 'none' } },
  ],
  handle: ({ world }, { sessionId }) => {
    const { modes, cursor, cursorShape, cursorBlinks } = world.session(sessionId).screen;
    return {
      ...formatModes(modes),
      cursorVisible: cursor.visible,
      cursorStyle: cursorBlinks ? blinkingCursorStyles[cursorShape] : cursorShape,
    };
  },
});

const blinkingCursorStyles = {
  block: 'blinkingBlock',
  underline: 'blinkingUnderline',
  bar: 'blinkingBar',
} as const;

const formatModes = (modes: CoreModes) => ({
  cursorKeyMode: modes.applicationCursor ? ('application' as const) : ('normal' as const),
  keypadMode: modes.applicationKeypad ? ('application' as const) : ('numeric' as const),
  alternateScreen: modes.alternateScreen,
  bracketedPaste: modes.bracketedPaste,
  mouseTracking: mouseTrackingNames[modes.mouseTracking],
  mouseEncoding: mouseEncodingNames[modes.mouseEncoding],
  focusReporting: modes.focusEvents,
  autoWrap: modes.wraparound,
  reverseVideo: modes.reverseScreen,
  originMode: modes.origin,
  synchronizedOutput: modes.synchronizedOutput,
});

// Colors by name, and their conversion to hexadecimal text.
const ColorName = z
  .string()
  .regex(
    /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]|foreground|background|cursor)$/,
    'expected a number from 0 to 255, foreground, background or cursor',
  );

const ColorPalette = z.record(ColorName, Rgb);
type ColorPalette = z.output<typeof ColorPalette>;

const toHex = (palette: ColorPalette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, { r, g, b }]) => [name, formatHex([r, g, b])]));

const fromHex = (colors: Readonly<Record<string, string>>): ColorPalette =>
  Object.fromEntries(Object.entries(colors).map(([name, hex]) => [name, toRgb(parseHex(hex))]));

export const terminalGetColorPalette = method({
  name: 'Terminal.getColorPalette',
  summary: 'Return all colors.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: z.object({ palette: ColorPalette }),
  examples: [{ title: 'all colors', send: {}, reply: { palette: {} } }],
  handle: ({ world }, { sessionId }) => ({
    palette: fromHex(readPaletteColors(world.session(sessionId).screen.palette)),
  }),
});

export const terminalSetColorPalette = method({
  name: 'Terminal.setColorPalette',
  summary: 'Set some colors. A color that the program sets has priority.',
  needs: ['input.write'],
  params: z.object({ ...sessionParams, palette: ColorPalette }),
  examples: [{ title: 'one color', send: { palette: { 1: { r: 170, g: 20, b: 20 } } }, reply: {} }],
  handle: ({ world }, { sessionId, palette }) => {
    setClientColors(world.session(sessionId).screen.palette, toHex(palette));
  },
});
