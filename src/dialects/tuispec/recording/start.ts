import { Fault, fault, raise } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Path } from '../shapes.ts';

export const start = method({
  name: 'recording.start',
  since: 1,
  summary: 'Write what is said from here on into a file, with frames of the screen between, secrets hidden.',
  details:
    'The file is a fresh one; with `wire=client` a recording that is there is gone on with. Each line is an object: `timestampMicros`, `direction` and `line`, which is a message as it stood on the line, the text of the screen, or the rows that changed. This call itself is not in it, its answer is.',
  needs: ['file.write', 'screen.read'],
  throws: ['FileRefused', 'MethodFailed', 'Busy'],
  params: z.object({
    path: Path,
    frameIntervalMs: z
      .int()
      .min(0)
      .max(limits.timeoutMs)
      .default(limits.recordingFrameMs)
      .describe('Between two frames; 0 for none.'),
  }),
  result: z.object({ ok: z.literal(true), path: z.string(), frameIntervalMs: z.int() }),
  examples: [
    {
      title: 'a folder that is not there',
      send: { path: '/nowhere/session.jsonl' },
      fault: 'FileRefused',
    },
  ],
  handle: ({ world }, { path, frameIntervalMs }) => {
    orExists(path, () => world.record(path, frameIntervalMs));
    return { ok: true as const, path, frameIntervalMs };
  },
});

/** Other protocols have a parameter for that, and name it. */
function orExists(path: string, deed: () => void): void {
  try {
    deed();
  } catch (problem) {
    const { data } = problem as Fault<'FileRefused'>;
    if (!(problem instanceof Fault) || data.reason !== 'EEXIST') throw problem;
    const told = `The file ${path} exists already (EEXIST). Choose another file, or remove that one.`;
    raise(fault.FileRefused(data, told));
  }
}
