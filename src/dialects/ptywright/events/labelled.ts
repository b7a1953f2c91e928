import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const labelled = event({
  name: 'session.labelled',
  since: 1,
  summary:
    'A session is called or tagged otherwise; told to those who asked for `lifecycle`, with what it is called and tagged now.',
  params: z.object({ session: z.string(), name: z.string().nullable(), tags: z.array(z.string()) }),
  example: { session: 's1', name: 'prod', tags: ['web'] },
});
