/** The baseline: bare.c if a compiler is installed, else bare.py. */
import type { Bench } from '../bench.ts';
import { pathOf } from '../needs.ts';
import { sourceOf } from '../places.ts';
import { type Command, outputOf } from '../process.ts';

export const bare = (bench: Bench): Promise<Command> => bench.once('bare', () => build(bench));

async function build(bench: Bench): Promise<Command> {
  const compiler = pathOf('cc');
  if (!compiler) return [pathOf('python3')!, sourceOf('peers/bare.py')];
  const program = bench.path('bare');
  await outputOf([compiler, '-O2', '-o', program, sourceOf('peers/bare.c')]);
  return [program];
}
