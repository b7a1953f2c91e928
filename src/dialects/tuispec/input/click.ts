import { type Pointing, point } from '../../../core/session/point.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { perform } from '../perform.ts';
import { tell } from '../said.ts';
import { finderOf, orTimedOut } from '../selecting.ts';
import { coreAmbiguity, Ok, ok, Place, Selector, waitingFor } from '../shapes.ts';

export const click = method({
  name: 'click',
  since: 1,
  summary: 'Click on a cell, or on the middle of what a selector means.',
  needs: ['input.write'],
  throws: ['NoActiveSession', 'SessionClosed', 'Busy', 'MethodFailed', 'ModeOff'],
  params: z
    .object({
      col: Place.optional(),
      row: Place.optional(),
      selector: Selector.optional(),
      button: z.enum(['left', 'middle', 'right']).default('left'),
      encoding: z
        .enum(['sgr', 'x10'])
        .optional()
        .describe('The program is told in the encoding that it asked for, whatever is asked here.'),
      ...waitingFor,
    })
    .refine(
      ({ col, row, selector }) =>
        selector === undefined
          ? col !== undefined && row !== undefined
          : col === undefined && row === undefined,
      { message: 'choose col and row, or a selector' },
    ),
  result: Ok,
  examples: [
    {
      title: 'a program that wants no mouse',
      program: 'prints-ready',
      send: { col: 1, row: 1 },
      fault: 'ModeOff',
    },
  ],
  handle: async (call, { col, row, selector, button, encoding: _, ...wish }) => {
    const gesture = { event: 'click' as const, button, count: 1, modifiers: [] } satisfies Pointing;
    if (selector === undefined) {
      const place = { row: row! - 1, col: col! - 1 };
      return perform(call, [{ type: 'mouse', value: { ...gesture, ...place } }]);
    }
    const { session, started } = call.world;
    const { timeoutMs = started.timeoutMs, ambiguityMode = started.ambiguity } = wish;
    const ambiguity = coreAmbiguity(ambiguityMode);
    const terms = { find: finderOf(selector), ambiguity, gesture, redaction: session.redaction };
    const missed = `the screen does not show ${tell(selector)}`;
    await orTimedOut(point(session, terms, call.deadline(timeoutMs)), missed);
    return ok;
  },
});
