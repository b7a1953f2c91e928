/**
 * Replies to queries of the device: attributes, capabilities, settings, modes and sizes. Also reports that a program
 * subscribes to, and the queue of all replies.
 */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import { formatSgr } from './ansi.ts';
import { columnMarginMode } from './columnMargins.ts';
import { onDcs } from './controlStrings.ts';
import {
  graphemeClusterMode,
  type KeyboardModes,
  mouseEncodingModes,
  notificationModes,
  type TrackedModes,
  trackedModeNumbers,
} from './modes.ts';
import type { TerminalPalette } from './palette.ts';
import { cellStyle } from './rows.ts';
import { type AttributeData, bgFlags, type Emulator } from './xterm.ts';

export interface ReplyTarget {
  /** Calls `taken` when the terminal of the program has accepted the bytes. */
  send(bytes: string, taken: () => void): void;
  /** Called when there is room for replies again. */
  onUnblocked(): void;
}

/**
 * Replies to the queries of a program. They are sent in order after the output with the query, at most
 * `limits.repliesPerSecond`: if the program echoes, a reply may itself be a query. Replies over the rate are delayed.
 * Nothing is dropped: at `limits.replyBytes` no more output of the program is read until there is room.
 */
export class ReplyQueue {
  readonly #clock: Clock;
  readonly #target: ReplyTarget | undefined;
  #tokens: number = limits.repliesPerSecond;
  #refilledAt: number;
  #waiting: string[] = [];
  /** Number of replies that wait. */
  size = 0;
  /** Bytes that wait, or that are sent but not yet accepted. */
  #bytes = 0;
  /** No more output may be parsed until `onUnblocked` of the target is called. */
  blocked = false;
  #timer: Disposable | undefined;

  /** Without a target, queries are not answered. */
  constructor(clock: Clock, target: ReplyTarget | undefined) {
    this.#clock = clock;
    this.#target = target;
    this.#refilledAt = clock.now();
  }

  add(answer: string): void {
    if (!this.#target) return;
    this.size = this.#waiting.push(answer);
    this.#bytes += answer.length;
  }

  flush(): void {
    this.#refillTokens();
    const due = this.#waiting.splice(0, Math.floor(this.#tokens));
    this.#tokens -= due.length;
    this.size = this.#waiting.length;
    const bytes = due.join('');
    if (this.#bytes >= limits.replyBytes) this.blocked = true;
    if (this.size > 0) this.#scheduleFlush();
    if (bytes !== '') this.#target?.send(bytes, () => this.#onSent(bytes.length));
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#waiting = [];
    this.size = 0;
  }

  #refillTokens(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#refilledAt) * limits.repliesPerSecond) / 1000;
    this.#tokens = Math.min(limits.repliesPerSecond, this.#tokens + earned);
    this.#refilledAt = now;
  }

  #scheduleFlush(): void {
    this.#timer ??= this.#clock.after(limits.replyDelayMs, () => {
      this.#timer = undefined;
      this.flush();
    });
  }

  #onSent(length: number): void {
    this.#bytes -= length;
    if (!this.blocked || this.#bytes > limits.replyBytes / 2) return;
    this.blocked = false;
    this.#target?.onUnblocked();
  }
}

/** Answers DECID, XTVERSION, XTGETTCAP, and queries of the keyboard protocols. */
export function registerDeviceAttributes(
  emulator: Emulator,
  keyboard: KeyboardModes,
  replies: ReplyQueue,
): void {
  const { parser } = emulator;
  // The emulator's reply to DA2 is a DA2 query with parameters. Do not answer it if the program echoes it.
  parser.registerCsiHandler({ prefix: '>', final: 'c' }, ({ length }) => length > 1);
  // DECID, the old form of DA1.
  parser.registerEscHandler({ final: 'Z' }, () => {
    replies.add('\x1b[?1;2c');
    return true;
  });
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, ({ params }) => {
    if (params[0] === 0) replies.add('\x1bP>|ptywright\x1b\\');
    return true;
  });
  parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
    replies.add(`\x1b[?${keyboard.flags}u`);
    return true;
  });
  parser.registerCsiHandler({ prefix: '?', final: 'm' }, ({ params }) => {
    if (params[0] === 4) replies.add(`\x1b[>4;${keyboard.modifyOtherKeys}m`);
    return true;
  });
  onDcs(
    emulator,
    { intermediates: '+', final: 'q' },
    { keep: limits.capabilityChars, cut: false },
    (text) => {
      for (const name of text.split(';')) replies.add(capabilityReply(name));
    },
  );
}

/** Names from termcap or terminfo. The reply to an unknown name does not repeat it. */
const capabilities: readonly (readonly [name: string, value: string])[] = [
  ['TN', 'xterm-256color'],
  ['Co', '256'],
  ['colors', '256'],
  ['RGB', '8/8/8'],
  ['bce', ''],
];

const toHexName = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase();

const capabilityReplies = new Map(
  capabilities.map(([name, value]) => [
    toHexName(name),
    `\x1bP1+r${toHexName(name)}${value && `=${toHexName(value)}`}\x1b\\`,
  ]),
);

const capabilityReply = (name: string) => capabilityReplies.get(name.toUpperCase()) ?? '\x1bP0+r\x1b\\';

/**
 * DECRQSS: reports attributes, cursor style and protection; the emulator answers these with constants. Other settings
 * are left to the emulator. DECRQM: reports the modes that are tracked here and not by the emulator. DSR: reports the
 * cursor position and the device status.
 */
export function registerStatusReports(emulator: Emulator, tracked: TrackedModes, replies: ReplyQueue): void {
  const bound = { keep: limits.capabilityChars, cut: false };
  let erasable = 0;
  emulator.parser.registerCsiHandler({ intermediates: '"', final: 'q' }, ({ params }) => {
    erasable = params[0] === 2 ? 2 : 0;
    return false;
  });
  onDcs(emulator, { intermediates: '$', final: 'q' }, bound, (setting) => {
    const answer =
      setting === '"q' ? protectionSetting(emulator, erasable) : settingReplies[setting]?.(emulator);
    if (answer === undefined) emulator.input.requestStatusString(setting);
    else replies.add(`\x1bP1$r${answer}${setting}\x1b\\`);
  });
  emulator.parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, ({ params }) => {
    const on = isTrackedModeOn(params[0]!, tracked, emulator);
    const state = on === undefined ? fixedModes[params[0]!] : on ? 1 : 2;
    if (state !== undefined) replies.add(`\x1b[?${params[0]};${state}$y`);
    return state !== undefined;
  });
  emulator.parser.registerCsiHandler({ intermediates: '$', final: 'p' }, ({ params }) => {
    const fixed = permanentlyResetModes.has(params[0]!);
    if (fixed) replies.add(`\x1b[${params[0]};4$y`);
    return fixed;
  });
  emulator.parser.registerCsiHandler({ final: 'n' }, ({ params }) => {
    if (params[0] === 6) replies.add(`\x1b[${cursorPosition(emulator)}R`);
    return params[0] === 6;
  });
  emulator.parser.registerCsiHandler({ prefix: '?', final: 'n' }, ({ params }) => {
    if (params[0] === 6) replies.add(`\x1b[?${cursorPosition(emulator)}R`);
    if (params[0] === 6) return true;
    const answer = deviceStatusReplies[params[0]!];
    if (answer !== undefined) replies.add(answer.replace('Pid', `${Math.max(0, params[1] ?? 0)}`));
    return answer !== undefined;
  });
}

/** In the coordinates of CUP. A pending wrap counts as the last column. */
function cursorPosition({ core: { buffers, cols, coreService }, margins }: Emulator): string {
  const { x, y, scrollTop } = buffers.active;
  const { origin } = coreService.decPrivateModes;
  const [top, left] = origin ? [scrollTop, margins?.left ?? 0] : [0, 0];
  return `${y - top + 1};${Math.min(x, cols - 1) - left + 1}`;
}

/** DECSCA: off is 0 or 2, as the program set it. */
const protectionSetting = ({ input }: Emulator, off: number): string =>
  input._curAttrData.bg & bgFlags.guarded ? '1' : `${off}`;

function isTrackedModeOn(mode: number, tracked: TrackedModes, emulator: Emulator): boolean | undefined {
  if (mode === columnMarginMode) return emulator.marginMode;
  if (mode === 5) return tracked.reverseScreen;
  if (mode === graphemeClusterMode) return tracked.widths === 'grapheme';
  if (trackedModeNumbers.has(mode)) return tracked.isOn(mode);
  const encoding = mouseEncodingModes[mode];
  return encoding && encoding === tracked.mouseEncoding;
}

/**
 * DECRQM replies for fixed modes. 4, permanently reset: 132 columns (3, 40), backarrow key (67), alternate scroll
 * (1007). 3, permanently set: private colour registers for images (1070).
 */
const fixedModes: { readonly [mode: number]: 3 | 4 } = { 3: 4, 40: 4, 67: 4, 1007: 4, 1070: 3 };

/**
 * ANSI modes of block terminals, permanently reset: GATM, SRTM, VEM, HEM, PUM, FEAM, FETM, MATM, TTM, SATM, TSM and
 * EBM.
 */
const permanentlyResetModes: ReadonlySet<number> = new Set([1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19]);

/**
 * Replies to DEC device status queries. These devices do not exist here: printer, user-defined keys, locator, macros,
 * sessions.
 */
const deviceStatusReplies: { readonly [question: number]: string | undefined } = {
  15: '\x1b[?13n',
  25: '\x1b[?20n',
  26: '\x1b[?27;1;0;0n',
  53: '\x1b[?50n',
  55: '\x1b[?50n',
  56: '\x1b[?57;0n',
  62: '\x1b[0*{',
  63: '\x1bPPid!~0000\x1b\\',
  75: '\x1b[?70n',
  85: '\x1b[?83n',
};

const settingReplies: { readonly [setting: string]: ((emulator: Emulator) => string) | undefined } = {
  __proto__: null as never,
  m: ({ input }) => sgrParameters(input._curAttrData),
  ' q': ({ core }) => cursorStyle(core.coreService.decPrivateModes),
  s: ({ core, margins }) => `${(margins?.left ?? 0) + 1};${margins ? margins.right + 1 : core.cols}`,
};

const cursorShapeNumbers = { block: 2, underline: 4, bar: 6 } as const;

function cursorStyle({
  cursorStyle,
  cursorBlink,
}: Emulator['core']['coreService']['decPrivateModes']): string {
  return `${cursorShapeNumbers[cursorStyle ?? 'block'] - (cursorBlink ? 1 : 0)}`;
}

/** Returns the SGR parameters that set these attributes. */
function sgrParameters({ fg, bg, extended }: AttributeData): string {
  const style = cellStyle(fg, bg, bg & bgFlags.extended ? extended : undefined, () => undefined);
  return ['0', formatSgr(style, true)].filter((codes) => codes !== '').join(';');
}

/**
 * CSI 14 t, 16 t and 18 t query sizes: the text area and a cell in pixels, the text area in cells. Title queries (20
 * t, 21 t) are never answered: the reply would put text of the program into its input.
 */
export function registerWindowReports({ parser }: Emulator, size: () => Size, replies: ReplyQueue): void {
  parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
    const answer = length > 1 && params[1] === 2 ? undefined : windowReplies[params[0]!];
    if (!answer) return false;
    replies.add(`\x1b[${answer(size()).join(';')}t`);
    return true;
  });
}

const windowReplies: { readonly [question: number]: (size: Size) => readonly number[] } = {
  14: (size) => [4, cellPixels(size).height * size.rows, cellPixels(size).width * size.cols],
  16: (size) => [6, cellPixels(size).height, cellPixels(size).width],
  18: (size) => [8, size.rows, size.cols],
};

/** Cell size if the session has no pixel size. Programs would otherwise divide by zero. */
const defaultCellPixels = { width: 8, height: 16 };

export const cellPixels = ({ rows, cols, pixelWidth, pixelHeight }: Size) => ({
  width: Math.floor(pixelWidth / cols) || defaultCellPixels.width,
  height: Math.floor(pixelHeight / rows) || defaultCellPixels.height,
});

/**
 * Reports that a program subscribes to: its size (mode 2048) and the dark or light colour scheme (mode 2031). CSI ?
 * 996 n queries the scheme at any time. Call the result after a resize.
 */
export function registerUnsolicitedReports(
  { parser }: Emulator,
  tracked: TrackedModes,
  palette: TerminalPalette,
  size: () => Size,
  replies: ReplyQueue,
): () => void {
  const reportSize = () => {
    const { rows, cols } = size();
    const { width, height } = cellPixels(size());
    replies.add(`\x1b[48;${rows};${cols};${height * rows};${width * cols}t`);
  };
  const reportScheme = () => replies.add(`\x1b[?997;${palette.isDark ? 1 : 2}n`);
  const reportChange = (mode: number, report: () => void) => {
    if (!tracked.isOn(mode)) return;
    report();
    replies.flush();
  };
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, ({ params, length }) => {
    if (params.subarray(0, length).includes(notificationModes.size)) reportSize();
    return false;
  });
  parser.registerCsiHandler({ prefix: '?', final: 'n' }, ({ params }) => {
    if (params[0] !== 996) return false;
    reportScheme();
    return true;
  });
  palette.onSchemeChange(() => reportChange(notificationModes.scheme, reportScheme));
  return () => reportChange(notificationModes.size, reportSize);
}
