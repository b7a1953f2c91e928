/** What a hand does with the mouse, from this dialect's words to the core's. */
import { fault, raise } from '../../core/faults.ts';
import type { Gesture } from '../../core/input/mouse/gesture.ts';
import { limits } from '../../core/limits.ts';
import { z } from '../../platform/schema.ts';

const buttons = ['left', 'right', 'middle'] as const;
const wheel = { scrollUp: 'up', scrollDown: 'down' } as const;

export const mouse = {
  event: z.enum(['press', 'release', 'move', 'scroll']),
  button: z.enum([...buttons, 'none', 'scrollUp', 'scrollDown']).default('none'),
  row: z.int().min(0).max(limits.maxRows),
  col: z.int().min(0).max(limits.maxCols),
  modifiers: z.array(z.enum(['Ctrl', 'Alt', 'Shift', 'Meta'])).nullish(),
};

/** Reports of a mouse have one bit for both. */
const asHeld = { Ctrl: 'ctrl', Alt: 'alt', Shift: 'shift', Meta: 'alt' } as const;

const Shape = z.object(mouse);
export type Mouse = z.output<typeof Shape>;

/** A pointer that moves with a button held drags. */
export function gestureOf({ event, button, row, col, modifiers }: Mouse): Gesture {
  const held = [...new Set((modifiers ?? []).map((name) => asHeld[name]))];
  const place = { row, col, modifiers: held };
  const pressed = buttons.find((name) => name === button);
  if (event === 'move') return pressed ? { event: 'drag', button: pressed, ...place } : { event, ...place };
  if (event === 'scroll')
    return {
      event,
      direction: button in wheel ? wheel[button as keyof typeof wheel] : wrong(event),
      count: 1,
      ...place,
    };
  return { event, button: pressed ?? wrong(event), ...place };
}

const wrong = (event: string): never =>
  raise(
    fault.Invalid({
      path: 'button',
      reason: `not a button that can ${event}`,
      expected: event === 'scroll' ? 'scrollUp | scrollDown' : buttons.join(' | '),
    }),
  );
