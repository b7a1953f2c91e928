/** The server of a worker. Its tests share it. */
import { type Client, connectStdio } from '#client/client.ts';
import { packageFolder } from '#platform/paths.ts';

let running: Client | undefined;

/** Starts the server at the first call. */
export function sharedServer(): Client {
  running ??= startServer();
  return running;
}

function startServer(): Client {
  const { client } = connectStdio(process.execPath, [
    `${packageFolder()}/bin/ptywright.js`,
    'serve',
    '--stdio',
  ]);
  void client.closed.then(() => {
    if (running === client) running = undefined;
  });
  return client;
}

export async function closeSharedServer(): Promise<void> {
  await running?.close();
}
