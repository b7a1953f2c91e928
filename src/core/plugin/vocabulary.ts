/** The names that a plugin's worker offers helpers for: what they do stays out of it. */
import { actions } from '../input/index.ts';
import { matchers } from '../matcher/index.ts';
import type { Vocabulary } from './host/context.ts';

export const vocabulary = (): Vocabulary => ({
  actions: Object.values(actions).map(({ name, needs }) => ({ name, needs })),
  matchers: [...matchers.keys()],
});
