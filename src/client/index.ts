/** `ptywright/client`: a typed client for programs that drive terminals. */

export type * from './api.ts';
export {
  type MethodName,
  type NotificationName,
  Refusal,
  type RefusalOf,
  type RequestOptions,
} from './baseClient.ts';
export {
  Client,
  type ClientStreams,
  connectSocket,
  connectStdio,
  connectStream,
  type StdioServer,
} from './client.ts';
export { runsOf, type StyledRun } from './styledRuns.ts';
export { type OpenSocket, WebClient } from './webClient.ts';
