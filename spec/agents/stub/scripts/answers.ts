/** Text answers: short and long, with thinking, and in Markdown. */
import { gate, message, messageStopped, say, think } from '../reply.ts';
import type { Scripts } from '../script.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1} of the streamed answer\n`).join('');

const markdown = `# Title

- item one
- item two

| a | b |
|---|---|
| 1 | 日本語 |

\`\`\`js
console.log("héllo 🎉");
\`\`\`

Done: **bold**, \`code\`.`;

export const answers: Scripts = {
  'SAY-HELLO': [message(say('Hello. Here is a short answer.'))],
  'SAY-SLOW': [message(gate('begin'), say(lines(5), 12), gate('middle'), say(lines(25), 4))],
  'SAY-THOUSANDS': [message(say(lines(2000), 0))],
  'SAY-STREAM': [message(say(lines(30), 10))],
  'SAY-MARKDOWN': [message(say(markdown))],
  'SAY-WAIT': [message(gate('begin'), say('At last an answer.'))],
  'SAY-NOTHING': [message()],
  'THINK-FIRST': [
    message(
      gate('begin'),
      think('Let me think about this request step by step. '.repeat(6)),
      gate('middle'),
      say('The answer is forty-two.'),
    ),
  ],
  'STOP-REFUSAL': [messageStopped('refusal', say('I cannot help with that.'))],
  'STOP-MAXTOKENS': [messageStopped('max_tokens', say('This answer is cut'))],
};
