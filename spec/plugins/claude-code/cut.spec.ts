/** A prompt longer than the screen: its visible rest is distinguished from the prompt before. */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { createClassifier } from './classifier.ts';
import { file, prompted } from './prompted.ts';

async function classify(...screens: readonly string[]) {
  const { said } = createClassifier();
  let turn: unknown;
  for (const text of screens) {
    const [scene] = readScenes(file, text);
    turn = (await said(scene!)).metadata.turn;
  }
  return turn;
}

const before = ['Write it:', '', 'a', '}', '', 'Thank you'];

it.each([
  ['a blank line', ['', 'Now undo', 'all of it', 'please']],
  ['a line of the one before', ['}', 'Now undo', 'all of it']],
  ['some lines of the one before', ['', 'a', '}', 'Now undo']],
])('a prompt whose first row on the screen is %s is a new one', async (_, lines) => {
  const prompt = lines.join('\n');
  expect(await classify(prompted(before, true), prompted(lines, false))).toMatchObject({ prompt });
});

it.each([
  ['a blank line', before.slice(1)],
  ['its end', before.slice(3)],
  ['its last row', before.slice(-1)],
])('a prompt that scrolls stays the same: %s', async (_, lines) => {
  const prompt = before.join('\n');
  expect(await classify(prompted(before, true), prompted(lines, false))).toMatchObject({ prompt });
});

it('a prompt that is drawn in parts is one, although its beginning was never visible', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const first = rows.slice(4, 14);
  const prompt = first.join('\n');
  const screens = [first, rows.slice(9, 20)].map((displayed) => prompted(displayed, false));
  expect(await classify(...screens)).toMatchObject({ prompt });
});
