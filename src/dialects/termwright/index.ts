/**
 * Termwright: one program on a Unix socket. What its document says is spoken unless the address says `wire=client`;
 * then it is what the shipped server did, where the two differ.
 */
import { programEnded } from '../../core/session/sessionFaults.ts';
import { type Dialect, dialect } from '../../rpc/dialect.ts';
import type { AnyMethod } from '../../rpc/method.ts';
import { codes, shippedCodes } from './codes.ts';
import { close } from './connection/close.ts';
import { handshake } from './connection/handshake.ts';
import type { Daemon } from './daemon.ts';
import { envelope, shippedEnvelope } from './envelope.ts';
import { hotkey } from './input/hotkey.ts';
import { press } from './input/press.ts';
import { raw } from './input/raw.ts';
import { type } from './input/type.ts';
import { mouseClick } from './mouse/mouse_click.ts';
import { mouseMove } from './mouse/mouse_move.ts';
import { resize } from './screen/resize.ts';
import { screen } from './screen/screen.ts';
import { screenshot } from './screen/screenshot.ts';
import { status } from './screen/status.ts';
import { screen as shippedScreen } from './shipped/screen.ts';
import { screenshot as shippedScreenshot } from './shipped/screenshot.ts';
import { waitForPattern as shippedWaitForPattern } from './shipped/wait_for_pattern.ts';
import { waitForText as shippedWaitForText } from './shipped/wait_for_text.ts';
import { notExpectPattern } from './wait/not_expect_pattern.ts';
import { notExpectText } from './wait/not_expect_text.ts';
import { waitForExit } from './wait/wait_for_exit.ts';
import { waitForIdle } from './wait/wait_for_idle.ts';
import { waitForPattern } from './wait/wait_for_pattern.ts';
import { waitForPatternGone } from './wait/wait_for_pattern_gone.ts';
import { waitForText } from './wait/wait_for_text.ts';
import { waitForTextGone } from './wait/wait_for_text_gone.ts';

export const methods: readonly AnyMethod<Daemon>[] = [
  handshake,
  close,
  screen,
  screenshot,
  resize,
  status,
  type,
  press,
  hotkey,
  raw,
  mouseMove,
  mouseClick,
  waitForText,
  waitForPattern,
  waitForIdle,
  waitForExit,
  waitForTextGone,
  waitForPatternGone,
  notExpectText,
  notExpectPattern,
];

/** Those that answer otherwise than the document says. */
const shipped: readonly AnyMethod<Daemon>[] = [
  shippedScreen,
  shippedScreenshot,
  shippedWaitForText,
  shippedWaitForPattern,
];

const unknownMethod = (name: string) => `unknown method: ${name}`;

const sentences = { SessionClosed: programEnded };

export const termwright: Dialect<Daemon> = dialect<Daemon>({
  name: 'termwright',
  envelope,
  codes,
  unknownMethod,
  sentences,
  methods,
  events: [],
});

export const termwrightClient: Dialect<Daemon> = dialect<Daemon>({
  name: 'termwright',
  envelope: shippedEnvelope,
  codes: shippedCodes,
  unknownMethod,
  sentences,
  methods: [...methods, ...shipped],
  events: [],
});
