/** A key as a terminal may tell it: by a byte, or in one of the protocols that a program may have asked for. */
import { modifiers } from '../core/input/keys/modifiers.ts';

export interface ToldKey {
  /** Its repeats and its release tell the same; undefined where there are none. */
  readonly code: string | undefined;
  /** `news`: no key that types anything, such as the mouse, or shift by itself. */
  readonly event: 'press' | 'repeat' | 'release' | 'news';
  /** Ctrl+], or ctrl+5: without a protocol both are one byte, and some keyboards have only the latter. */
  readonly isPrefix: boolean;
  /** What may be meant by it, the likeliest first. */
  readonly letters: readonly string[];
}

/** `CSI key:shifted:base ; 1 + modifiers : event ; text final`, where all but the final may be missing. */
const sequence =
  /^\x1b\[(?<key>\d*)(?::(?<shifted>\d*))?(?::(?<base>\d*))?(?:;(?<mask>\d*)(?::(?<event>\d*))?)?(?:;(?<text>[\d:]*))?(?<final>[@-~])$/;
const otherKey = /^\x1b\[27;(?<mask>\d+);(?<key>\d+)~$/;
/** The mouse in its three ways, the focus, and what a terminal answers. */
const news = /^\x1b\[(?:M[\s\S]{3}|<[\d;]+[Mm]|\d+;\d+;\d+M|[IO]|\?[\d;$]*[a-z])$/;

const prefixes = [']', '5'];
const events = { 1: 'press', 2: 'repeat', 3: 'release' } as const;

const noFields = { key: '', shifted: '', base: '', mask: '', event: '', text: '', final: '' };
type Fields = Readonly<typeof noFields>;

export function toldKey(raw: string): ToldKey {
  if (raw === '\x1d') return { ...unknown, isPrefix: true };
  if (raw.length === 1) return { ...unknown, letters: [raw] };
  if (news.test(raw)) return { ...unknown, event: 'news' };
  const other = fieldsOf(otherKey.exec(raw));
  if (other) return ofCharacter({ ...other, shifted: other.key }, unknown);
  const found = fieldsOf(sequence.exec(raw));
  return found ? ofSequence(found) : unknown;
}

function fieldsOf(found: RegExpExecArray | null): Fields | undefined {
  if (!found) return undefined;
  return { ...noFields, ...Object.fromEntries(Object.entries(found.groups!).filter(([, text]) => text)) };
}

const unknown: ToldKey = { code: undefined, event: 'press', isPrefix: false, letters: [] };

function ofSequence(fields: Fields): ToldKey {
  const { key, event, final } = fields;
  const told: ToldKey = {
    ...unknown,
    code: `${key || 1}${final}`,
    event: events[(event || 1) as keyof typeof events] ?? 'press',
  };
  if (final !== 'u') return told;
  return isModifier(Number(key)) ? { ...told, event: 'news' } : ofCharacter(fields, told);
}

function ofCharacter(fields: Fields, told: ToldKey): ToldKey {
  const mask = heldOf(fields.mask);
  const letters = lettersOf(fields, (mask & modifiers.shift) !== 0);
  const others = mask & ~modifiers.shift;
  const shown = (mask & modifiers.shift) === 0 ? letters : letters.filter((letter) => letter === ']');
  const isPrefix = others === modifiers.ctrl && shown.some((letter) => prefixes.includes(letter));
  return { ...told, isPrefix, letters: others === 0 ? letters : [] };
}

/** Caps lock and num lock are no modifiers to us. */
const heldOf = (mask: string) => (Number(mask || 1) - 1) & 0x3f;

/** Where a keyboard has no Latin letters, the place of the key counts. */
function lettersOf({ key, shifted, base, text }: Fields, withShift: boolean): string[] {
  const typed = text.split(':').map(characterOf).join('');
  const plain = [characterOf(key), ...(Number(key) > 0x7f ? [characterOf(base)] : [])];
  const own = withShift ? [shifted === '' ? usShifted(characterOf(key)) : characterOf(shifted)] : plain;
  return [typed, ...own].filter((letter) => letter !== '');
}

/** A terminal may say any number. */
const characterOf = (code: string) =>
  code === '' ? '' : String.fromCodePoint(Math.min(Number(code), 0x10ffff));

/** A guess, for a terminal that says no more than that there was shift. */
function usShifted(letter: string): string {
  if (letter === '/') return '?';
  return /^[a-z]$/.test(letter) ? letter.toUpperCase() : '';
}

/** Caps lock, scroll lock, num lock; shift, ctrl and the others, left and right. */
const isModifier = (code: number) => (code >= 57358 && code <= 57360) || (code >= 57441 && code <= 57454);
