/**
 * The wsh dialect: sessions that people and programs share, over WebSockets and HTTP. It follows the protocol document,
 * and also accepts newer names of the released server. With `wire=client` it follows the released server where the two
 * conflict.
 */
import { type Dialect, defineDialect, type Envelope, type ErrorCode } from '#rpc/dialect.ts';
import type { WshConnectionContext } from './connectionContext.ts';
import { codes, shippedCodes, translations } from './errors.ts';
import { events, subscribe } from './events.ts';
import { enterAltScreen, exitAltScreen, focus, getFocus, getScreenMode, unfocus } from './focus.ts';
import { captureInput, getInputMode, releaseInput, resize, sendInput } from './input.ts';
import {
  batchUpdate,
  clearOverlays,
  clearPanels,
  createOverlay,
  createPanel,
  deleteOverlay,
  deletePanel,
  getOverlay,
  getPanel,
  listOverlays,
  listPanels,
  overlayRegionWrite,
  panelRegionWrite,
  patchOverlay,
  patchPanel,
  updateOverlay,
  updateOverlaySpans,
  updatePanel,
  updatePanelSpans,
} from './layer.ts';
import type { WshMethod } from './method.ts';
import { awaitIdle, awaitQuiesce, getScreen, getScrollback } from './screen.ts';
import {
  createSession,
  detachSession,
  getServerMode,
  getSession,
  killSession,
  listSessions,
  renameSession,
  setServerMode,
  updateSession,
  updateTags,
} from './session.ts';

interface EnvelopeError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: unknown;
}

const invalidRequestMessage = "Invalid JSON or missing 'method' field.";

/**
 * The reply to an invalid request. It repeats nothing of the request, and has one message for all errors except
 * exceeded limits.
 */
function formatProtocolError({ code, message, data }: EnvelopeError): string {
  const bounded = typeof data === 'object' && data !== null && 'limit' in data;
  return JSON.stringify({ error: { code, message: bounded ? message : invalidRequestMessage } });
}

/**
 * A reply repeats the method. `session` is a field beside `params`. An id may be any JSON value. Each event has its own
 * shape.
 */
const envelope: Envelope = {
  ids: 'json',
  fallbackId: null,
  notifications: false,
  batches: false,
  sequential: false,
  outerParams: ['session'],
  codes: {
    parse: 'invalid_request',
    request: 'invalid_request',
    params: 'invalid_request',
    internal: 'internal_error',
    busy: 'resource_limit_reached',
  },
  reply: (id, outcome, method) => {
    if (method === undefined && 'error' in outcome) return formatProtocolError(outcome.error);
    const head = `{${id === '' ? '' : `"id":${id},`}"method":${JSON.stringify(method)}`;
    if (!('error' in outcome)) return `${head},"result":${JSON.stringify(outcome.result) ?? 'null'}}`;
    const { code, message } = outcome.error;
    return `${head},"error":${JSON.stringify({ code, message })}}`;
  },
  notification: (name, params) =>
    JSON.stringify(name === 'connected' ? { connected: true } : { event: name, ...params }),
};

const methods: readonly WshMethod[] = [
  subscribe,
  getScreen,
  getScrollback,
  sendInput,
  getInputMode,
  captureInput,
  releaseInput,
  awaitQuiesce,
  awaitIdle,
  resize,
  listSessions,
  getSession,
  createSession,
  killSession,
  detachSession,
  renameSession,
  updateTags,
  updateSession,
  getServerMode,
  setServerMode,
  createOverlay,
  listOverlays,
  getOverlay,
  updateOverlay,
  patchOverlay,
  deleteOverlay,
  clearOverlays,
  updateOverlaySpans,
  overlayRegionWrite,
  createPanel,
  listPanels,
  getPanel,
  updatePanel,
  patchPanel,
  deletePanel,
  clearPanels,
  updatePanelSpans,
  panelRegionWrite,
  batchUpdate,
  focus,
  unfocus,
  getFocus,
  getScreenMode,
  enterAltScreen,
  exitAltScreen,
];

const sharedDefinition = {
  name: 'wsh',
  envelope,
  events,
  methods,
  translations,
  done: {},
  unknownMethod: (name: string) => `Unknown method '${name}'.`,
};

export const wsh: Dialect<WshConnectionContext> = defineDialect<WshConnectionContext>({
  ...sharedDefinition,
  codes,
});
export const wshShipped: Dialect<WshConnectionContext> = defineDialect<WshConnectionContext>({
  ...sharedDefinition,
  codes: shippedCodes,
});
