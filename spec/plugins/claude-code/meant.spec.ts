/** Which option a text selects: never an unintended one, and none if the text is ambiguous. */
import { describe, expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { capture, createClassifier } from './classifier.ts';

const old = '2.0.76-bash-dialog.txt';

async function chosen(option: string, [there, other]: readonly string[] = ['', '']) {
  expect(capture(old)).toContain(there);
  const [scene] = readScenes(old, capture(old).replace(there!, other!));
  return await createClassifier().planned(scene!, 'choose_option', { option });
}

const requested = "don't ask again for ␛[1mtouch made.txt␛[0m";

describe('the text of a choice', () => {
  it.each([
    ['are not those in the middle of another', 'No', [requested, "don't ask again for ␛[1mnode -e 0␛[0m"]],
    ['are no part of a word', 'No', ['Type here to tell', 'Notify']],
    ['are no Yes that lasts', 'Yes', ['␛[38;2;177;185;249mYes␛[0m', '␛[38;2;177;185;249mYes, and more␛[0m']],
    ['do not begin in the middle', 'Tell Claude', ['', '']],
  ])('%s', async (_, option, instead) => {
    await expect(chosen(option, instead)).rejects.toThrow(`there is no choice ${option}: 1. Yes`);
  });

  it.each(['Type here', 'yes', "Yes, and don't ask again", '3'])('%s selects one', async (option) => {
    expect(await chosen(option)).toMatchObject({ actions: [{ type: 'key' }] });
  });

  it.each([
    ['are called the same', 'Red', 'Red', 'Red'],
    ['begin the same', 'Red wine', 'Red beet', 'red'],
  ])('are refused where two %s', async (_, one, other, option) => {
    const file = '2.1.327-question-dialog.txt';
    const [scene] = readScenes(file, capture(file).replace('Red', one).replace('Blue', other));
    await expect(createClassifier().planned(scene!, 'choose_option', { option })).rejects.toThrow(
      `"${option}" could be several choices: 1. ${one}, 2. ${other}`,
    );
  });
});

it.each(['2.0.76-plan-dialog.txt', '2.1.197-plan-dialog.txt', '2.1.327-plan-dialog.txt'])(
  '%s: a plan is not approved by a Yes that switches the mode',
  async (file) => {
    const without = (text: string) =>
      text.replace(/Yes, (?:and )?manually approve edits/, 'Yes, and bypass permissions');
    const [scene] = readScenes(file, without(capture(file)));
    await expect(createClassifier().planned(scene!, 'approve')).rejects.toThrow(
      /none of the choices is a plain Yes: 1\. Yes, and .*, 2\. Yes, and bypass permissions, 3\. T/,
    );
  },
);
