/**
 * Wrightty: sessions over a WebSocket. What its document says is spoken unless the address says `wire=client`; then it
 * is what the shipped server did, where clients that were shipped rely on it.
 */
import { type Dialect, dialect } from '../../rpc/dialect.ts';
import { codes, shippedCodes } from './codes.ts';
import type { Desk } from './desk.ts';
import { event } from './events/event.ts';
import { subscribe } from './events/subscribe.ts';
import { unsubscribe } from './events/unsubscribe.ts';
import { sendKeys } from './input/sendKeys.ts';
import { sendMouse } from './input/sendMouse.ts';
import { sendText } from './input/sendText.ts';
import type { WrighttyMethod } from './method.ts';
import { captureScreen } from './recording/captureScreen.ts';
import { startActions } from './recording/startActions.ts';
import { startSession } from './recording/startSession.ts';
import { startVideo } from './recording/startVideo.ts';
import { stopActions } from './recording/stopActions.ts';
import { stopSession } from './recording/stopSession.ts';
import { stopVideo } from './recording/stopVideo.ts';
import { getContents } from './screen/getContents.ts';
import { getScrollback } from './screen/getScrollback.ts';
import { getText } from './screen/getText.ts';
import { screenshot } from './screen/screenshot.ts';
import { waitForCursor } from './screen/waitForCursor.ts';
import { waitForText } from './screen/waitForText.ts';
import { create } from './session/create.ts';
import { destroy } from './session/destroy.ts';
import { getInfo as getSessionInfo } from './session/getInfo.ts';
import { list } from './session/list.ts';
import { getColorPalette } from './terminal/getColorPalette.ts';
import { getModes } from './terminal/getModes.ts';
import { getSize } from './terminal/getSize.ts';
import { resize } from './terminal/resize.ts';
import { setColorPalette } from './terminal/setColorPalette.ts';
import { authenticate } from './wrightty/authenticate.ts';
import { getInfo } from './wrightty/getInfo.ts';

const known: readonly WrighttyMethod[] = [
  getInfo,
  authenticate,
  create,
  destroy,
  list,
  getSessionInfo,
  sendKeys,
  sendText,
  sendMouse,
  getContents,
  getText,
  getScrollback,
  screenshot,
  waitForText,
  waitForCursor,
  resize,
  getSize,
  setColorPalette,
  getColorPalette,
  getModes,
  captureScreen,
  startSession,
  stopSession,
  startActions,
  stopActions,
  subscribe,
  unsubscribe,
];

const events = [event] as const;
const unknownMethod = () => 'Method not found';

export const wrightty: Dialect<Desk> = dialect<Desk>({
  name: 'wrightty',
  codes,
  unknownMethod,
  methods: [...known, startVideo, stopVideo],
  events,
});

/** The shipped server made no films, and had not heard of it. */
export const wrighttyClient: Dialect<Desk> = dialect<Desk>({
  name: 'wrightty',
  codes: shippedCodes,
  unknownMethod,
  methods: known,
  events,
});
