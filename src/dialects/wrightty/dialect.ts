/**
 * The wrightty dialect: sessions over a WebSocket. It follows the protocol document. With `wire=client` it follows the
 * released server where released clients depend on it.
 */

import { type Dialect, defineDialect } from '#rpc/dialect.ts';
import type { Call } from '#rpc/method.ts';
import { codes, shippedCodes, translations } from './errors.ts';
import { eventsEvent, eventsSubscribe, eventsUnsubscribe } from './events.ts';
import { inputSendKeys, inputSendMouse, inputSendText } from './input.ts';
import type { WrighttyMethod } from './method.ts';
import {
  recordingCaptureScreen,
  recordingStartActions,
  recordingStartSession,
  recordingStartVideo,
  recordingStartVideoShipped,
  recordingStopActions,
  recordingStopSession,
  recordingStopVideo,
  recordingStopVideoShipped,
} from './recording.ts';
import { screenGetContents, screenGetScrollback, screenGetText, screenScreenshot } from './screen.ts';
import { wrighttyAuthenticate, wrighttyGetInfo } from './server.ts';
import type { WrighttyServerContext } from './serverContext.ts';
import { sessionGetInfo as getSessionInfo, sessionCreate, sessionDestroy, sessionList } from './session.ts';
import {
  terminalGetColorPalette,
  terminalGetModes,
  terminalGetSize,
  terminalResize,
  terminalSetColorPalette,
} from './terminal.ts';
import { screenWaitForCursor, screenWaitForText } from './waits.ts';

const sharedMethods: readonly WrighttyMethod[] = [
  wrighttyGetInfo,
  wrighttyAuthenticate,
  sessionCreate,
  sessionDestroy,
  sessionList,
  getSessionInfo,
  inputSendKeys,
  inputSendText,
  inputSendMouse,
  screenGetContents,
  screenGetText,
  screenGetScrollback,
  screenScreenshot,
  screenWaitForText,
  screenWaitForCursor,
  terminalResize,
  terminalGetSize,
  terminalSetColorPalette,
  terminalGetColorPalette,
  terminalGetModes,
  recordingCaptureScreen,
  recordingStartSession,
  recordingStopSession,
  recordingStartActions,
  recordingStopActions,
  eventsSubscribe,
  eventsUnsubscribe,
];

const events = [eventsEvent] as const;
const shared = {
  name: 'wrightty',
  events,
  translations,
  done: {},
  before: ({ world, caller }: Call<WrighttyServerContext>) => world.guard.requireAuthenticated(caller),
  unknownMethod: () => 'Method not found',
};

export const wrightty: Dialect<WrighttyServerContext> = defineDialect<WrighttyServerContext>({
  ...shared,
  codes,
  methods: [...sharedMethods, recordingStartVideo, recordingStopVideo],
});

export const wrighttyShipped: Dialect<WrighttyServerContext> = defineDialect<WrighttyServerContext>({
  ...shared,
  codes: shippedCodes,
  methods: [...sharedMethods, recordingStartVideoShipped, recordingStopVideoShipped],
});
