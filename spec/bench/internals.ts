/** The parts of the server that are measured without it. Nothing else here imports them. */
export { limits } from '../../src/core/limits.ts';
export { compileMatcher } from '../../src/core/matcher/compile.ts';
export { type Permission, permissions } from '../../src/core/permissions.ts';
export { createRedaction, defaultPolicy } from '../../src/core/redact/policy.ts';
export { createStream } from '../../src/core/redact/stream.ts';
export type { CellForm } from '../../src/core/screen/snapshot.ts';
export { type Acted, act } from '../../src/core/session/act.ts';
export type { Session } from '../../src/core/session/session.ts';
export { World } from '../../src/core/world.ts';
export { snapshot } from '../../src/dialects/ptywright/session/snapshot.ts';
export { type Clock, systemClock } from '../../src/platform/clock.ts';
export { openPty } from '../../src/platform/pty/pty.ts';
