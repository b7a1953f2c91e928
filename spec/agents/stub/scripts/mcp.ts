/** Calls of the tools of `ptywright mcp`. Its sessions are numbered from the first. */
import { callTool, message, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

const session = 's1';
const tool = (name: string, input: object) => callTool(`mcp__ptywright__${name}`, input);

export const mcp: Scripts = {
  'DRIVE-VIM': [
    ({ cwd }) =>
      message(
        say('I will write a file with vim.'),
        tool('start', { program: 'vim', args: ['-u', 'NONE', '-N', `${cwd}/from-vim.txt`] }),
      ),
    message(
      tool('act', {
        session,
        actions: [{ type: 'text', value: 'ihello from vim' }],
        matcher: { type: 'contains_text', value: 'hello from vim' },
      }),
    ),
    message(
      tool('act', {
        session,
        actions: [{ type: 'keys', value: { chords: 'escape : w q enter', delay_ms: 20 } }],
        matcher: { type: 'process_exited' },
      }),
    ),
    message(tool('close', { session })),
    ({ toolResults }) =>
      message(
        say(
          toolResults.includes('ended with exit code 0') || toolResults.includes('"exit_code":0')
            ? 'All done: vim has written the file.'
            : 'No reply says that vim has ended.',
        ),
      ),
  ],
};
