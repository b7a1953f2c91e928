/** A prompt is sent while the screen is drawn in steps. The screen then shows parts of two turns and ends neither. */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';
import { TurnCollector } from './turnCollector.ts';

const picture = '2.1.327-hello-completed.txt';
const prompt = 'SAY-OTHER please';
const answer = 'Hello. Here is a short answer.';

const seen = (text: string) => [...readScenes(picture, text)][0]!;
const before = () => capture(picture).replace('stable_ms = 15', 'stable_ms = 1000');
const typed = (text: string) =>
  text.replace(/^❯.*$/m, `❯ ${prompt}␛[7m ␛[0m`).replace('col = 2,', `col = ${2 + prompt.length},`);
const echoed = (text: string) => text.replace('SAY-HELLO please', prompt);
const busy = (text: string) => text.replace('title = "✳', 'title = "◐');
const unanswered = (text: string) => text.replace(/^.*Hello\. Here.*$/m, '');

async function sent({ said, planned, resumed }: ReturnType<typeof createClassifier>) {
  await said(seen(before()));
  await planned(seen(before()), 'send_prompt', { prompt });
  await resumed(seen(typed(before())));
}

it.each([
  [
    'its first row stands above the composer, and the answer of the turn before is gone',
    (text: string) => text,
  ],
  ['the title says that it runs', busy],
])('reports no end if %s', async (_, rendered) => {
  const seer = createClassifier();
  await sent(seer);
  const received = new TurnCollector();
  const half = await seer.said(seen(rendered(typed(echoed(unanswered(capture(picture)))))));
  received.receive(half.events);
  expect(half.state).toBe('thinking');
  for (const text of [busy(unanswered(echoed(capture(picture)))), echoed(capture(picture))])
    received.receive((await seer.said(seen(text))).events);
  expect(received.turns.map(({ end }) => end['text'])).toEqual([answer]);
});

it('ends a turn whose program ended before the prompt had left the composer', async () => {
  const seer = createClassifier();
  await sent(seer);
  const received = new TurnCollector();
  const gone = typed(before()).replace(
    'state = "completed_turn"',
    'state = "error"\nexit = { exit_code = 1 }',
  );
  received.receive((await seer.said(seen(gone))).events);
  expect(received.turns.map(({ end }) => end)).toMatchObject([{ kind: 'turn_complete', failed: true }]);
});
