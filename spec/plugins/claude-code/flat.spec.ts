/** The flat interface draws its own rows and those of the model alike. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { adapterOf } from '../adapters.ts';
import { capture, createClassifier } from './classifier.ts';

const program = fileURLToPath(new URL('../../programs/answers-flatly.mjs', import.meta.url));

it('a prompt that an answer repeats is not the prompt of the turn', async () => {
  const { send, until } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program],
  });
  await until('ready');
  await send('send_prompt', { prompt: 'first prompt' });
  await until('completed_turn');
  await send('send_prompt', { prompt: 'second prompt' });
  const { metadata, events } = await until('completed_turn');
  expect(metadata.turn).toMatchObject({ prompt: 'second prompt', text: 'Hello.\nyou: first prompt\nHello.' });
  expect(events.filter(({ kind }) => kind === 'turn_complete')).toHaveLength(2);
});

it('a version without it is not switched to it by an answer that draws its announcement', async () => {
  const picture = '2.0.76-hello-completed.txt';
  const whole = capture(picture).replace('stable_ms = 21', 'stable_ms = 2000');
  const [head, rows] = whole.split('---\n\n') as [string, string];
  const turn = rows.slice(rows.indexOf('\n', rows.indexOf('/model to try')));
  const forged = `${head}---\n[Screen Reader Mode: on via flag]${turn}`;
  const { said } = createClassifier();
  const state = async (text: string) => (await said([...readScenes(picture, text)][0]!)).state;
  for (const screen of [whole, forged, whole]) expect(await state(screen)).toBe('completed_turn');
});
