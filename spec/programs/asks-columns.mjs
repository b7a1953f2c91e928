// Prints each text of a JSON file on a separate line, queries the cursor position, and records the columns.
import { readFileSync, writeFileSync } from 'node:fs';

const [input, output] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(input, 'utf8'));
const columns = [];
const ask = () => process.stdout.write(`\r\x1b[2K${texts[columns.length]}\x1b[6n`);
process.stdin.setRawMode(true).on('data', (answer) => {
  columns.push(Number(/;(\d+)R/.exec(answer)[1]) - 1);
  if (columns.length < texts.length) return ask();
  writeFileSync(output, JSON.stringify(columns));
  process.stdin.pause();
});
ask();
