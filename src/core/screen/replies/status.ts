import { limits } from '../../limits.ts';
import { mouseEncodings, type TrackedModes } from '../modes.ts';
import { onDcs } from '../strings.ts';
import { attributes } from '../style.ts';
import {
  type Attributes,
  bgFlag,
  colorOf,
  type Emulator,
  fgFlag,
  underlineColor,
  underlineStyle,
} from '../xterm.ts';
import type { Outbox } from './outbox.ts';

/**
 * DECRQSS: which attributes and which cursor are set. The emulator answers these two with constants; the others
 * it answers right. DECRQM: the modes that are tracked here and not by the emulator.
 */
export function answerStatus(emulator: Emulator, tracked: TrackedModes, outbox: Outbox): void {
  const bound = { keep: limits.capabilityChars, cut: false };
  onDcs(emulator, { intermediates: '$', final: 'q' }, bound, (asked) => {
    const answer = settings[asked]?.(emulator);
    if (answer === undefined) emulator.input.requestStatusString(asked);
    else outbox.add(`\x1bP1$r${answer}${asked}\x1b\\`);
  });
  emulator.parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, ({ params }) => {
    const on = trackedMode(params[0]!, tracked);
    if (on !== undefined) outbox.add(`\x1b[?${params[0]};${on ? 1 : 2}$y`);
    return on !== undefined;
  });
}

function trackedMode(mode: number, { mouseEncoding, reverseScreen }: TrackedModes): boolean | undefined {
  if (mode === 5) return reverseScreen;
  const encoding = mouseEncodings[mode];
  return encoding && encoding === mouseEncoding;
}

const settings: { readonly [asked: string]: ((emulator: Emulator) => string) | undefined } = {
  __proto__: null as never,
  m: ({ input }) => rendition(input._curAttrData),
  ' q': ({ core }) => cursorStyle(core.coreService.decPrivateModes),
};

const shapes = { block: 2, underline: 4, bar: 6 } as const;

function cursorStyle({
  cursorStyle,
  cursorBlink,
}: Emulator['core']['coreService']['decPrivateModes']): string {
  return `${shapes[cursorStyle ?? 'block'] - (cursorBlink ? 1 : 0)}`;
}

/** SGR parameters that would set these attributes. */
function rendition({ fg, bg, extended }: Attributes): string {
  const extra = bg & bgFlag.extended ? extended : undefined;
  return [
    '0',
    ...attributes.filter(([, , inFg, inBg]) => (fg & inFg) !== 0 || (bg & inBg) !== 0).map(([, sgr]) => sgr),
    ...(fg & fgFlag.underline ? [underline(underlineStyle(extra))] : []),
    ...color(colorOf(fg), 30),
    ...color(colorOf(bg), 40),
    ...(fg & fgFlag.underline ? extended256(underlineColor(extra), 58) : []),
  ].join(';');
}

const underlineNumbers = { single: '4', double: '4:2', curly: '4:3', dotted: '4:4', dashed: '4:5' } as const;
const underline = (style: keyof typeof underlineNumbers) => underlineNumbers[style];

function color(value: number | string | undefined, base: number): readonly string[] {
  if (typeof value !== 'number' || value > 15) return extended256(value, base + 8);
  return [`${value < 8 ? base + value : base + 60 + value - 8}`];
}

function extended256(value: number | string | undefined, base: number): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'number') return [`${base}:5:${value}`];
  const channels = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return [`${base}:2::${channels.join(':')}`];
}
