import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { ViewerRef } from '../viewerShape.ts';
import { viewingOf } from '../viewing.ts';

const Steps = (most: number) => z.int().min(-most).max(most).default(0);

export const look = method({
  name: 'session.look',
  since: 1,
  summary:
    'Show a viewer rows that have scrolled off, or a part of the screen that its terminal has no room for.',
  details:
    'What it shows stays where it is, whatever is printed meanwhile, until it is told to follow the cursor again or somebody types at it. Steps that lead too far end at the edge. Rows that have scrolled off stand above the screen, panels included; the alternate screen has none. As long as a viewer looks elsewhere, its frames ask for no mode of the terminal: keys and the mouse come as without a program.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'ViewerUnknown'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    from: z
      .enum(['here', 'oldest', 'newest', 'cursor'])
      .default('here')
      .describe(
        'Where the steps begin: at what it shows, at the oldest row that is kept, or at the end of the screen. `cursor`: it follows the cursor again, without a step.',
      ),
    down: Steps(limits.maxScrollback).describe('Rows; up where it is negative.'),
    right: Steps(limits.maxCols).describe('Columns; to the left where it is negative.'),
  }),
  result: z.object({
    beyond: z
      .object({
        above: z.int().describe('Rows above what it shows.'),
        below: z.int(),
        left: z.int().describe('Columns to the left of it.'),
        right: z.int(),
      })
      .nullable()
      .describe('What there is on each side. Null: it follows the cursor.'),
  }),
  examples: [
    {
      title: 'with a viewer that is not there',
      program: 'prints-ready',
      send: { viewer: 's1.v9', down: -10 },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session, viewer: id, from, ...steps }) => {
    const viewer = viewingOf(caller).get(world.sessions.get(session), id);
    if (from !== 'cursor') return { beyond: viewer.look({ from, ...steps }) };
    viewer.follow();
    return { beyond: null };
  },
});
