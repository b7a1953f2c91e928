import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { areaOf, inSession, Region, TimeoutMs } from '../shapes.ts';
import { waitForPlaces } from '../waiting.ts';

export const waitForText = method({
  name: 'Screen.waitForText',
  summary: 'Wait until text or a pattern is on the screen; in vain is no error.',
  needs: ['matcher.wait'],
  throws: ['InvalidPattern', 'SessionClosed', 'Busy'],
  params: z.object({
    ...inSession,
    pattern: z.string().min(1).max(limits.argBytes),
    isRegex: z
      .boolean()
      .nullish()
      .transform((given) => given ?? false),
    region: Region,
    timeout: TimeoutMs,
    interval: z.number().nullish().describe('Nobody polls here: it is taken and not needed.'),
  }),
  result: z.object({
    found: z.boolean(),
    matches: z.array(z.object({ text: z.string(), row: z.int(), col: z.int(), length: z.int() })),
    elapsed: z.int(),
  }),
  handle: (call, { sessionId, region, ...wish }) =>
    waitForPlaces(call, call.world.session(sessionId), { ...wish, region: areaOf(region) }),
});
