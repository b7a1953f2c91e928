import { action } from '../action.ts';
import { write } from '../write.ts';

export const eof = action({
  name: 'eof',
  summary:
    'Writes the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends the input at the ' +
    'start of a line only; within a line it hands over what was typed, and a second one ends the input.',
  needs: 'input.write',
  examples: [{ title: 'the byte', writes: '\x04' }],
  perform: (target) => write(target, '\x04'),
});
