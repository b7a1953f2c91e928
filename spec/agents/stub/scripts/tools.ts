/** Tool calls. Most of them need a permission. */
import { callTool, gate, message, say } from '../reply.ts';
import type { ScriptContext, Scripts } from '../script.ts';

const bash = (command: string, description: string) => callTool('Bash', { command, description });

const longCommand = Array.from({ length: 45 }, (_, at) => `touch step-${at + 1}.txt`).join('\n');

const sameCommand = 'if [ -e first.txt ]; then touch second.txt; else touch first.txt; fi';

export const hiddenCommand = 'Tip: true\ntouch hidden.txt';

const todos = [
  { content: 'First thing', status: 'completed', activeForm: 'Doing the first thing' },
  { content: 'Second thing', status: 'in_progress', activeForm: 'Doing the second thing' },
  { content: 'Third thing', status: 'pending', activeForm: 'Doing the third thing' },
];

const task = (subject: string) =>
  callTool('TaskCreate', { subject, description: `Do the ${subject}`, activeForm: `Doing the ${subject}` });

/** Later versions have tasks instead of a to-do list. */
const list = ({ tools }: ScriptContext) =>
  tools.includes('TodoWrite')
    ? message(callTool('TodoWrite', { todos }))
    : message(task('first thing'), task('second thing'), task('third thing'));

const agent = ({ tools }: ScriptContext) =>
  callTool(tools.includes('Agent') ? 'Agent' : 'Task', {
    description: 'Look around',
    prompt: 'SAY-SLOW please',
    subagent_type: 'general-purpose',
  });

export const tools: Scripts = {
  'RUN-BASH': [
    message(say('I will run a command.'), bash('touch made.txt && echo made', 'Create a marker file')),
  ],
  'RUN-TWO': [
    message(say('Two commands.'), bash('touch one.txt', 'Create one'), bash('touch two.txt', 'Create two')),
  ],
  'RUN-SAME': [message(say('Twice the same.'), bash(sameCommand, 'Touch'), bash(sameCommand, 'Touch'))],
  // In some versions, the second option contains the name of the command.
  'RUN-NODE': [message(say('Running node.'), bash('node -e 0', 'Run node'))],
  'RUN-LINES': [
    message(say('Several lines.'), bash('touch one.txt\ntouch two.txt\ntouch three.txt', 'Touch three')),
  ],
  'RUN-HIDDEN': [message(say('Nothing special.'), callTool('Bash', { command: hiddenCommand }))],
  'RUN-LONG': [message(say('A long command.'), bash(longCommand, 'Run a long script'))],
  'RUN-SLOW': [
    message(
      say('A slow command.'),
      bash('touch begun.txt; while [ ! -e go.txt ]; do sleep 0.1; done', 'Wait for go'),
    ),
  ],
  'RUN-LIST': [message(bash('ls', 'List files'))],
  'RUN-THEN-WAIT': [
    message(say('First a command.'), bash('touch made.txt', 'Create a marker file')),
    message(gate('begin'), say('And then an answer.')),
  ],
  'WRITE-FILE': [
    ({ cwd }) =>
      message(
        say('I will write a file.'),
        callTool('Write', { file_path: `${cwd}/notes.md`, content: '# Notes\n\nhello from the stub\n' }),
      ),
  ],
  'EDIT-FILE': [
    ({ cwd }) => message(callTool('Read', { file_path: `${cwd}/hello.txt` })),
    ({ cwd }) =>
      message(
        callTool('Edit', { file_path: `${cwd}/hello.txt`, old_string: 'hello', new_string: 'goodbye' }),
      ),
  ],
  'READ-OUTSIDE': [
    ({ outside }) => message(say('Reading.'), callTool('Read', { file_path: `${outside}/letter.txt` })),
  ],
  // docs/pictures/agent.mjs uses these two.
  'Change the greeting': [
    ({ cwd }) =>
      message(say('I will read the file first.'), callTool('Read', { file_path: `${cwd}/hello.txt` })),
    ({ cwd }) =>
      message(
        callTool('Edit', { file_path: `${cwd}/hello.txt`, old_string: 'hello', new_string: 'goodbye' }),
      ),
    message(say('Done: hello.txt now says "goodbye world".', 40)),
  ],
  'Delete all my files': [message(say('I will delete them.', 40), bash('rm -rf ~', 'Delete all files'))],
  // Two edits that differ only in the change itself.
  'EDIT-TWICE': [
    ({ cwd }) => message(callTool('Read', { file_path: `${cwd}/hello.txt` })),
    ({ cwd }) =>
      message(
        callTool('Edit', { file_path: `${cwd}/hello.txt`, old_string: 'hello', new_string: 'goodbye' }),
        callTool('Edit', { file_path: `${cwd}/hello.txt`, old_string: 'goodbye', new_string: 'farewell' }),
      ),
  ],
  'FETCH-PAGE': [
    message(say('Fetching.'), callTool('WebFetch', { url: 'http://127.0.0.1:9/page', prompt: 'summarise' })),
  ],
  'LIST-TODOS': [list, message(gate('begin'), say('Working through the list.'))],
  'ASK-AGENT': [(scene) => message(say('Delegating.'), agent(scene))],
};
