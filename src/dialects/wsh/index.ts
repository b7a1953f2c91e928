/**
 * wsh: sessions that people and programs share, over WebSockets and HTTP. What its document says is spoken unless the
 * address says `wire=client`; then it is what the shipped server did, where that cannot be had beside it. Names that
 * the shipped server gave later are spoken as well.
 */
import { type Dialect, dialect } from '../../rpc/dialect.ts';
import { codes, shippedCodes } from './codes.ts';
import { envelope } from './envelope.ts';
import { awaitIdle, awaitQuiesce } from './events/awaitQuiesce.ts';
import { subscribe } from './events/subscribe.ts';
import { getFocus } from './focus/getFocus.ts';
import { setFocus } from './focus/setFocus.ts';
import { unfocus } from './focus/unfocus.ts';
import { captureInput } from './input/captureInput.ts';
import { getInputMode } from './input/getInputMode.ts';
import { releaseInput } from './input/releaseInput.ts';
import { resize } from './input/resize.ts';
import { sendInput } from './input/sendInput.ts';
import { batchUpdate } from './layer/batchUpdate.ts';
import { clearOverlays, clearPanels } from './layer/clear.ts';
import { deleteOverlay, deletePanel } from './layer/delete.ts';
import { getOverlay, getPanel } from './layer/get.ts';
import { listOverlays, listPanels } from './layer/list.ts';
import { overlayRegionWrite, panelRegionWrite } from './layer/regionWrite.ts';
import { updateOverlaySpans, updatePanelSpans } from './layer/updateSpans.ts';
import type { WshMethod } from './method.ts';
import { events } from './news.ts';
import { createOverlay } from './overlay/createOverlay.ts';
import { patchOverlay } from './overlay/patchOverlay.ts';
import { updateOverlay } from './overlay/updateOverlay.ts';
import { createPanel } from './panel/createPanel.ts';
import { patchPanel } from './panel/patchPanel.ts';
import { updatePanel } from './panel/updatePanel.ts';
import { getScreen } from './screen/getScreen.ts';
import { getScrollback } from './screen/getScrollback.ts';
import { enterAltScreen } from './screenMode/enterAltScreen.ts';
import { exitAltScreen } from './screenMode/exitAltScreen.ts';
import { getScreenMode } from './screenMode/getScreenMode.ts';
import type { Seat } from './seat.ts';
import { setServerMode } from './server/setServerMode.ts';
import { createSession } from './session/createSession.ts';
import { detachSession } from './session/detachSession.ts';
import { getSession } from './session/getSession.ts';
import { killSession } from './session/killSession.ts';
import { listSessions } from './session/listSessions.ts';
import { renameSession } from './session/renameSession.ts';
import { updateSession, updateTags } from './session/updateTags.ts';

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
  setFocus,
  unfocus,
  getFocus,
  getScreenMode,
  enterAltScreen,
  exitAltScreen,
];

const parts = {
  name: 'wsh',
  envelope,
  events,
  methods,
  unknownMethod: (name: string) => `Unknown method '${name}'.`,
};

export const wsh: Dialect<Seat> = dialect<Seat>({ ...parts, codes });
export const wshClient: Dialect<Seat> = dialect<Seat>({ ...parts, codes: shippedCodes });
