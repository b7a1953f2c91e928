import { expect, it } from 'vitest';
import { closestText } from '#platform/didYouMean.ts';

it.each([
  ['Wellcome', ['login: ada', 'say Welcome now'], { text: 'Welcome', row: 1 }],
  ['abd', ['abc', 'abd'], { text: 'abd', row: 1 }],
  ['abd', ['x abc', 'abc'], { text: 'abc', row: 0 }],
  ['ready', ['raedy'], { text: 'raedy', row: 0 }],
  ['a longer text', ['a longer'], { text: 'a longer', row: 0 }],
  ['ready', ['', 'none of it'], undefined],
  ['ready', [], undefined],
])('finds the text that is nearest to %j', (text, lines, nearest) => {
  expect(closestText(text, lines)).toEqual(nearest);
});

it('compares the first 40 characters of a long text', () => {
  const text = 'x'.repeat(1000);
  expect(closestText(text, ['none', text])).toEqual({ text: 'x'.repeat(40), row: 1 });
});
