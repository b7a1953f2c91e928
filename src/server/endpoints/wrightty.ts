/** Endpoint of wrightty. Serves all sessions to clients that know the password. */
import { wrightty, wrighttyShipped } from '#dialects/wrightty/dialect.ts';
import { WrighttyServerContext } from '#dialects/wrightty/serverContext.ts';
import { limits } from '#limits.ts';
import type { OpenEndpoint } from '../dialects.ts';
import { createEndpoint, type EndpointHooks } from '../endpoint.ts';

export const openEndpoint: OpenEndpoint = (core, { options: { wire }, url = '', password }) => {
  const shipped = wire === 'client';
  const context = new WrighttyServerContext(core, { url, password, shipped });
  const { guard } = context;
  const meet: NonNullable<EndpointHooks['authenticate']> = (caller, unauthenticated) =>
    guard.register(caller, unauthenticated);
  return createEndpoint(shipped ? wrighttyShipped : wrightty, context, {
    noPings: true,
    frameBytes: limits.wrighttyFrameBytes,
    ...(guard.requiresPassword && { authenticate: meet }),
  });
};
