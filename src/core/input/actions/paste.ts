import { action } from '../action.ts';
import { Text, write } from '../write.ts';

export const paste = action({
  name: 'paste',
  summary: 'Pastes text byte for byte, for programs that do not know bracketed paste.',
  needs: 'input.write',
  value: Text,
  examples: [{ title: 'two lines', value: 'multi\nline', writes: 'multi\nline' }],
  perform: (target, value) => write(target, value),
});
