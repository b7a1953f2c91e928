import { z } from '../../../platform/schema.ts';
import { panel } from '../layer/kind.ts';
import { Spans } from '../layers.ts';
import { method, session } from '../method.ts';
import { changeOf, Height, more, Position, refuseHigh } from './placing.ts';

export const createPanel = method({
  name: 'create_panel',
  summary: 'Take rows from the program, at an edge, for text that people see.',
  details:
    'A panel that has no room beside others is kept, and shown when there is some. One that is higher than the terminal is refused.',
  needs: panel.needs,
  throws: ['Busy'],
  params: z.object({ ...session, position: Position, height: Height, ...more, spans: Spans.nullish() }),
  result: z.object({ id: z.string() }),
  handle: ({ world: seat }, params) => {
    const { position, height } = params;
    const { layers } = seat.session(params.session);
    refuseHigh(layers, height);
    return { id: layers.createPanel({ ...changeOf(params), position, height }).id };
  },
});
