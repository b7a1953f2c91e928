/** Tools whose dialog hides part of what they would do. */
import { callTool, message, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

const bash = (command: string) => callTool('Bash', { command, description: 'List the files' });

/** Longer than a row of any terminal here. */
export const longAddress = `http://127.0.0.1:9/${'a'.repeat(150)}/end`;

export const hidden: Scripts = {
  'RUN-CONTROL': [message(say('Listing.'), bash('ls;touch hidden.txt #\x1b[6G\x1b[K'))],
  'RUN-RETURN': [message(say('Listing.'), bash('touch hidden.txt\r   ls              '))],
  'RUN-C1': [message(say('Listing.'), bash('ls;touch hidden.txt #\x9b6G\x9bK'))],
  'RUN-TITLE': [message(say('Listing.'), bash('ls;\x1b]0;touch hidden.txt\x07'))],
  'RUN-ZERO': [message(say('Listing.'), bash('l\u200bs; touch hidden.txt'))],
  'RUN-RTL': [message(say('Listing.'), bash('ls # \u202e\u2066txt.neddih hcuot\u2069\ntouch hidden.txt'))],
  'RUN-COMBINING': [message(say('Listing.'), bash(`touch hidden.txt # ${'a\u0301\u0308\u0300'.repeat(8)}`))],
  'RUN-WIDE': [message(say('Listing.'), bash(`touch hidden.txt # ${'日本語👨‍👩‍👧🇩🇪'.repeat(12)}`))],
  'RUN-SIXTY': [
    message(
      say('Listing.'),
      bash([...Array.from({ length: 59 }, (_, at) => `echo ${at}`), 'touch hidden.txt'].join('\n')),
    ),
  ],
  'RUN-BLANKS': [message(say('Listing.'), bash(`ls${'\n'.repeat(60)}touch hidden.txt`))],
  'RUN-CAT': [message(say('Printing.'), bash('touch seen.txt && cat kept.txt'))],
  'RUN-PADDED': [message(say('Listing.'), bash(`touch hidden.txt${'\n'.repeat(60)}`))],
  'FETCH-LONG': [message(say('Fetching.'), callTool('WebFetch', { url: longAddress, prompt: 'summarise' }))],
  'WRITE-LINES': [
    ({ cwd }) =>
      message(
        say('Writing.'),
        callTool('Write', { file_path: `${cwd}/safe.md\nother.sh`, content: 'true\n' }),
      ),
  ],
};
