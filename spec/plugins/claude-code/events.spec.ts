/**
 * The events of a turn contain each of its words once, no text of another turn, and one end. spec/plugins/recorded.spec.ts
 * checks them in whole recordings.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';
import { cutsOf } from './cuts.ts';
import { TurnCollector } from './turnCollector.ts';
import { done, lines } from './turns.ts';

const folder = fileURLToPath(new URL('recordings', import.meta.url));

const picture = '2.1.327-hello-completed.txt';
const completed = () => capture(picture);
const busy = (text: string) =>
  text.replace('title = "✳', 'title = "◐').replace('"completed_turn"', '"thinking"');

async function collectTurns(...texts: readonly string[]) {
  const { said } = createClassifier();
  const received = new TurnCollector();
  for (const text of texts) {
    const [scene] = readScenes(picture, text);
    received.receive((await said(scene!)).events);
  }
  return received;
}

it('reports nothing of the previous turn, even if its screen is still visible when the next one begins', async () => {
  const other = completed().replace('Hello', 'Goodbye').replace('SAY-HELLO', 'SAY-GOODBYE');
  const { turns: reported } = await collectTurns(
    busy(completed()),
    completed(),
    busy(completed()),
    busy(other),
    other,
  );
  expect(reported.map(({ joined }) => joined.split(/[ .]/)[0])).toEqual(['Hello', 'Goodbye']);
});

it('withdraws text that was redrawn', async () => {
  const longer = completed().replace('Hello', 'Other words, and more of them: hello');
  const { turns: reported } = await collectTurns(busy(completed()), busy(longer), longer);
  expect(reported[0]!.joined.startsWith('Other words')).toBe(true);
  expect(reported[0]!.joined).toBe(reported[0]!.end['text']);
});

it('ends a turn whose program has ended', async () => {
  const gone = completed()
    .replace('state = "completed_turn"', 'state = "error"\nexit = { exit_code = 1 }')
    .replace('title = "✳', 'title = "◐');
  const { turns: reported } = await collectTurns(busy(completed()), gone);
  expect(reported.map(({ end }) => end)).toMatchObject([
    { failed: true, text: 'Hello. Here is a short answer.' },
  ]);
});

it('reports a turn of many pieces within the limits of a state', async () => {
  // More than the 256 events that plugins/lib/events.lua keeps.
  const growing = lines(320, (at) =>
    busy(completed()).replace(
      'Hello. Here is a short answer.',
      `${at % 2 ? 'One' : 'Other'} beginning ${at}`,
    ),
  );
  const received = await collectTurns(...growing, completed());
  expect(received.turns.map(({ joined }) => joined)).toEqual(['Hello. Here is a short answer.']);
});

it('continues a turn that only seemed to be complete', async () => {
  const more = completed().replace('answer.', 'answer. And more of it.');
  const received = await collectTurns(busy(completed()), completed(), busy(completed()), busy(more), more);
  expect(received.turns.map(({ joined, end }) => joined + end['text'])).toEqual([
    'Hello. Here is a short answer.'.repeat(2),
    ` And more of it.${'Hello. Here is a short answer. And more of it.'}`,
  ]);
});

it('ends the turn before a queued prompt, although that one was visibly running only once', async () => {
  const other = completed().replace('Hello', 'Goodbye').replace('SAY-HELLO', 'SAY-GOODBYE');
  const { turns: reported } = await collectTurns(busy(completed()), busy(other), other);
  expect(reported.map(({ end }) => [end['text'], end['continued']])).toEqual([
    ['Hello. Here is a short answer.', true],
    ['Goodbye. Here is a short answer.', undefined],
  ]);
});

it('does not mistake a choice for a prompt if a dialog is drawn before the composer disappears', async () => {
  const { said } = createClassifier();
  const received = new TurnCollector();
  for (const { scene } of cutsOf(join(folder, '2.1.327-previews-80x24.cast')))
    for (const { events } of [await said(scene), await said(scene)]) received.receive(events);
  expect(received.turns.map(({ end }) => [end['text'], end['continued']])).toEqual([[done, undefined]]);
});
