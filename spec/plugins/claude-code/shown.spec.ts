/**
 * Keys for a dialog depend on the rows that were read. The plan names these rows, so that no key goes to another
 * dialog.
 */
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

interface Plan {
  readonly actions: readonly object[];
  readonly shows?: readonly { readonly row: number; readonly text: string }[];
}

async function planned(picture: string, intent: string, params: object = {}) {
  const [scene] = readScenes(picture, capture(picture));
  return (await createClassifier().planned(scene!, intent, params)) as Plan;
}

it.each([
  ['2.1.327-bash-dialog.txt', 'approve', {}, ['touch made.txt && echo made', '❯ 1. Yes']],
  ['2.0.76-bash-dialog.txt', 'approve', {}, ['touch made.txt && echo made', '❯ 1. Yes']],
  ['2.1.327-bash-dialog.txt', 'choose_option', { option: 'No' }, ['touch made.txt && echo made', '4. No']],
  ['2.1.327-trust-dialog.txt', 'approve_trust', {}, ['Yes, I trust this folder']],
  ['2.1.327-previews-second.txt', 'choose_option', { index: 2 }, ['❯ 2. Rows', '1. No, exit']],
])('%s: %s needs the rows that it was planned on', async (picture, intent, params, words) => {
  const { actions, shows = [] } = await planned(picture, intent, params);
  expect(actions).toEqual([expect.objectContaining({ type: 'key' })]);
  const rows = shows.map(({ text }) => text).join('\n');
  for (const word of words) expect(rows).toContain(word);
  // Without a gap, because a change between them counts, too.
  expect(shows.map(({ row }) => row)).toEqual(shows.map((_, at) => shows[0]!.row + at));
});
