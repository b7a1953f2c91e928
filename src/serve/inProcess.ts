/** A client in the same process, over a pair of streams: the whole way of a request but for the kernel. */
import { type Duplex, duplexPair } from 'node:stream';
import type { Framing } from '../wire/framing.ts';
import type { Server } from './server.ts';
import type { Spoken } from './spoken.ts';

export function connectInProcess(
  server: Server,
  spoken: Spoken = server.native,
  framing: Framing = 'ndjson',
): Duplex {
  const [near, far] = duplexPair();
  // A pair of streams has no kernel to tell one end that the other is gone.
  near.once('close', () => far.destroy());
  far.once('close', () => near.destroy());
  void server.accept(spoken, { input: far, output: far, framing });
  return near;
}
