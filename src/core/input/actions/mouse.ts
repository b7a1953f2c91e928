import { action } from '../action.ts';
import { requireAllowed } from '../mouse/allowed.ts';
import { Gesture } from '../mouse/gesture.ts';
import { encodeGesture } from '../mouse/report.ts';
import { write } from '../write.ts';

const sgr = { mouseTracking: 'vt200', mouseEncoding: 'sgr' } as const;

export const mouse = action({
  name: 'mouse',
  summary:
    'Uses the mouse, in the encoding that the program asked for. It is refused when a terminal would not report it ' +
    'because the program asked for less.',
  needs: 'input.write',
  value: Gesture,
  examples: [
    {
      title: 'a click',
      value: { event: 'click', row: 4, col: 9 },
      modes: sgr,
      writes: '\x1b[<0;10;5M\x1b[<0;10;5m',
    },
    {
      title: 'the wheel, with ctrl held',
      value: { event: 'scroll', direction: 'down', row: 0, col: 0, modifiers: ['ctrl'] },
      modes: sgr,
      writes: '\x1b[<81;1;1M',
    },
    {
      title: 'the oldest encoding',
      value: { event: 'press', button: 'right', row: 0, col: 1 },
      modes: { mouseTracking: 'x10' },
      writes: '\x1b[M""!',
    },
    { title: 'no mouse wanted', value: { event: 'click', row: 0, col: 0 }, fault: 'ModeOff' },
    { title: 'no moves wanted', value: { event: 'move', row: 0, col: 0 }, modes: sgr, fault: 'ModeOff' },
    { title: 'off the screen', value: { event: 'click', row: 24, col: 0 }, modes: sgr, fault: 'Invalid' },
  ],
  perform(target, gesture) {
    const { modes, size } = target;
    requireAllowed(gesture, modes, size);
    const written = write(target, encodeGesture(gesture, modes, size));
    target.pointed(gesture.row, gesture.col);
    return written;
  },
});
