/** `ptywright/client`: a typed client for programs that drive terminals. */
export { Client, type Line } from './client.ts';
export { connectSocket, connectStdio, connectStream, type StdioServer } from './connect.ts';
export type {
  FaultData,
  FaultName,
  MethodName,
  Methods,
  NotificationName,
  Notifications,
} from './protocol.ts';
export { type Answered, Refusal } from './refusal.ts';
export { runsOf, type StyledRun } from './runs.ts';
export type { RequestOptions } from './talk.ts';
export { type OpenSocket, WebClient } from './webClient.ts';
