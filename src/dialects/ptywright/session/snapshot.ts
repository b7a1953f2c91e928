import { hasLayers } from '../../../core/layer/page.ts';
import { bareView, layeredSequence, layeredView, type View } from '../../../core/layer/view.ts';
import type { Redaction } from '../../../core/redact/redaction.ts';
import { Region, Snapshot } from '../../../core/screen/snapshot.ts';
import type { Session } from '../../../core/session/session.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { LayersToo, redactionParams, SessionRef } from '../shapes.ts';

export const snapshot = method({
  name: 'session.snapshot',
  since: 1,
  summary: 'Read the screen as it is now, redacted unless asked otherwise.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    ...redactionParams,
    cells: z
      .enum(['none', 'runs', 'full'])
      .default('none')
      .describe('Whether and how to tell colours and styles.'),
    region: Region.optional().describe('Only this part of the screen.'),
    layers: LayersToo,
    if_changed_since: z
      .int()
      .min(0)
      .optional()
      .describe(
        'A sequence; when the screen has not advanced past it, only `sequence` and `unchanged` come back.',
      ),
  }),
  result: z.union([Snapshot, z.object({ sequence: z.int(), unchanged: z.literal(true) })]),
  examples: [
    {
      title: 'a prompt',
      program: 'asks-name',
      send: {},
      reply: {
        size: { rows: 24, cols: 80 },
        plain_text: 'name?',
        cells: [],
        alternate_screen: false,
        title: null,
      },
    },
    {
      title: 'a word in red, as columns of the text: two from the sixth on, in the second style',
      program: 'prints-red',
      send: { cells: 'runs', region: { row: 0, col: 0, rows: 1, cols: 80 } },
      reply: { plain_text: 'it is on', cells: [[[6, 2, 1]]], styles: [{}, { fg: 1, bold: true }] },
    },
    { title: 'no such session', send: { session: 's99' }, fault: 'SessionUnknown' },
  ],
  handle: ({ world }, { session, cells, region, if_changed_since, layers, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.readRedaction(read, how);
    const view = layers ? viewWithLayers(read, hides) : bareView(read.screen, hides);
    if (if_changed_since !== undefined && view.sequence <= if_changed_since)
      return { sequence: view.sequence, unchanged: true as const };
    return view.snapshot(cells, region);
  },
});

/** Where there are none, the screen is read as it is, which costs a tenth; the sequence counts the layers all the same. */
function viewWithLayers(session: Session, hides: Redaction): View {
  if (hasLayers(session)) return layeredView(session, hides);
  const sequence = layeredSequence(session);
  const view = bareView(session.screen, hides);
  return { ...view, sequence, snapshot: (...asked) => ({ ...view.snapshot(...asked), sequence }) };
}
