import { action } from '../action.ts';
import { encodeChord, lostModifiers } from '../keys/encode.ts';
import { ChordText } from '../keys/schema.ts';
import { write } from '../write.ts';

export const key = action({
  name: 'key',
  summary:
    'Presses one key, alone or with modifiers, as the terminal would send it in the modes that the program set.',
  needs: 'input.write',
  value: ChordText,
  examples: [
    { title: 'a named key', value: 'enter', writes: '\r' },
    { title: 'an arrow', value: 'up', writes: '\x1b[A' },
    {
      title: 'an arrow in application mode',
      value: 'up',
      modes: { applicationCursor: true },
      writes: '\x1bOA',
    },
    { title: 'a control character', value: 'ctrl_c', writes: '\x03' },
    { title: 'a key with modifiers', value: 'ctrl+alt+right', writes: '\x1b[1;7C' },
    { title: 'the kitty protocol', value: 'ctrl+c', modes: { kittyKeyboard: 1 }, writes: '\x1b[99;5u' },
    { title: 'a name that is none', value: 'entr', fault: 'Invalid' },
  ],
  perform: (target, chord) =>
    write(target, encodeChord(chord, target.modes), lostModifiers(chord, target.modes)),
});
