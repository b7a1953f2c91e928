/** Methods that record the messages of a listener and replay them. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { pause, readTrace, readTraceFile, type TracedRequest } from '#recording/traceReplay.ts';
import type { Call } from '#rpc/method.ts';
import { raiseMethodFailed } from './errors.ts';
import { method, Path } from './method.ts';
import { createStepRunner, type StepDialect, type StepOutcome, serverShutdown } from './server.ts';
import type { TuispecServerContext } from './serverContext.ts';

export const recordingStart = method({
  name: 'recording.start',
  summary: 'Start recording messages to a file, with frames of the screen in between, redacted.',
  details:
    'The file must not exist; with `wire=client`, an existing recording is appended to. Each line is an object with `timestampMicros`, `direction` and `line`: a message as it was sent, the text of the screen, or the rows that changed. Missing folders are created. The request of this call is not recorded, its reply is.',
  needs: ['file.write', 'screen.read'],
  throws: ['FileRefused', 'MethodFailed', 'Busy'],
  params: z.object({
    path: Path,
    frameIntervalMs: z
      .int()
      .min(0)
      .max(limits.timeoutMs)
      .default(limits.recordingFrameMs)
      .describe('Time between two frames, in milliseconds; 0 records no frames.'),
  }),
  result: z.object({ ok: z.literal(true), path: z.string(), frameIntervalMs: z.int() }),
  examples: [
    {
      title: 'a folder that cannot be created',
      send: { path: '/dev/null/session.jsonl' },
      fault: 'FileRefused',
    },
  ],
  handle: ({ world }, { path, frameIntervalMs }) => {
    world.startTrace(path, frameIntervalMs);
    return { ok: true as const, path, frameIntervalMs };
  },
});

export const recordingStop = method({
  name: 'recording.stop',
  summary: 'Stop the recording, if there is one. The file is complete when the reply is sent.',
  needs: ['file.write'],
  examples: [{ title: 'no recording', send: {}, reply: { ok: true } }],
  handle: async ({ world: { trace } }) => {
    await trace?.stop();
  },
});

export const recordingStatus = method({
  name: 'recording.status',
  summary: 'Return whether a recording is running, and its file.',
  result: z.object({ active: z.boolean(), path: z.string().nullable() }),
  examples: [{ title: 'no recording', send: {}, reply: { active: false, path: null } }],
  handle: ({ world: { trace } }) => ({ active: trace !== undefined, path: trace?.path ?? null }),
});

/** `steps` are the methods that a replay may call. */
export const createReplayMethod = (steps: StepDialect) =>
  method({
    name: 'replay',
    summary: 'Replay the requests of a recording.',
    details:
      'A request that failed in the recording may fail again; any other failure ends the replay. Requests that replay, start a recording or end the server are skipped. Secrets are not in a recording: their replacement is typed.',
    needs: ['input.write'],
    throws: ['FileRefused', 'MethodFailed', 'Cancelled'],
    params: z.object({
      path: Path,
      speed: z.enum(['as-fast-as-possible', 'real-time']).default('as-fast-as-possible'),
    }),
    result: z.object({
      ok: z.literal(true),
      replayedRequests: z.int(),
      path: z.string(),
      speed: z.string(),
    }),
    examples: [{ title: 'a missing file', send: { path: '/nowhere/a.jsonl' }, fault: 'FileRefused' }],
    handle: async (call, { path, speed }) => {
      const { requests } = readTrace(readTraceFile(path), {
        refuse: (line, reason) => raiseMethodFailed(`${path}:${line}: ${reason}`),
        torn: true,
      });
      const passedOver = new Set<string>([recordingStart.name, serverShutdown.name]);
      const able = requests.filter(({ method }) => !passedOver.has(method) && steps().methods.has(method));
      const step = createStepRunner(call, steps);
      let now = able[0]?.ms ?? 0;
      for (const request of able) {
        if (speed === 'real-time') await waitBetweenRequests(call, request.ms - now);
        now = request.ms;
        refuseFailure(request, await step(request.method, request.params), path);
      }
      return { ok: true as const, replayedRequests: able.length, path, speed };
    },
  });

const waitBetweenRequests = ({ world, signal }: Call<TuispecServerContext>, ms: number) =>
  pause(world.core.clock, ms, signal);

function refuseFailure({ line, method, failed }: TracedRequest, outcome: StepOutcome, path: string) {
  if ('error' in outcome && !failed)
    raiseMethodFailed(`${path}:${line}: ${method}: ${outcome.error.message}`);
}
