/** All that is wrong with a plugin that could be loaded. */
import type { Located } from './locate.ts';
import type { Problem } from './problem.ts';
import { problemsOfPromises } from './promises.ts';
import { problemsOfUse } from './uses.ts';

export const problemsOf = async (located: Located): Promise<readonly Problem[]> => [
  ...problemsOfUse(located.plugin),
  ...problemsOfManifest(located),
  ...(await problemsOfPromises(located)),
];

function problemsOfManifest({ plugin: { manifest, permissions } }: Located): readonly Problem[] {
  if (manifest.kind !== 'adapter') return [];
  const wanted = [
    ['screen.read', 'adapter.state would be refused'],
    ['session.spawn', 'adapter.start would be refused'],
  ] as const;
  return wanted.flatMap(([name, what]) =>
    permissions.has(name)
      ? []
      : [{ level: 'warning' as const, where: 'manifest', text: `without the permission ${name} ${what}` }],
  );
}
