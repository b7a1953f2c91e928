import { action } from '../action.ts';
import { write } from '../write.ts';

export const interrupt = action({
  name: 'interrupt',
  summary:
    'Writes the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel makes a SIGINT of it unless the ' +
    'program reads raw; `signal` with `int` sends the signal itself.',
  needs: 'input.write',
  examples: [{ title: 'the byte', writes: '\x03' }],
  perform: (target) => write(target, '\x03'),
});
