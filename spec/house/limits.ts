/** Every limit is enforced somewhere: an unused row would be an empty promise. */
import { limits } from '#limits.ts';
import type { Source } from './source.ts';

export function unusedLimits(sources: readonly Source[]): readonly string[] {
  const used = new Set<string>();
  for (const file of sources.filter(({ path }) => path !== 'src/limits.ts')) {
    file.walk((node) => {
      if (node.type === 'Identifier') used.add(node.name as string);
    });
  }
  return Object.keys(limits)
    .filter((name) => !used.has(name))
    .map((name) => `src/limits.ts: ${name} is not used: enforce it, or remove it`);
}
