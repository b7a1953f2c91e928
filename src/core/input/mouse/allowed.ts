import { fault, raise } from '../../faults.ts';
import type { Size } from '../../size.ts';
import type { Modes } from '../modes.ts';
import { buttons, type Gesture, type GestureEvent } from './gesture.ts';
import { encodings } from './report.ts';

type Tracking = Modes['mouseTracking'];

/** From no events to all of them; each level reports what those before it do, and more. */
const levels: readonly Tracking[] = ['none', 'x10', 'vt200', 'drag', 'any'];
const names: { readonly [Level in Tracking]: string } = {
  none: 'none',
  x10: 'x10 (DECSET 9)',
  vt200: 'vt200 (DECSET 1000)',
  drag: 'drag (DECSET 1002)',
  any: 'any (DECSET 1003)',
};

const needs: { readonly [Event in GestureEvent]: Tracking } = {
  press: 'x10',
  click: 'x10',
  release: 'vt200',
  scroll: 'vt200',
  drag: 'drag',
  move: 'any',
};

/** X10 reports the first three buttons. */
const isExtra = (gesture: Gesture) => 'button' in gesture && buttons[gesture.button] > buttons.right;

function requireTracking(gesture: Gesture, { mouseTracking }: Modes): void {
  const needed = isExtra(gesture) && needs[gesture.event] === 'x10' ? 'vt200' : needs[gesture.event];
  if (levels.indexOf(mouseTracking) >= levels.indexOf(needed)) return;
  const asked =
    mouseTracking === 'none' ? 'for no mouse events' : `for mouse events ${names[mouseTracking]} only`;
  raise(
    fault.ModeOff(
      { mode: `mouse_tracking ${names[needed]}`, action: 'mouse' },
      `The program has asked ${asked}; ${gesture.event} needs ${names[needed]} or more.`,
    ),
  );
}

/** `path` is what the place is called where it stands in the parameters. */
export function requireOnScreen(gesture: Gesture, size: Size, path = 'value.'): void {
  for (const [side, bound] of [
    ['row', size.rows],
    ['col', size.cols],
  ] as const) {
    if (gesture[side] < bound) continue;
    const reason = `is off the screen, which has ${bound} ${side}s`;
    const told = { expected: `0 to ${bound - 1}`, got: `${gesture[side]}` };
    raise(fault.Invalid({ path: `${path}${side}`, reason, ...told }));
  }
}

function requireEncodable({ row, col }: Gesture, { mouseEncoding }: Modes, size: Size): void {
  const { furthest } = encodings[mouseEncoding];
  if (Math.max(row, col) >= furthest) {
    const reason = `The program's mouse encoding ends at column and row ${furthest - 1}.`;
    raise(fault.ModeOff({ mode: 'mouse_encoding sgr (DECSET 1006)', action: 'mouse' }, reason));
  }
  if (mouseEncoding === 'sgr_pixels' && (size.pixelWidth === 0 || size.pixelHeight === 0)) {
    const reason = 'the program wants the mouse in pixels: give the session pixel_width and pixel_height';
    raise(fault.Unsupported({ reason }));
  }
}

/** Raises the fault that says why a real terminal would not report this. */
export function requireAllowed(gesture: Gesture, modes: Modes, size: Size): void {
  requireTracking(gesture, modes);
  requireOnScreen(gesture, size);
  requireEncodable(gesture, modes, size);
}
