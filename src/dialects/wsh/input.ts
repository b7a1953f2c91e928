/** Methods that write input, capture it, and resize the terminal. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import { method, sessionParams } from './method.ts';
import { currentInputMode } from './typedInput.ts';

export const sendInput = method({
  name: 'send_input',
  summary: 'Write bytes to the program.',
  needs: ['input.write'],
  throws: ['InputHeld', 'Cancelled'],
  params: z.object({
    ...sessionParams,
    data: z.string(),
    encoding: z.enum(['utf8', 'base64']).nullish(),
  }),
  examples: [{ title: 'a name', send: { data: 'ada\n' }, reply: {} }],
  handle: (call, { session, data, encoding }) => {
    const { world } = call;
    const written = world.session(session);
    const bytes = encoding === 'base64' ? decodeBase64(data) : Buffer.from(data);
    return written.inputQueue.run(
      () => {
        written.inputLock.throwIfHeld(world.server);
        written.write(bytes);
      },
      () => call.signal,
    );
  },
});

/**
 * Raises Invalid for text that is not base64. Skipping the invalid part would write unintended bytes to the program.
 */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const bare = (it: string) => it.replace(/[\s=]+$/, '');
  if (bare(bytes.toString('base64')) !== bare(text))
    raise(fault.Invalid({ path: 'data', reason: 'is not valid base64' }));
  return bytes;
}

export const getInputMode = method({
  name: 'get_input_mode',
  summary: 'Return whether typed input reaches the program, or subscribers only.',
  params: z.object(sessionParams),
  result: z.object({ mode: z.enum(['passthrough', 'capture']) }),
  examples: [{ title: 'not captured', send: {}, reply: { mode: 'passthrough' } }],
  handle: ({ world }, params) => ({ mode: currentInputMode(world.session(params.session)) }),
});

export const captureInput = method({
  name: 'capture_input',
  summary: 'Capture typed input: send it to subscribers of input and not to the program.',
  details: 'Programs can still write. Ends with `release_input` or with the connection.',
  needs: ['input.write'],
  throws: ['InputHeld'],
  params: z.object(sessionParams),
  examples: [{ title: 'all input', send: {}, reply: {} }],
  handle: ({ world }, params) => {
    const captured = world.session(params.session);
    world.captureInput(captured);
  },
});

export const releaseInput = method({
  name: 'release_input',
  summary: 'Release captured input, so that typed input reaches the program again.',
  needs: ['input.write'],
  params: z.object(sessionParams),
  examples: [{ title: 'of nothing', send: {}, reply: {} }],
  handle: ({ world }, params) => {
    world.releaseInput(world.session(params.session));
  },
});

/** Pages send impossible sizes when they measure themselves before layout. */
const clampSize = (size: number, least: number, most: number) => Math.min(most, Math.max(least, size));

interface RequestedSize {
  readonly rows?: number | null | undefined;
  readonly cols?: number | null | undefined;
}

export function resizeSession(session: Session, { rows, cols }: RequestedSize): void {
  const { size } = session.layers;
  session.resize({
    ...size,
    cols: clampSize(cols ?? size.cols, limits.minCols, limits.maxCols),
    rows: clampSize(rows ?? size.rows, limits.minRows, limits.maxRows),
  });
}

export const resize = method({
  name: 'resize',
  summary: 'Resize the terminal, including panels; the program is notified.',
  needs: ['session.resize'],
  params: z.object({ ...sessionParams, cols: z.int(), rows: z.int() }),
  examples: [{ title: 'a wide terminal', send: { cols: 132, rows: 40 }, reply: {} }],
  handle: ({ world }, params) => {
    resizeSession(world.session(params.session), params);
  },
});
