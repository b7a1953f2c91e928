import { action } from '../action.ts';
import { Text, write } from '../write.ts';

export const text = action({
  name: 'text',
  summary: 'Types text as it is: `\\n` is a newline character, while the Enter key sends `\\r`.',
  needs: 'input.write',
  value: Text,
  examples: [{ title: 'a line for a shell', value: 'help\n', writes: 'help\n' }],
  perform: (target, value) => write(target, value),
});
