/** Answers whose screen changes are hard to read as a stream of text, or that look like errors. */
import { callTool, message, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

const many = (count: number, words: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => words(at + 1)).join('\n\n');

/** Each row redraws the table. */
const table = `# Title

- item **one** bold
- item \`two\` code

| name | value |
|---|---|
| alpha | 1 |
| beta | 2 |
| gamma with a long name | 3 |

1. first
2. second

The *end* of it all.`;

export const streams: Scripts = {
  'SAY-TABLE': [message(say(table, 30))],
  'SAY-MANY': [
    message(
      say(
        many(50, (at) => `Paragraph ${at} with a few words.`),
        6,
      ),
    ),
  ],
  'SAY-SAME': [
    message(
      say(
        many(40, () => 'same line'),
        6,
      ),
    ),
  ],
  'SAY-ALPHA': [message(say('First answer, alpha.'))],
  'SAY-BETA': [message(say('Second answer, beta.'))],
  'SAY-CALL': [message(say('`Array(5)` creates an empty array of five places.'))],
  'SAY-TWICE': [
    ({ cwd }) =>
      message(
        say('Reading some.'),
        callTool('Read', { file_path: `${cwd}/hello.txt` }),
        callTool('Read', { file_path: `${cwd}/hello.txt` }),
      ),
    message(say('Now list.'), callTool('Bash', { command: 'ls', description: 'List' })),
    message(say('Done with it.')),
  ],
  'FEIGN-ERROR': [
    message(say('API Error: 529 Overloaded is what a server answers that has too much to do.')),
  ],
  'FEIGN-LOGIN': [message(say('Please run /login · API Error: 401 is what you would see.'))],
};
