/** Every limit bounds something: a row that nobody asks for is a promise that nobody keeps. */
import { limits } from '../../src/core/limits.ts';
import type { Source } from './source.ts';

export function unusedLimits(sources: readonly Source[]): readonly string[] {
  const used = new Set<string>();
  for (const file of sources.filter(({ path }) => path !== 'src/core/limits.ts')) {
    file.walk((node) => {
      if (node.type === 'Identifier') used.add(node.name as string);
    });
  }
  return Object.keys(limits)
    .filter((name) => !used.has(name))
    .map((name) => `src/core/limits.ts: nothing asks for ${name}: enforce it, or take the row out`);
}
