import { methodOf } from '../../rpc/method.ts';
import type { Daemon } from './daemon.ts';

/** `method()` of this dialect: its handlers act on the one program of their listener. */
export const method = methodOf<Daemon>();
