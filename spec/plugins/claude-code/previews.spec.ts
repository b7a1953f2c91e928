/** Questions whose options have previews. The box beside them is never read as an option. */
import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

interface Option {
  readonly label: string;
  readonly selected?: boolean;
  readonly preview?: string;
}

const labels = ['Columns', 'Rows that are as long as the screen is', 'Boxes', 'None', 'Chat about this'];

/** All options, and which of them are selected. */
async function offered(picture: string, text = capture(picture)) {
  const [scene] = readScenes(picture, text);
  const { state, metadata } = await createClassifier().said(scene!);
  expect(state).toBe('waiting_for_user_input');
  const { options, text: requested } = metadata['question'] as { options: Option[]; text: string };
  expect(requested).toBe('Which layout do you want?');
  return {
    labels: options.map(({ label }) => label),
    marked: options.flatMap(({ selected }, at) => (selected ? [at] : [])),
    previews: options.flatMap(({ preview }) => (preview === undefined ? [] : [preview])),
    id: metadata['dialog_id'],
  };
}

describe.each([
  ['2.1.327-previews-dialog.txt', 0, '+-----+-----+\n| a   | b   |\n+-----+-----+'],
  ['2.1.327-previews-second.txt', 1, '1. No, exit\n2. Yes\n   ❯ 3. X'],
  ['2.1.327-previews-third.txt', 2, '❯ 1. Columns\n┌──┐\n│ x│\n└──┘'],
  // A label of two rows has no marker.
  ['2.1.112-previews-second.txt', 1, '1. No, exit\n2. Yes\n❯ 3. X'],
  ['2.1.112-previews-60x24-third.txt', 2, '❯ 1. Columns\n├─── ✂ ─── 3 lines hidden ┤'],
])('%s', (picture, at, preview) => {
  it('offers its choices and no other, and the preview of the one that is marked', async () => {
    expect(await offered(picture)).toMatchObject({ labels, marked: [at], previews: [preview] });
  });
});

it('is the same dialog whichever of its choices is marked', async () => {
  const first = await offered('2.1.327-previews-dialog.txt');
  const second = await offered('2.1.327-previews-second.txt');
  expect(first.id).toBe(second.id);
});

it('marks only the selection below the line, although the previous choice keeps its mark', async () => {
  const picture = '2.1.327-previews-third.txt';
  const text = capture(picture);
  const below = text.lastIndexOf('  Chat about this');
  expect(below).toBeGreaterThan(0);
  const marked = `${text.slice(0, below)}❯ ${text.slice(below + 2)}`;
  expect(await offered(picture, marked)).toMatchObject({ labels, marked: [4], previews: [] });
});
