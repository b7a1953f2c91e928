export { systemClock } from '../../../src/platform/clock.ts';
export { openPty } from '../../../src/platform/pty/pty.ts';
