/** `ptywright`: the server as a library, for programs that want it in their own process. */
export { permissionNames } from './core/permissions.ts';
export { systemClock } from './platform/clock.ts';
export { connectInProcess } from './serve/inProcess.ts';
export { Server, type ServerOptions, type Streams } from './serve/server.ts';
