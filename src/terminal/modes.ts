/** Terminal modes, events of mode changes, and keyboard protocols. */
import { limits } from '#limits.ts';
import type { EmitEvent, EventFacts, TerminalEventKind } from './events.ts';
import type { WidthRule } from './unicodeWidth.ts';
import type { Emulator, SequenceParams } from './xterm.ts';

/** The modes that input and snapshots depend on. */
export interface Modes {
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly focusEvents: boolean;
  readonly mouseTracking: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgr_pixels';
  /** xterm's modifyOtherKeys: 0 off, 1 or 2. */
  readonly modifyOtherKeys: 0 | 1 | 2;
  /** Active flags of the kitty keyboard protocol; 0 when off. */
  readonly kittyKeyboard: number;
  readonly alternateScreen: boolean;
  readonly synchronizedOutput: boolean;
  readonly insert: boolean;
  readonly origin: boolean;
  readonly wraparound: boolean;
  readonly reverseScreen: boolean;
}

/** Modes that the emulator does not keep or does not reset. */
export class TrackedModes {
  reverseScreen = false;
  mouseEncoding: Modes['mouseEncoding'] = 'default';

  readonly #core: Emulator['core'];
  readonly #enabled = new Set<number>();

  readonly #widths: WidthRule;

  /** `widths` is the width rule after a full reset. */
  constructor({ core, parser }: Emulator, widths: WidthRule) {
    this.#core = core;
    this.#widths = widths;
    core.unicodeService.activeVersion = widths;
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => this.#change(params, true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => this.#change(params, false));
  }

  reset(): void {
    this.reverseScreen = false;
    this.mouseEncoding = 'default';
    this.#core.coreService.isCursorHidden = false;
    this.#core.unicodeService.activeVersion = this.#widths;
    this.#enabled.clear();
  }

  get widths(): WidthRule {
    return this.#core.unicodeService.activeVersion;
  }

  /** For the modes in `trackedModeNumbers`, which only affect reports. */
  isOn(mode: number): boolean {
    return this.#enabled.has(mode);
  }

  #change({ params, length }: SequenceParams, on: boolean): false {
    for (let at = 0; at < length; at++) {
      const mode = params[at]!;
      if (mode === reverseVideoMode) this.reverseScreen = on;
      if (mode === graphemeClusterMode)
        this.#core.unicodeService.activeVersion = on ? 'grapheme' : 'codepoint';
      if (trackedModeNumbers.has(mode)) this.#enabled[on ? 'add' : 'delete'](mode);
      const encoding = mouseEncodingModes[mode];
      if (encoding) this.mouseEncoding = on ? encoding : 'default';
    }
    return false;
  }
}

/** Registers a listener that runs before each sequence that may change a mode or the cursor style. */
export function beforeModeChange({ parser }: Emulator, listener: () => void): void {
  const callListener = () => {
    listener();
    return false;
  };
  for (const final of ['h', 'l']) {
    parser.registerCsiHandler({ final }, callListener);
    parser.registerCsiHandler({ prefix: '?', final }, callListener);
  }
  parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, callListener);
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, callListener);
  // DECRC restores the origin mode.
  parser.registerCsiHandler({ final: 'u' }, callListener);
  for (const final of ['=', '>', '8', 'c']) parser.registerEscHandler({ final }, callListener);
}

const reverseVideoMode = 5;
/** From contour's proposal for Unicode in terminals. */
export const graphemeClusterMode = 2027;

/** Modes that subscribe a program to reports of changes. */
export const notificationModes = { scheme: 2031, size: 2048 } as const;

/** The report modes, and modes without effect on a text screen: smooth scrolling and printer modes. */
export const trackedModeNumbers: ReadonlySet<number> = new Set([
  ...Object.values(notificationModes),
  4,
  18,
  19,
]);

export const mouseEncodingModes: { readonly [mode: number]: Modes['mouseEncoding'] } = {
  1005: 'utf8',
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgr_pixels',
};

const mouseTrackingNames = { NONE: 'none', X10: 'x10', VT200: 'vt200', DRAG: 'drag', ANY: 'any' } as const;

export function readModes(emulator: Emulator, tracked: TrackedModes, keyboard: KeyboardModes): Modes {
  const { buffers, coreService, coreMouseService } = emulator.core;
  const { decPrivateModes: dec, modes } = coreService;
  return {
    applicationCursor: dec.applicationCursorKeys,
    applicationKeypad: dec.applicationKeypad,
    bracketedPaste: dec.bracketedPasteMode,
    focusEvents: dec.sendFocus,
    mouseTracking: mouseTrackingNames[coreMouseService.activeProtocol],
    mouseEncoding: tracked.mouseEncoding,
    modifyOtherKeys: keyboard.modifyOtherKeys,
    kittyKeyboard: keyboard.flags,
    alternateScreen: buffers.active === buffers.alt,
    synchronizedOutput: dec.synchronizedOutput,
    insert: modes.insertMode,
    origin: dec.origin,
    wraparound: dec.wraparound,
    reverseScreen: tracked.reverseScreen,
  };
}

/**
 * The state of which changes are reported as events. Every change by the program is reported, also one that it
 * reverts at once.
 */
interface ModeSource {
  readonly modes: Modes;
  readonly cursor: { readonly visible: boolean };
  readonly cursorShape: 'block' | 'underline' | 'bar';
  readonly cursorBlinks: boolean;
}

/** Mode names in events and in `session.info`. */
const modeNames = {
  applicationCursor: 'application_cursor',
  applicationKeypad: 'application_keypad',
  bracketedPaste: 'bracketed_paste',
  focusEvents: 'focus_events',
  mouseTracking: 'mouse_tracking',
  mouseEncoding: 'mouse_encoding',
  modifyOtherKeys: 'modify_other_keys',
  kittyKeyboard: 'kitty_keyboard',
  alternateScreen: 'alternate_screen',
  synchronizedOutput: 'synchronized_output',
  insert: 'insert',
  origin: 'origin',
  wraparound: 'wraparound',
  reverseScreen: 'reverse_screen',
} as const satisfies Record<keyof Modes, string>;

type ModeName = keyof typeof modeNames;

export const formatModes = (modes: Modes) =>
  Object.fromEntries(
    Object.entries(modeNames).map(([name, formatted]) => [formatted, modes[name as ModeName]]),
  ) as { [Name in ModeName as (typeof modeNames)[Name]]: Modes[Name] };

/** A switch of screens is a separate event. The other three are details of input encoding: only `session.info` has them. */
const unreported: readonly string[] = [
  'mouseEncoding',
  'modifyOtherKeys',
  'kittyKeyboard',
  'alternateScreen',
];
const reportedModes = (Object.keys(modeNames) as ModeName[]).filter((name) => !unreported.includes(name));

export class ModeChangeReporter {
  readonly #source: ModeSource;
  readonly #emit: EmitEvent;
  #modes: Modes;
  #cursor: string;
  #reported = 0;
  /** A mode or the cursor may have changed since the last report. */
  pending = false;

  constructor(source: ModeSource, emit: EmitEvent) {
    this.#source = source;
    this.#emit = emit;
    this.#modes = source.modes;
    this.#cursor = cursorKey(source);
  }

  /** Call before a mode changes. Reports earlier changes, unless one piece of output has already made too many. */
  reportPending(): void {
    this.pending = true;
    if (this.#reported < limits.eventsAtOnce) this.#reportChanges();
  }

  /** Call after parsing output, if `pending`. */
  finishOutput(): void {
    this.pending = false;
    this.#reportChanges();
    this.#reported = 0;
  }

  #reportChanges(): void {
    const { modes } = this.#source;
    for (const name of reportedModes)
      if (modes[name] !== this.#modes[name])
        this.#report('mode', { mode: modeNames[name], value: modes[name] });
    this.#modes = modes;
    const cursor = cursorKey(this.#source);
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    const { cursorShape: shape, cursorBlinks: blinks } = this.#source;
    this.#report('cursor', { visible: this.#source.cursor.visible, shape, blinks });
  }

  #report(kind: TerminalEventKind, facts: EventFacts): void {
    this.#reported += 1;
    this.#emit(kind, facts);
  }
}

const cursorKey = ({ cursor, cursorShape, cursorBlinks }: ModeSource) =>
  `${cursor.visible} ${cursorShape} ${cursorBlinks}`;

/**
 * The keyboard protocols of a program: flags of the kitty keyboard protocol, on a stack for each of the two screens,
 * and modifyOtherKeys of xterm. The emulator supports neither.
 */
export class KeyboardModes {
  readonly #emulator: Emulator;
  readonly #stacks = { main: [0], alternate: [0] };
  modifyOtherKeys: 0 | 1 | 2 = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    const { parser } = emulator;
    parser.registerCsiHandler({ prefix: '>', final: 'u' }, ({ params }) => this.#push(params[0]!));
    parser.registerCsiHandler({ prefix: '<', final: 'u' }, ({ params }) => this.#pop(params[0]! || 1));
    parser.registerCsiHandler({ prefix: '=', final: 'u' }, ({ params, length }) =>
      this.#set(params[0]!, length > 1 ? params[1]! : 1),
    );
    parser.registerCsiHandler({ prefix: '>', final: 'm' }, ({ params, length }) =>
      this.#modify(params[0]!, length > 1 ? params[1]! : 0),
    );
    parser.registerCsiHandler({ prefix: '>', final: 'n' }, ({ params }) => this.#modify(params[0]!, 0));
  }

  get flags(): number {
    return this.#stack.at(-1)!;
  }

  reset(): void {
    this.#stacks.main = [0];
    this.#stacks.alternate = [0];
    this.modifyOtherKeys = 0;
  }

  get #stack(): number[] {
    const { active, alt } = this.#emulator.core.buffers;
    return active === alt ? this.#stacks.alternate : this.#stacks.main;
  }

  #push(flags: number): true {
    const stack = this.#stack;
    stack.push(flags & allKittyFlags);
    if (stack.length > limits.keyboardStack) stack.shift();
    return true;
  }

  #pop(count: number): true {
    const stack = this.#stack;
    stack.length = Math.max(0, stack.length - count);
    if (stack.length === 0) stack.push(0);
    return true;
  }

  #set(flags: number, how: number): true {
    const stack = this.#stack;
    const change = flagUpdates[how];
    if (change) stack.push(change(stack.pop()!, flags & allKittyFlags));
    return true;
  }

  #modify(resource: number, value: number): true {
    if (resource === modifyOtherKeysResource || resource === 0)
      this.modifyOtherKeys = value === 1 || value === 2 ? value : 0;
    return true;
  }
}

const allKittyFlags = 31;
const modifyOtherKeysResource = 4;

const flagUpdates: { readonly [how: number]: (before: number, flags: number) => number } = {
  1: (_before, flags) => flags,
  2: (before, flags) => before | flags,
  3: (before, flags) => before & ~flags,
};
