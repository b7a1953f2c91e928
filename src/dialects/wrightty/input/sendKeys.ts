import type { Action } from '../../../core/input/index.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { Key, pressedOf } from '../keys.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { inSession, Nothing } from '../shapes.ts';

export const sendKeys = method({
  name: 'Input.sendKeys',
  summary: 'Press keys one after the other, in the encoding that the program has asked for.',
  needs: ['input.write'],
  throws: ['SessionClosed'],
  params: z.object({ ...inSession, keys: z.array(Key).max(limits.chords) }),
  result: Nothing,
  handle: (call, { sessionId, keys }) => {
    const pressed = keys.map((key, at) => pressedOf(key, `keys.${at}`, call.world.shipped));
    const actions = pressed.map(
      (one): Action =>
        'chord' in one ? { type: 'key', value: one.chord } : { type: 'text', value: one.text },
    );
    return perform(call, sessionId, actions, 'keys');
  },
});
