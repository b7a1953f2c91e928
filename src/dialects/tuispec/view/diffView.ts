import { difference } from '../../../core/baseline/difference.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { failed } from '../refusal.ts';
import type { Run } from '../run.ts';

export const diffView = method({
  name: 'diffView',
  since: 1,
  summary: 'Compare two screens that were kept in the artifact folder.',
  needs: ['screen.read'],
  throws: ['NoActiveSession', 'FileRefused', 'MethodFailed'],
  params: z.object({
    leftPath: z.string().min(1),
    rightPath: z.string().min(1),
    mode: z.enum(['text', 'styled']).default('text'),
  }),
  result: z.object({
    changed: z.boolean(),
    changedLines: z.array(z.int()).describe('From 1.'),
    summary: z.string(),
  }),
  examples: [
    {
      title: 'nothing kept',
      program: 'prints-ready',
      send: { leftPath: 'a', rightPath: 'b' },
      fault: 'MethodFailed',
    },
  ],
  handle: ({ world }, { leftPath, rightPath, mode }) => {
    const { changes, summary } = difference(read(world, leftPath), read(world, rightPath), mode);
    return { changed: changes.length > 0, changedLines: changes.map(({ line }) => line), summary };
  },
});

function read({ folder, started }: Run, path: string): string {
  return started && (folder.read(path) ?? failed(`${path}: there is no such file`));
}
