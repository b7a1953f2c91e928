import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { point } from '../perform.ts';
import { Col, Nothing, Row } from '../shapes.ts';

export const mouseClick = method({
  name: 'mouse_click',
  since: 1,
  summary: 'Click, in the encoding that the program asked for; one that asked for no mouse is not told.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy', 'Unsupported'],
  params: z.object({ row: Row, col: Col, button: z.enum(['left', 'middle', 'right']).default('left') }),
  result: Nothing,
  examples: [
    { title: 'a click', program: 'asks-name', send: { row: 5, col: 10, button: 'left' }, reply: null },
    { title: 'a thumb', program: 'asks-name', send: { row: 5, col: 10, button: 'thumb' }, fault: 'Invalid' },
  ],
  handle: (call, { row, col, button }) =>
    point(call, { event: 'click', button, row, col, count: 1, modifiers: [] }),
});
