/**
 * Plays a recording of a program, with the keys that were pressed: `replays.mjs FILE.keys.cast`. After its output, it
 * waits for the recorded input, so a client gets the same screens as from the program.
 */
import { readFileSync } from 'node:fs';

const [, ...lines] = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
let typed = '';
let wake = () => {};
process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8').on('data', (text) => {
  typed += text;
  wake();
});

/** Terminals answer questions of the program, which is other input. */
async function expect(text) {
  while (!typed.includes(text))
    await new Promise((resolve) => {
      wake = resolve;
    });
  typed = typed.slice(typed.indexOf(text) + text.length);
}

for (const [, code, text] of lines.map((line) => JSON.parse(line))) {
  if (code === 'o') process.stdout.write(text);
  if (code === 'i') await expect(text);
}
