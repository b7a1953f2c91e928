import { Text } from '../../../core/input/write.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { inSession, Nothing } from '../shapes.ts';

export const sendText = method({
  name: 'Input.sendText',
  summary: 'Type text as it is: a line feed stays one.',
  needs: ['input.write'],
  throws: ['SessionClosed'],
  params: z.object({ ...inSession, text: Text }),
  result: Nothing,
  handle: (call, { sessionId, text }) => perform(call, sessionId, [{ type: 'text', value: text }], 'text'),
});
