import { limits } from '../../../core/limits.ts';
import { compileSelector } from '../../../core/selector/selector.ts';
import { Selector } from '../../../core/selector/shape.ts';
import { ambiguities } from '../../../core/selector/target.ts';
import { Pointing, point } from '../../../core/session/point.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Selected, selected } from '../selecting.ts';
import { redactionParams, SessionRef, TimeoutMs } from '../shapes.ts';

export const mouse = method({
  name: 'session.mouse',
  since: 1,
  summary: 'Use the mouse on what a selector means, once it is there.',
  details:
    'The screen is looked at again in the turn in which the bytes are written: what has moved meanwhile is hit where it is, what has gone is waited for, and what has become several is refused. To put the mouse on a cell send the action `mouse`.',
  needs: ['input.write', 'matcher.wait', 'screen.read'],
  throws: [
    'SessionUnknown',
    'SessionClosed',
    'Timeout',
    'Ambiguous',
    'ModeOff',
    'Unsupported',
    'Cancelled',
    'Busy',
    'PermissionDenied',
  ],
  params: z.strictObject({
    session: SessionRef,
    selector: Selector,
    gesture: Pointing.default({ event: 'click', button: 'left', count: 1, modifiers: [] }).describe(
      'What to do there; a click if absent.',
    ),
    ambiguity: z.enum(ambiguities).default('fail').describe('Which is taken when several are meant.'),
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    ...redactionParams,
  }),
  result: z.object({ selected: Selected, bytes: z.int().describe('Bytes written to the program.') }),
  examples: [
    {
      title: 'a click on a button',
      program: 'offers-buttons',
      send: { selector: { type: 'exact', text: '[ OK ]' } },
      reply: { selected: { row: 1, col: 2, cell: { row: 1, col: 4 } }, bytes: 18 },
    },
    {
      title: 'the wheel over a word that stands there twice',
      program: 'offers-buttons',
      send: {
        selector: { type: 'exact', text: 'line' },
        ambiguity: 'last',
        gesture: { event: 'scroll', direction: 'down' },
      },
      reply: { selected: { row: 3, col: 2 } },
    },
    {
      title: 'several, of which none was asked for',
      program: 'offers-buttons',
      send: { selector: { type: 'exact', text: 'line' } },
      fault: 'Ambiguous',
    },
    {
      title: 'a program that wants no mouse',
      program: 'prints-ready',
      send: { selector: { type: 'exact', text: 'ready' } },
      fault: 'ModeOff',
    },
  ],
  handle: async (
    { world, deadline },
    { session: wanted, selector, gesture, ambiguity, timeout_ms, ...how },
  ) => {
    const session = world.sessions.get(wanted);
    const redaction = world.readRedaction(session, how);
    const terms = { find: compileSelector(selector), gesture, ambiguity, redaction };
    const { target, bytes } = await point(session, terms, deadline(timeout_ms));
    return { selected: selected(target), bytes };
  },
});
