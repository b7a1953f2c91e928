/** `ptywright/client`: a typed client for programs that drive terminals. */

export type { RequestOptions } from './baseClient.ts';
export { type Answered, Refusal } from './baseClient.ts';
export { Client, connectSocket, connectStdio, connectStream, type Line, type StdioServer } from './client.ts';
export type {
  FaultData,
  FaultName,
  MethodName,
  Methods,
  NotificationName,
  Notifications,
} from './protocol.ts';
export { runsOf, type StyledRun } from './styledRuns.ts';
export { type OpenSocket, WebClient } from './webClient.ts';
