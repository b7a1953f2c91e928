import { action } from '../action.ts';
import { sanitise } from '../paste/sanitise.ts';
import { Text, write } from '../write.ts';

const notAsked = 'The program has not turned bracketed paste on: it may read the markers as keys.';
const charactersChanged = (count: number) =>
  `${count} characters were removed or replaced, because they could end the paste or act as keys.`;

export const bracketedPaste = action({
  name: 'bracketed_paste',
  summary:
    'Pastes text between the markers of bracketed paste. Control characters but tab, newline and return are ' +
    'removed, and so is every form of the end marker: nothing in the text can leave the paste.',
  needs: 'input.write',
  value: Text,
  examples: [
    {
      title: 'wrapped',
      value: 'two\nlines',
      modes: { bracketedPaste: true },
      writes: '\x1b[200~two\nlines\x1b[201~',
    },
    {
      title: 'an end marker inside',
      value: 'echo \x1b[201~rm -r .\r',
      modes: { bracketedPaste: true },
      writes: '\x1b[200~echo rm -r .\r\x1b[201~',
    },
  ],
  perform(target, value) {
    const { text, changed } = sanitise(value);
    const warnings = [
      ...(target.modes.bracketedPaste ? [] : [notAsked]),
      ...(changed > 0 ? [charactersChanged(changed)] : []),
    ];
    return write(target, `\x1b[200~${text}\x1b[201~`, warnings);
  },
});
