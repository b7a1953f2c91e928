import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

export const authenticate = method({
  name: 'Wrightty.authenticate',
  summary: 'Show the password; it counts for this connection. A server without one is content with any.',
  open: true,
  throws: ['AuthenticationFailed'],
  params: z.object({ password: z.string().max(limits.argBytes) }),
  result: z.object({ authenticated: z.literal(true) }),
  handle: ({ world, caller }, { password }) => {
    world.guard.authenticate(caller, password);
    return { authenticated: true as const };
  },
});
