import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { point } from '../perform.ts';
import { Col, Nothing, Row } from '../shapes.ts';

const Button = z.enum(['left', 'middle', 'right']);

export const mouseMove = method({
  name: 'mouse_move',
  since: 1,
  summary: 'Move the pointer; a program that asked for no moves is not told.',
  details: 'Shipped clients may say in `buttons` which ones are held: with one it is a drag.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy', 'Unsupported'],
  params: z.object({ row: Row, col: Col, buttons: z.array(Button).default([]) }),
  result: Nothing,
  examples: [{ title: 'a move', program: 'asks-name', send: { row: 5, col: 10 }, reply: null }],
  handle: (call, { row, col, buttons: [button] }) =>
    point(
      call,
      button
        ? { event: 'drag', button, row, col, modifiers: [] }
        : { event: 'move', row, col, modifiers: [] },
    ),
});
