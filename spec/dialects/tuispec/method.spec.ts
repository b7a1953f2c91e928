import { describe, expect, it } from 'vitest';
import { SelectorParam, toCoreAmbiguity, toCoreSelector } from '#dialects/tuispec/method.ts';

describe('a selector', () => {
  it.each([
    [
      { type: 'exact', text: 'OK' },
      { type: 'exact', text: 'OK' },
    ],
    [
      { type: 'regex', pattern: 'O.' },
      { type: 'regex', pattern: 'O.' },
    ],
    [
      { type: 'at', col: 1, row: 24 },
      { type: 'at', col: 0, row: 23 },
    ],
    [
      { type: 'nth', index: 0, selector: { type: 'at', col: 2, row: 1 } },
      { type: 'nth', index: 0, selector: { type: 'at', col: 1, row: 0 } },
    ],
    [
      {
        type: 'within',
        rect: { col: 3, row: 2, width: 10, height: 4 },
        selector: { type: 'nth', index: 1, selector: { type: 'exact', text: 'x' } },
      },
      {
        type: 'within',
        area: { col: 2, row: 1, cols: 10, rows: 4 },
        selector: { type: 'nth', index: 1, selector: { type: 'exact', text: 'x' } },
      },
    ],
  ])('%j counts rows and columns from 1, and those of the core from 0', (sent, core) => {
    expect(toCoreSelector(SelectorParam.parse(sent))).toEqual(core);
  });

  it.each([
    { type: 'exact', text: '' },
    { type: 'at', col: 0, row: 1 },
    { type: 'nth', index: -1, selector: { type: 'exact', text: 'x' } },
    {
      type: 'within',
      rect: { col: 1, row: 1, width: 0, height: 1 },
      selector: { type: 'exact', text: 'x' },
    },
    { type: 'near', text: 'x' },
  ])('%j is refused', (sent) => expect(SelectorParam.safeParse(sent).success).toBe(false));
});

it.each([
  ['fail', 'fail'],
  ['first-visible', 'first'],
  ['last-visible', 'last'],
  ['last', 'last'],
] as const)('the mode %s is %s, because all matches are visible', (mode, core) => {
  expect(toCoreAmbiguity(mode)).toBe(core);
});
