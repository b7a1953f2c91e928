/** A screen with a prompt of several rows and its answer. */
import { capture } from './classifier.ts';

export const file = '2.1.327-hello-completed.txt';
const effortRow = 35;
const bullet = '␛[38;2;255;255;255m●';

/** The rows between the upper edge and the answer are those of a prompt, whose beginning is visible or not. */
export function prompted(lines: readonly string[], begun: boolean) {
  const [head, rows] = capture(file).split('---\n') as [string, string];
  const from = rows.slice(rows.indexOf(bullet)).split('\n');
  const effort = from.findIndex((row) => row.includes('/effort'));
  const answer = from.slice(0, effort).filter((row) => row !== '');
  const composer = from.slice(effort);
  const caret = (at: number) => (begun && at === 0 ? '❯ ' : '  ');
  const rendered = lines.map(
    (line, at) => `␛[38;2;153;153;153;48;2;55;55;55m${caret(at)}␛[38;2;255;255;255m${line} ␛[0m`,
  );
  const blank = Array(effortRow - rendered.length - 1 - answer.length).fill('');
  return [`${head}---`, ...rendered, '', ...answer, ...blank, ...composer].join('\n');
}
