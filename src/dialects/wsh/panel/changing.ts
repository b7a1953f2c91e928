/** What changes a panel, whether all of it is said or a part. */
import { z } from '../../../platform/schema.ts';
import { endings, ofLayer, panel } from '../layer/kind.ts';
import { orUnknown } from '../layers.ts';
import { method, Nothing } from '../method.ts';
import { changeOf, type Placed, refuseHigh } from './placing.ts';

export const changing = <Params extends z.ZodObject>(name: string, summary: string, shape: Params) =>
  method({
    name,
    summary,
    needs: panel.needs,
    throws: endings(panel),
    params: z.object({ ...ofLayer, ...shape.shape }),
    result: Nothing,
    handle: ({ world: seat }, params) => {
      const { session: whose, id: changed, ...change } = params as Placed & { session?: string; id: string };
      const { layers } = seat.session(whose);
      refuseHigh(layers, change.height);
      orUnknown(changed, () => layers.changePanel(changed, changeOf(change)));
      return {};
    },
  });
