/** `ptywright`: the server as a library, for programs that embed it. */

export { systemClock } from '#platform/clock.ts';
export { connectInProcess, Server, type ServerOptions } from '#server/server.ts';
export { permissionNames } from './permissions.ts';
