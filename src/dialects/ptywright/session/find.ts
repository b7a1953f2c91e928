import { limits } from '../../../core/limits.ts';
import { compileSelector, probeOf } from '../../../core/selector/selector.ts';
import { Selector } from '../../../core/selector/shape.ts';
import { ambiguities, choose, targetOf } from '../../../core/selector/target.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Selected, selected } from '../selecting.ts';
import { redactionParams, SessionRef, TimeoutMs } from '../shapes.ts';

const ready = { type: 'exact', text: 'ready' } as const;

export const find = method({
  name: 'session.find',
  since: 1,
  summary: 'Tell where on the screen something stands, once it is there.',
  needs: ['matcher.wait', 'screen.read'],
  throws: [
    'SessionUnknown',
    'SessionClosed',
    'Timeout',
    'Ambiguous',
    'Cancelled',
    'Busy',
    'PermissionDenied',
  ],
  params: z.strictObject({
    session: SessionRef,
    selector: Selector,
    ambiguity: z
      .enum([...ambiguities, 'all'])
      .default('fail')
      .describe('Which is taken when several are meant.'),
    timeout_ms: TimeoutMs.default(limits.defaultTimeoutMs),
    ...redactionParams,
  }),
  result: z.object({ found: z.array(Selected), sequence: z.int() }),
  examples: [
    {
      title: 'a word',
      program: 'prints-ready',
      send: { selector: ready },
      reply: {
        found: [{ row: 0, col: 0, end: { row: 0, col: 4 }, cell: { row: 0, col: 2 }, text: 'ready' }],
      },
    },
    {
      title: 'a letter that stands there twice',
      program: 'prints-red',
      send: { selector: { type: 'exact', text: 'i' }, ambiguity: 'all' },
      reply: { found: [{ col: 0 }, { col: 3 }] },
    },
    {
      title: 'the second of several',
      program: 'prints-red',
      send: { selector: { type: 'nth', index: 1, selector: { type: 'exact', text: 'i' } } },
      reply: { found: [{ col: 3 }] },
    },
    {
      title: 'several, of which none was asked for',
      program: 'prints-red',
      send: { selector: { type: 'exact', text: 'i' } },
      fault: 'Ambiguous',
    },
    {
      title: 'what is not there',
      program: 'prints-ready',
      send: {
        selector: { type: 'within', area: { row: 1, col: 0, rows: 9, cols: 80 }, selector: ready },
        timeout_ms: 0,
      },
      fault: 'Timeout',
    },
  ],
  handle: async ({ world, deadline }, { session: wanted, selector, ambiguity, timeout_ms, ...how }) => {
    const session = world.sessions.get(wanted);
    const redaction = world.readRedaction(session, how);
    const finder = compileSelector(selector);
    const { moment } = await session.wait(probeOf(finder), deadline(timeout_ms), { redaction }).ended;
    const all = finder(moment);
    const found =
      ambiguity === 'all'
        ? all.map((one) => targetOf(one, redaction))
        : [choose(all, ambiguity, redaction)].filter((one) => one !== undefined);
    return { found: found.map(selected), sequence: moment.sequence };
  },
});
