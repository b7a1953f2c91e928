import { fault, raise } from '../../../core/faults.ts';
import { Text } from '../../../core/input/write.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { ViewerRef } from '../viewerShape.ts';
import { viewingOf } from '../viewing.ts';

export const type = method({
  name: 'session.type',
  since: 1,
  summary: 'Hand over what a person has typed at a viewer, as the terminal sent it.',
  details:
    'Whole keys are written, all of one call in one piece; the beginning of one is kept until its rest comes, or for 100 ms: then it is a key of its own, such as alt with `[`. An escape at the end is written at once, and for 50 ms nobody else writes behind it: what comes by then is of the same key, and without it, it is the key of that name. Where `more` says that the rest is on its way, both wait for it unwritten. Mouse and focus reports that the program did not ask for are dropped; those of the mouse are expected in SGR and told as the program asked. A viewer that looks elsewhere follows the cursor again. While somebody else has the input, or anybody has it from people, the keys are told to that one by `session.typed` and not written; `Busy` says that it does not read them.',
  needs: ['input.write'],
  throws: ['SessionUnknown', 'SessionClosed', 'ViewerUnknown', 'PermissionDenied', 'Busy'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    data: Text,
    more: z.boolean().default(false).describe('The terminal has sent more than this.'),
  }),
  result: z.object({
    bytes: z.int().describe('Bytes written to the program.'),
    captured: z.boolean().describe('Somebody who has the input got the keys instead.'),
  }),
  examples: [
    {
      title: 'at a viewer that is not there',
      program: 'prints-ready',
      send: { viewer: 's1.v9', data: 'x' },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller, cancellation }, { session: wanted, viewer: id, data, more }) => {
    const viewer = viewingOf(caller).get(world.sessions.get(wanted), id);
    if (viewer.readOnly)
      raise(fault.PermissionDenied({ reason: 'the viewer is read-only' }, 'the viewer is read-only'));
    return viewer.type(data, cancellation, more);
  },
});
