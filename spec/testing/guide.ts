/** The tests of docs/guides/testing.md, which spec/testing/vitest.spec.ts runs. */
export const testingGuide = 'docs/guides/testing.md';

/** Text by which each test is found, and the program that it needs. */
export const guideTests: readonly (readonly [words: string, program: string])[] = [
  ['fzf finds', 'fzf'],
  ['git counts', 'git'],
  ['through a menu', 'whiptail'],
];
