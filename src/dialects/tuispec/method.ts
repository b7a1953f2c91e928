import { methodOf } from '../../rpc/method.ts';
import type { Run } from './run.ts';

/** `method()` of this dialect: its handlers act on the one session of their listener. */
export const method = methodOf<Run>();
