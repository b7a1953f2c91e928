/** The one client that started the server: its end of standard input is the end of the server. */
import { limits } from '../core/limits.ts';
import { standardInput, standardOutput } from '../platform/standardStreams.ts';
import type { Framing } from '../wire/framing.ts';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';

/** Kept when the client has left; also when it writes no more and what it asked for is not answered soon. */
export async function serveStdio(server: Server, spoken: Spoken, framing: Framing): Promise<void> {
  const input = standardInput();
  let disarm = () => {};
  const late = new Promise<void>((resolve) => {
    input.once('end', () => {
      disarm = server.world.clock.after(limits.lastAnswersMs, resolve);
    });
  });
  const frames = spoken.envelope ? 'ndjson' : framing;
  const streams = { input, output: standardOutput(), framing: frames, transport: 'stdio' } as const;
  await Promise.race([server.accept(spoken, streams), late]);
  disarm();
}
