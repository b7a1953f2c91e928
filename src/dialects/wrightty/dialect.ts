/**
 * The wrightty dialect: sessions over a WebSocket. It follows the protocol document. With `wire=client` it follows the
 * released server where released clients depend on it.
 */

import { type Dialect, defineDialect, exportedMethods } from '#rpc/dialect.ts';
import type { Call } from '#rpc/method.ts';
import { codes, shippedCodes, translations } from './errors.ts';
import * as events from './events.ts';
import * as input from './input.ts';
import * as recording from './recording.ts';
import * as screen from './screen.ts';
import * as server from './server.ts';
import type { WrighttyServerContext } from './serverContext.ts';
import * as session from './session.ts';
import * as terminal from './terminal.ts';
import * as waits from './waits.ts';

const methods = exportedMethods(server, session, input, screen, waits, terminal, recording, events);

const shared = {
  name: 'wrightty',
  events: [events.eventsEvent],
  translations,
  done: {},
  before: ({ world, caller }: Call<WrighttyServerContext>) => world.guard.requireAuthenticated(caller),
  unknownMethod: () => 'Method not found',
};

export const wrightty: Dialect<WrighttyServerContext> = defineDialect<WrighttyServerContext>({
  ...shared,
  codes,
  methods,
});

export const wrighttyShipped: Dialect<WrighttyServerContext> = defineDialect<WrighttyServerContext>({
  ...shared,
  codes: shippedCodes,
  methods: [...methods, ...recording.shippedMethods],
});
