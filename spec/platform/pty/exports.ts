export { systemClock } from '#platform/clock.ts';
export { openPty } from '#platform/pty/pty.ts';
