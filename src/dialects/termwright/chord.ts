/** Keys by the names that termwright has for them, which the core knows in any case. */
import { Fault, fault, raise } from '../../core/faults.ts';
import { type Chord, readChord } from '../../core/input/keys/chord.ts';

/** `key` is what the client called the key; `spelled` has the modifiers before it. */
export function chordOf(key: string, spelled = key): Chord {
  try {
    return readChord(spelled, 'key');
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Invalid') throw problem;
    const { data } = problem as Fault<'Invalid'>;
    return raise(fault.Invalid(data, `Protocol error: invalid key: ${shown(key)}: ${data.reason}`));
  }
}

/** A long one is no key, and may be a secret. */
const shown = (key: string) => (key.length > 40 ? `${key.length} characters` : key);
