/** The modules of the server that are measured directly. Other files of the bench import them only from here. */

export { Core } from '#core.ts';
export { sessionSnapshot } from '#dialects/ptywright/screen.ts';
export { limits } from '#limits.ts';
export { compileMatcher } from '#matchers/compile.ts';
export { type Permission, permissions } from '#permissions.ts';
export { type Clock, systemClock } from '#platform/clock.ts';
export { openPty } from '#platform/pty/pty.ts';
export { createRedaction, defaultPolicy } from '#redaction/policy.ts';
export { createRedactionStream } from '#redaction/stream.ts';
export { type ActResult, act } from '#session/input.ts';
export type { Session } from '#session/session.ts';
export type { CellFormat } from '#terminal/screenReader.ts';
