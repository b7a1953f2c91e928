/** The predicates of all sessions run in one place. What is seen of one session must not affect another. */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

const picture = '2.1.327-hello-completed.txt';

const unanswered = (still: number) =>
  capture(picture)
    .replace(/^.*Hello\. Here.*$/m, '')
    .replace(/^.*✻.*$/m, '')
    .replace('stable_ms = 15', `stable_ms = ${still}`);

it('waits for the first prompt, in this session or a resumed one', async () => {
  const { instance } = createClassifier();
  const rests = async (still: number) => {
    const scene = [...readScenes(picture, unanswered(still))][0]!;
    const { value } = await instance.call({
      function: '_rests',
      args: 'context',
      params: {},
      screenContext: scene.screenContext,
      facts: scene.facts,
    });
    return (value as { matched: boolean }).matched;
  };
  expect([await rests(20), await rests(2000), await rests(20)]).toEqual([false, true, false]);
});
