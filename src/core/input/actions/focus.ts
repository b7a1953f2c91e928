import { z } from '../../../platform/schema.ts';
import { fault, raise } from '../../faults.ts';
import { action } from '../action.ts';
import { write } from '../write.ts';

export const focus = action({
  name: 'focus',
  summary: "Tells the program that the terminal's window gained or lost the focus.",
  needs: 'input.write',
  value: z.strictObject({ focused: z.boolean() }),
  examples: [
    { title: 'gained', value: { focused: true }, modes: { focusEvents: true }, writes: '\x1b[I' },
    { title: 'lost', value: { focused: false }, modes: { focusEvents: true }, writes: '\x1b[O' },
    { title: 'not wanted', value: { focused: true }, fault: 'ModeOff' },
  ],
  perform(target, { focused }) {
    if (!target.modes.focusEvents) {
      raise(fault.ModeOff({ mode: 'focus_events (DECSET 1004)', action: 'focus' }));
    }
    const written = write(target, focused ? '\x1b[I' : '\x1b[O');
    target.focused(focused);
    return written;
  },
});
