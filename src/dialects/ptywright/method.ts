import type { World } from '../../core/world.ts';
import { methodOf } from '../../rpc/method.ts';

/** `method()` of this dialect: the world of its handlers is the core's. */
export const method = methodOf<World>();
