import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const initialized = method({
  name: 'initialized',
  since: 1,
  summary: 'A client that greeted says that it is ready. Nothing follows from it.',
  needs: [],
  throws: [],
  notification: true,
  params: z.looseObject({}),
  result: z.null(),
  examples: [],
  handle: () => null,
});
