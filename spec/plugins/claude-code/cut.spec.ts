/** A prompt that is longer than the screen: what is left of it on the screen is told apart from the one before. */
import { expect, it } from 'vitest';
import { scenesOf } from '../../../src/core/picture/scenes.ts';
import { capture, witness } from './witness.ts';

const file = '2.1.327-hello-completed.txt';
const effortRow = 35;
const bullet = '␛[38;2;255;255;255m●';

/** The rows between the upper edge and the answer are those of a prompt, whose beginning is to be seen or not. */
function prompted(lines: readonly string[], begun: boolean) {
  const [head, rows] = capture(file).split('---\n') as [string, string];
  const from = rows.slice(rows.indexOf(bullet)).split('\n');
  const effort = from.findIndex((row) => row.includes('/effort'));
  const answer = from.slice(0, effort).filter((row) => row !== '');
  const composer = from.slice(effort);
  const caret = (at: number) => (begun && at === 0 ? '❯ ' : '  ');
  const drawn = lines.map(
    (line, at) => `␛[38;2;153;153;153;48;2;55;55;55m${caret(at)}␛[38;2;255;255;255m${line} ␛[0m`,
  );
  const blank = Array(effortRow - drawn.length - 1 - answer.length).fill('');
  return [`${head}---`, ...drawn, '', ...answer, ...blank, ...composer].join('\n');
}

async function toldOf(...screens: readonly string[]) {
  const { said } = witness();
  let turn: unknown;
  for (const text of screens) {
    const [scene] = scenesOf(file, text);
    turn = (await said(scene!)).metadata.turn;
  }
  return turn;
}

const before = ['Write it:', '', 'a', '}', '', 'Thank you'];

it.each([
  ['a blank line', ['', 'Now undo', 'all of it', 'please']],
  ['a line of the one before', ['}', 'Now undo', 'all of it']],
  ['some lines of the one before', ['', 'a', '}', 'Now undo']],
])('a prompt whose first row on the screen is %s is another one', async (_, lines) => {
  const prompt = lines.join('\n');
  expect(await toldOf(prompted(before, true), prompted(lines, false))).toMatchObject({ prompt });
});

it.each([
  ['a blank line', before.slice(1)],
  ['its end', before.slice(3)],
  ['its last row', before.slice(-1)],
])('a prompt that scrolls stays what it is: %s', async (_, lines) => {
  const prompt = before.join('\n');
  expect(await toldOf(prompted(before, true), prompted(lines, false))).toMatchObject({ prompt });
});

it('a prompt that is drawn bit by bit is one, though its beginning was never seen', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const first = rows.slice(4, 14);
  const prompt = first.join('\n');
  const screens = [first, rows.slice(9, 20)].map((shown) => prompted(shown, false));
  expect(await toldOf(...screens)).toMatchObject({ prompt });
});
