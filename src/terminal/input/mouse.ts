/** The `mouse` action: gestures, tracking modes and report encodings. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import type { Modes } from '../modes.ts';
import { action, writeInput } from './action.ts';

/** Numbers of buttons and wheel directions in the protocols. Motion (32) and modifiers are added to them. */
const mouseButtons = { left: 0, middle: 1, right: 2, back: 128, forward: 129 } as const;
const wheelButtons = { up: 64, down: 65, left: 66, right: 67 } as const;
export const noButton = 3;
export const motionFlag = 32;
const heldModifiers = { shift: 4, alt: 8, ctrl: 16 } as const;

type HeldModifier = keyof typeof heldModifiers;

const enumOf = <Word extends string>(table: Readonly<Record<Word, number>>) =>
  z.enum(Object.keys(table) as [Word, ...Word[]]);

const positionFields = {
  row: z.int().min(0).describe('Row on the screen, from 0.'),
  col: z.int().min(0).describe('Column on the screen, from 0.'),
  modifiers: z
    .array(enumOf(heldModifiers))
    .max(3)
    .default([])
    .describe('Modifier keys held during the gesture.'),
};
const buttonField = enumOf(mouseButtons).default('left');
const countField = z.int().min(1).max(limits.clicks).default(1);

export const MouseGesture = z.discriminatedUnion('event', [
  z
    .strictObject({ event: z.literal('press'), button: buttonField, ...positionFields })
    .describe('Press a button.'),
  z
    .strictObject({ event: z.literal('release'), button: buttonField, ...positionFields })
    .describe('Release a button.'),
  z
    .strictObject({ event: z.literal('click'), button: buttonField, count: countField, ...positionFields })
    .describe('Press and release a button in one place, `count` times: 2 is a double click.'),
  z
    .strictObject({ event: z.literal('move'), ...positionFields })
    .describe('Move the pointer with no button held.'),
  z
    .strictObject({ event: z.literal('drag'), button: buttonField, ...positionFields })
    .describe('Move the pointer with a button held. Send `press` before and `release` after.'),
  z
    .strictObject({
      event: z.literal('scroll'),
      direction: enumOf(wheelButtons),
      count: countField,
      ...positionFields,
    })
    .describe('Turn the wheel by `count` steps.'),
]);
export type MouseGesture = z.output<typeof MouseGesture>;
type MouseGestureEvent = MouseGesture['event'];

/** One report, in the numbers of the protocols. */
interface MouseReport {
  readonly code: number;
  readonly released?: boolean;
}

const addModifiers = (code: number, modifiers: readonly HeldModifier[]) =>
  modifiers.reduce((sum, name) => sum | heldModifiers[name], code);

function gestureReports(gesture: MouseGesture): MouseReport[] {
  switch (gesture.event) {
    case 'press':
      return [{ code: mouseButtons[gesture.button] }];
    case 'release':
      return [{ code: mouseButtons[gesture.button], released: true }];
    case 'move':
      return [{ code: noButton + motionFlag }];
    case 'drag':
      return [{ code: mouseButtons[gesture.button] + motionFlag }];
    case 'scroll':
      return Array.from({ length: gesture.count }, () => ({ code: wheelButtons[gesture.direction] }));
    case 'click': {
      const code = mouseButtons[gesture.button];
      return Array.from({ length: gesture.count }, () => [{ code }, { code, released: true }]).flat();
    }
  }
}

/** X10 tracking reports only presses, without modifiers. */
function reportsFor(gesture: MouseGesture, tracking: Modes['mouseTracking']): MouseReport[] {
  const plain = gestureReports(gesture);
  if (tracking === 'x10') return plain.filter(({ released }) => !released);
  return plain.map((each) => ({ ...each, code: addModifiers(each.code, gesture.modifiers) }));
}

type MouseEncoder = (report: MouseReport, x: number, y: number) => string;

/** All encodings except SGR report a release without its button. */
const withoutButton = ({ code, released }: MouseReport) =>
  released ? (code & ~0b11_00_00_11) | noButton : code;

const encodeSgr: MouseEncoder = ({ code, released }, x, y) =>
  `\x1b[<${code};${x};${y}${released ? 'm' : 'M'}`;

const encodeX10: MouseEncoder = (report, x, y) =>
  `\x1b[M${String.fromCharCode(withoutButton(report) + 32, x + 32, y + 32)}`;

const encodeUrxvt: MouseEncoder = (report, x, y) => `\x1b[${withoutButton(report) + 32};${x};${y}M`;

interface MouseReportEncoding {
  readonly encode: MouseEncoder;
  /** The largest coordinate that can be encoded, counted from 1. */
  readonly maxCoordinate: number;
  readonly charset: 'latin1' | 'utf8';
}

/** One byte holds 255, and two bytes of UTF-8 hold 2047. An offset of 32 avoids control characters. */
export const mouseReportEncodings: { readonly [Name in Modes['mouseEncoding']]: MouseReportEncoding } = {
  default: { encode: encodeX10, maxCoordinate: 223, charset: 'latin1' },
  utf8: { encode: encodeX10, maxCoordinate: 2015, charset: 'utf8' },
  urxvt: { encode: encodeUrxvt, maxCoordinate: Number.POSITIVE_INFINITY, charset: 'latin1' },
  sgr: { encode: encodeSgr, maxCoordinate: Number.POSITIVE_INFINITY, charset: 'latin1' },
  sgr_pixels: { encode: encodeSgr, maxCoordinate: Number.POSITIVE_INFINITY, charset: 'latin1' },
};

/** The centre of a cell, in pixels. The cell size is not rounded, so that the last column stays on the screen. */
export const cellCenter = (at: number, cells: number, pixels: number) =>
  Math.floor(((at + 0.5) * pixels) / cells);

function reportCoordinates({ row, col }: MouseGesture, modes: Modes, size: Size): [x: number, y: number] {
  if (modes.mouseEncoding !== 'sgr_pixels') return [col + 1, row + 1];
  return [cellCenter(col, size.cols, size.pixelWidth), cellCenter(row, size.rows, size.pixelHeight)];
}

/** Returns the bytes of a gesture that the modes allow. */
function encodeGesture(gesture: MouseGesture, modes: Modes, size: Size): Uint8Array {
  const { encode, charset } = mouseReportEncodings[modes.mouseEncoding];
  const [x, y] = reportCoordinates(gesture, modes, size);
  const text = reportsFor(gesture, modes.mouseTracking)
    .map((report) => encode(report, x, y))
    .join('');
  return Buffer.from(text, charset);
}

type MouseTracking = Modes['mouseTracking'];

/** From no events to all events. Each level includes the levels before it. */
const trackingLevels: readonly MouseTracking[] = ['none', 'x10', 'vt200', 'drag', 'any'];
const trackingNames: { readonly [Level in MouseTracking]: string } = {
  none: 'none',
  x10: 'x10 (DECSET 9)',
  vt200: 'vt200 (DECSET 1000)',
  drag: 'drag (DECSET 1002)',
  any: 'any (DECSET 1003)',
};

const requiredTracking: { readonly [Event in MouseGestureEvent]: MouseTracking } = {
  press: 'x10',
  click: 'x10',
  release: 'vt200',
  scroll: 'vt200',
  drag: 'drag',
  move: 'any',
};

/** X10 reports only the first three buttons. */
const isExtraButton = (gesture: MouseGesture) =>
  'button' in gesture && mouseButtons[gesture.button] > mouseButtons.right;

function requireTracking(gesture: MouseGesture, { mouseTracking }: Modes): void {
  const needed =
    isExtraButton(gesture) && requiredTracking[gesture.event] === 'x10'
      ? 'vt200'
      : requiredTracking[gesture.event];
  if (trackingLevels.indexOf(mouseTracking) >= trackingLevels.indexOf(needed)) return;
  const enabled =
    mouseTracking === 'none'
      ? 'has not enabled mouse events'
      : `has enabled only mouse tracking ${trackingNames[mouseTracking]}`;
  raise(
    fault.ModeOff(
      { mode: `mouse_tracking ${trackingNames[needed]}`, action: 'mouse' },
      `The program ${enabled}; ${gesture.event} needs ${trackingNames[needed]} or more.`,
    ),
  );
}

/** `path` is the prefix of `row` and `col` in the parameters. */
export function requireOnScreen(gesture: MouseGesture, size: Size, path = 'value.'): void {
  for (const [side, bound] of [
    ['row', size.rows],
    ['col', size.cols],
  ] as const) {
    if (gesture[side] < bound) continue;
    const reason = `is off the screen, which has ${bound} ${side}s`;
    const details = { expected: `0 to ${bound - 1}`, got: `${gesture[side]}` };
    raise(fault.Invalid({ path: `${path}${side}`, reason, ...details }));
  }
}

function requireEncodable({ row, col }: MouseGesture, { mouseEncoding }: Modes, size: Size): void {
  const { maxCoordinate: furthest } = mouseReportEncodings[mouseEncoding];
  if (Math.max(row, col) >= furthest) {
    const reason = `The mouse encoding of the program cannot report rows and columns above ${furthest - 1}.`;
    raise(fault.ModeOff({ mode: 'mouse_encoding sgr (DECSET 1006)', action: 'mouse' }, reason));
  }
  if (mouseEncoding === 'sgr_pixels' && (size.pixelWidth === 0 || size.pixelHeight === 0)) {
    const reason =
      'the program expects mouse positions in pixels; set pixel_width and pixel_height of the session';
    raise(fault.Unsupported({ reason }));
  }
}

/** Raises a fault if a real terminal would not report this gesture. */
function requireReportable(gesture: MouseGesture, modes: Modes, size: Size): void {
  requireTracking(gesture, modes);
  requireOnScreen(gesture, size);
  requireEncodable(gesture, modes, size);
}

const sgrModes = { mouseTracking: 'vt200', mouseEncoding: 'sgr' } as const;

export const mouseAction = action({
  name: 'mouse',
  summary:
    'Send a mouse gesture in the encoding that the program selected. Fails if a terminal would not report the ' +
    'gesture because the program enabled fewer mouse events.',
  needs: 'input.write',
  value: MouseGesture,
  examples: [
    {
      title: 'a click',
      value: { event: 'click', row: 4, col: 9 },
      modes: sgrModes,
      writes: '\x1b[<0;10;5M\x1b[<0;10;5m',
    },
    {
      title: 'the wheel with ctrl held',
      value: { event: 'scroll', direction: 'down', row: 0, col: 0, modifiers: ['ctrl'] },
      modes: sgrModes,
      writes: '\x1b[<81;1;1M',
    },
    {
      title: 'the X10 encoding',
      value: { event: 'press', button: 'right', row: 0, col: 1 },
      modes: { mouseTracking: 'x10' },
      writes: '\x1b[M""!',
    },
    { title: 'mouse events are off', value: { event: 'click', row: 0, col: 0 }, fault: 'ModeOff' },
    {
      title: 'motion events are off',
      value: { event: 'move', row: 0, col: 0 },
      modes: sgrModes,
      fault: 'ModeOff',
    },
    {
      title: 'outside the screen',
      value: { event: 'click', row: 24, col: 0 },
      modes: sgrModes,
      fault: 'Invalid',
    },
  ],
  perform(target, gesture) {
    const { modes, size } = target;
    requireReportable(gesture, modes, size);
    const written = writeInput(target, encodeGesture(gesture, modes, size));
    target.movePointer(gesture.row, gesture.col);
    return written;
  },
});
