import type { Given } from '../command.ts';
import type { adapter } from '../commands/adapter.ts';
import { Failure } from '../usage.ts';

type Options = Given<(typeof adapter)['commands'][number]['options']>;

export async function explainAdapter(_given: Options, _operands: readonly string[] = []): Promise<number> {
  throw new Failure('is not built yet');
}
