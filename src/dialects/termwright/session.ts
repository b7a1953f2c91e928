/** Methods for the handshake, the status, the size and the end of the program. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { programExitStatus } from '#platform/signals.ts';
import { method } from './method.ts';

export const handshake = method({
  name: 'handshake',
  summary: 'Return the versions of the protocol and of the server.',
  result: z.object({ protocol_version: z.literal(1), termwright_version: z.string(), pid: z.int() }),
  examples: [{ title: 'a handshake', program: 'asks-name', send: {}, reply: { protocol_version: 1 } }],
  handle: ({ world: { core } }) => ({
    protocol_version: 1 as const,
    termwright_version: core.version,
    pid: process.pid,
  }),
});

export const close = method({
  name: 'close',
  summary: 'End the program and close the listener; the reply is sent when the program has ended.',
  needs: ['session.kill'],
  examples: [{ title: 'closing the session', program: 'asks-name', send: {}, reply: null }],
  handle: async ({ world }) => {
    await world.close();
  },
});

export const status = method({
  name: 'status',
  summary: 'Return whether the program has exited, and its exit code.',
  needs: ['screen.read'],
  throws: ['SessionClosed'],
  result: z.object({
    exited: z.boolean(),
    exit_code: z
      .int()
      .nullable()
      .describe('128 plus the number of the signal if a signal ended the program.'),
  }),
  examples: [
    {
      title: 'a running program',
      program: 'asks-name',
      send: {},
      reply: { exited: false, exit_code: null },
    },
  ],
  handle: ({ world: { session } }) => ({
    exited: session.exit !== null,
    exit_code: session.exit && programExitStatus(session.exit),
  }),
});

export const resize = method({
  name: 'resize',
  summary: 'Resize the terminal; the program is notified.',
  needs: ['session.resize'],
  throws: ['SessionClosed'],
  params: z.object({
    cols: z.int().min(limits.minCols).max(limits.maxCols),
    rows: z.int().min(limits.minRows).max(limits.maxRows),
  }),
  examples: [
    { title: 'larger', program: 'asks-name', send: { cols: 120, rows: 40 }, reply: null },
    { title: 'zero rows', program: 'asks-name', send: { cols: 80, rows: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world: { session } }, { cols, rows }) => {
    session.resize({ ...session.layers.size, cols, rows });
  },
});
