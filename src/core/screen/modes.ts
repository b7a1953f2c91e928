import type { Modes } from '../input/modes.ts';
import type { Keyboard } from './keyboard.ts';
import type { Emulator, Params } from './xterm.ts';

/** The modes that the emulator does not keep, or not reset. */
export class TrackedModes {
  reverseScreen = false;
  mouseEncoding: Modes['mouseEncoding'] = 'default';

  readonly #core: Emulator['core'];

  constructor({ core, parser }: Emulator) {
    this.#core = core;
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => this.#change(params, true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => this.#change(params, false));
  }

  reset(): void {
    this.reverseScreen = false;
    this.mouseEncoding = 'default';
    this.#core.coreService.isCursorHidden = false;
  }

  #change({ params, length }: Params, on: boolean): false {
    for (let at = 0; at < length; at++) {
      const mode = params[at]!;
      if (mode === reverseVideo) this.reverseScreen = on;
      const encoding = mouseEncodings[mode];
      if (encoding) this.mouseEncoding = on ? encoding : 'default';
    }
    return false;
  }
}

/** Asked before whatever sets or resets a mode, or looks of the cursor. */
export function onModeChanges({ parser }: Emulator, listener: () => void): void {
  const hear = () => {
    listener();
    return false;
  };
  for (const final of ['h', 'l']) {
    parser.registerCsiHandler({ final }, hear);
    parser.registerCsiHandler({ prefix: '?', final }, hear);
  }
  parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, hear);
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, hear);
  for (const final of ['=', '>', 'c']) parser.registerEscHandler({ final }, hear);
}

const reverseVideo = 5;

export const mouseEncodings: { readonly [mode: number]: Modes['mouseEncoding'] } = {
  1005: 'utf8',
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgr_pixels',
};

const mouseTracking = { NONE: 'none', X10: 'x10', VT200: 'vt200', DRAG: 'drag', ANY: 'any' } as const;

export const isAlternate = ({ core: { buffers } }: Emulator) => buffers.active === buffers.alt;

export function readModes(emulator: Emulator, tracked: TrackedModes, keyboard: Keyboard): Modes {
  const { coreService, coreMouseService } = emulator.core;
  const { decPrivateModes: dec, modes } = coreService;
  return {
    applicationCursor: dec.applicationCursorKeys,
    applicationKeypad: dec.applicationKeypad,
    bracketedPaste: dec.bracketedPasteMode,
    focusEvents: dec.sendFocus,
    mouseTracking: mouseTracking[coreMouseService.activeProtocol],
    mouseEncoding: tracked.mouseEncoding,
    modifyOtherKeys: keyboard.modifyOtherKeys,
    kittyKeyboard: keyboard.flags,
    alternateScreen: isAlternate(emulator),
    synchronizedOutput: dec.synchronizedOutput,
    insert: modes.insertMode,
    origin: dec.origin,
    wraparound: dec.wraparound,
    reverseScreen: tracked.reverseScreen,
  };
}
