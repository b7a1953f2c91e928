/** The native dialect over WebSocket on the loopback interface, as the baseline for another dialect on it. */
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { createEndpoint } from '#server/endpoint.ts';
import { serveHttp } from '#server/httpListener.ts';
import { Server } from '#server/server.ts';

const server = new Server({
  clock: systemClock,
  redactionEnforced: false,
  grants: new Set(permissionNames),
  version: '0.0.0-bench',
  log: () => {},
  checkReplies: false,
});
const { path } = await serveHttp(server, {
  address: { host: '127.0.0.1', port: 0 },
  secret: { name: 'NONE', kind: 'password', value: undefined },
  createEndpoint: () => createEndpoint(ptywright, server.world),
});
process.stderr.write(`listening on ${path}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit()));
