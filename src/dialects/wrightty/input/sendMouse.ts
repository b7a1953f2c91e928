import { requireOnScreen } from '../../../core/input/mouse/allowed.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { gestureOf, mouse } from '../mouse.ts';
import { perform } from '../perform.ts';
import { inSession, Nothing } from '../shapes.ts';

export const sendMouse = method({
  name: 'Input.sendMouse',
  summary: 'Use the mouse, where the program has asked for it.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'ModeOff'],
  params: z.object({ ...inSession, ...mouse }),
  result: Nothing,
  handle: (call, { sessionId, ...done }) => {
    const value = gestureOf(done);
    requireOnScreen(value, call.world.session(sessionId).screen.size, '');
    return perform(call, sessionId, [{ type: 'mouse', value }], 'mouse');
  },
});
