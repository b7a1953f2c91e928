import type { Chord } from './chord.ts';
import { controlCharacter } from './legacy.ts';
import { modifiers, withMetaAsAlt } from './modifiers.ts';
import { namedKeys } from './table.ts';

const { shift, alt, ctrl } = modifiers;

/** At level 1 what has a well-known form keeps it: alt as an ESC before, and ctrl where there is a character. */
function characterNeeds(level: 1 | 2, text: string, mask: number): boolean {
  if ((mask & ~shift) === 0) return level === 2 && mask === shift && text === ' ';
  return level === 2 || ((mask & ctrl) > 0 && controlCharacter(text) === undefined);
}

function controlKeyNeeds(level: 1 | 2, name: string, mask: number): boolean {
  if (mask === 0 || (name === 'tab' && mask === shift)) return false;
  return level === 2 || (name !== 'backspace' && (mask & ~shift) !== alt);
}

function code(chord: Chord): number | undefined {
  if (chord.text !== undefined) return chord.text.codePointAt(0);
  const key = namedKeys[chord.key]!;
  return key.kind === 'control' ? key.kitty.number : undefined;
}

/** `CSI 27 ; modifiers ; code ~` if xterm's modifyOtherKeys wants the chord so; undefined leaves it as it was. */
export function encodeModified(chord: Chord, level: 0 | 1 | 2): string | undefined {
  const character = code(chord);
  if (level === 0 || character === undefined) return undefined;
  const mask = withMetaAsAlt(chord.modifiers);
  const needed =
    chord.text === undefined
      ? controlKeyNeeds(level, chord.key, mask)
      : characterNeeds(level, chord.text, mask);
  return needed ? `\x1b[27;${1 + mask};${character}~` : undefined;
}
