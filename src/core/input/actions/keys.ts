import { action } from '../action.ts';
import type { Chord } from '../keys/chord.ts';
import { encodeChord, lostModifiers } from '../keys/encode.ts';
import { Chords } from '../keys/schema.ts';
import type { Modes } from '../modes.ts';
import type { InputTarget, Outcome } from '../target.ts';
import { utf8, write } from '../write.ts';

/** A program tells ESC from the start of a sequence by time alone. */
function escapeWarnings(chords: readonly Chord[], modes: Modes): string[] {
  const last = chords.length - 1;
  const runsOn = chords.some((chord, at) => at < last && encodeChord(chord, modes) === '\x1b');
  return runsOn
    ? ['escape is followed at once, and may be read as alt with the next key: give delay_ms.']
    : [];
}

async function spaced(target: InputTarget, chords: readonly Chord[], delayMs: number): Promise<Outcome> {
  let bytes = 0;
  const warnings: string[] = [];
  for (const [at, chord] of chords.entries()) {
    if (at > 0) await target.after(delayMs);
    const encoded = utf8(encodeChord(chord, target.modes));
    warnings.push(...lostModifiers(chord, target.modes));
    target.write(encoded);
    bytes += encoded.length;
  }
  return { bytes, warnings: [...new Set(warnings)] };
}

function together(target: InputTarget, chords: readonly Chord[]): Outcome {
  const { modes } = target;
  const lost = new Set(chords.flatMap((chord) => lostModifiers(chord, modes)));
  const bytes = chords.map((chord) => encodeChord(chord, modes)).join('');
  return write(target, bytes, [...lost, ...escapeWarnings(chords, modes)]);
}

export const keys = action({
  name: 'keys',
  summary:
    'Presses keys one after the other: as `ctrl+c enter`, as a list, or as `{chords, delay_ms}` with a pause ' +
    'between them, after which the next key is encoded for the modes of that moment.',
  needs: 'input.write',
  value: Chords,
  examples: [
    { title: 'a row', value: 'ctrl+c enter', writes: '\x03\r' },
    { title: 'a list', value: ['shift+up', ' ', 'ctrl+alt+x'], writes: '\x1b[1;2A \x1b\x18' },
    {
      title: 'a pause after escape',
      value: { chords: 'escape : w enter', delay_ms: 20 },
      writes: '\x1b:w\r',
    },
    { title: 'nothing to press', value: ' ', fault: 'Invalid' },
  ],
  perform: (target, { chords, delayMs }) =>
    delayMs > 0 ? spaced(target, chords, delayMs) : together(target, chords),
});
