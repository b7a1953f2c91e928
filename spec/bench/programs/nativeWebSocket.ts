/** The native dialect on the carrier of another one, which is what that one is measured against: WebSocket, on loopback. */

import { permissionNames } from '../../../src/core/permissions.ts';
import { ptywright } from '../../../src/dialects/ptywright/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { serveHttp } from '../../../src/serve/http.ts';
import { Server } from '../../../src/serve/server.ts';
import { spoken } from '../../../src/serve/spoken.ts';

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
  speak: () => spoken(ptywright, server.world),
});
process.stderr.write(`listening on ${path}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit()));
