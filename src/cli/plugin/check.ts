import type { Given } from '../command.ts';
import type { plugin } from '../commands/plugin.ts';
import { Failure } from '../usage.ts';

type Options = Given<(typeof plugin)['commands'][number]['options']>;

export async function checkPlugin(_given: Options, _operands: readonly string[] = []): Promise<number> {
  throw new Failure('is not built yet');
}
