/** Endpoint of the native dialect. Serves all sessions; on the web also the page. */
import { ptywright } from '#dialects/ptywright/dialect.ts';
import type { OpenEndpoint } from '../dialects.ts';
import { createEndpoint } from '../endpoint.ts';
import { addPageRoutes } from '../pageRoutes.ts';

export const openEndpoint: OpenEndpoint = (world, { url }) => {
  const endpoint = createEndpoint(ptywright, world);
  return url === undefined
    ? endpoint
    : addPageRoutes(world, { ...endpoint, routes: [{ path: '/ptywright', socket: () => endpoint }] });
};
