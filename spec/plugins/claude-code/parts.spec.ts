/** A prompt longer than the screen is one turn, whichever of its rows are visible. */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { createClassifier } from './classifier.ts';
import { prompted } from './prompted.ts';
import { TurnCollector } from './turnCollector.ts';

const picture = '2.1.327-hello-completed.txt';
const rows = Array.from({ length: 40 }, (_, at) => `line ${at + 1} of a prompt`);
const draft = '[Pasted text #1 +39 lines]';

const seen = (text: string) => [...readScenes(picture, text)][0]!;
const before = () => prompted(['what came before'], true).replace('stable_ms = 15', 'stable_ms = 1000');
const typed = (text: string) =>
  text.replace(/^❯.*$/m, `❯ ${draft}␛[7m ␛[0m`).replace('col = 2,', `col = ${2 + draft.length},`);
const busy = (text: string) =>
  text.replace('title = "✳', 'title = "◐').replace('"completed_turn"', '"thinking"');

it.each([
  ['its beginning, and then its end', [0, 12], [20, 40]],
  ['its middle, and then its end', [8, 18], [25, 40]],
  ['its end, and then its beginning', [25, 40], [0, 12]],
])('%s', async (_, first, then) => {
  const { said, planned, resumed } = createClassifier();
  const received = new TurnCollector();
  const look = async (text: string) => received.receive((await said(seen(text))).events);
  await look(before());
  await planned(seen(before()), 'send_prompt', { prompt: rows.join('\n') });
  await resumed(seen(typed(before())));
  const part = ([from = 0, to = 0]: readonly number[]) => prompted(rows.slice(from, to), from === 0);
  for (const displayed of [first, first, then, then]) await look(busy(part(displayed)));
  await look(part(then));
  expect(received.turns.map(({ end }) => end['continued'])).toEqual([undefined]);
});
