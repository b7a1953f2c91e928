/** Reads a recording of what was done to a session. Actions and matchers are read as a server would read them. */
import { z } from '../../platform/schema.ts';
import { Action } from '../input/index.ts';
import { limits } from '../limits.ts';
import { Matcher } from '../matcher/shape.ts';
import { defaultPolicy } from '../redact/policy.ts';
import { deedsKind, type Started } from './deedTape.ts';
import { Cols, jsonLines, type ReadHow, Rows, readShape } from './readLines.ts';

const Pixels = z.int().min(0).max(limits.maxPixels).optional();

const Header = z.looseObject({
  recording: z.literal(deedsKind),
  version: z.literal(1),
  replacement: z.string().min(1).nullable().default(defaultPolicy.replacement),
  session: z.object({
    program: z.string().min(1),
    args: z.array(z.string()).max(limits.args),
    cwd: z.string().optional(),
    env: z.record(z.string(), z.string()).default({}),
    rows: Rows,
    cols: Cols,
    clear_env: z.boolean().optional(),
    pixel_width: Pixels,
    pixel_height: Pixels,
  }),
});

/** Kept as they were sent: only their shape is checked. */
const sent = <Out>(shape: z.ZodType<Out>) =>
  z.custom<Readonly<Record<string, unknown>>>((value) => shape.safeParse(value).success, {
    error: (issue) => shape.safeParse(issue.input).error?.issues[0]?.message ?? 'unknown',
  });
const time = z
  .number()
  .min(0)
  .max(limits.recordingMs / 1000);
const actions = z.array(sent(Action)).min(1);
const waits = { matcher: sent(Matcher), timeout_ms: z.int().min(0).max(limits.timeoutMs) };
const Line = z.union([
  z.discriminatedUnion('call', [
    z.object({ time, call: z.literal('input'), actions }),
    z.object({ time, call: z.literal('act'), actions, ...waits }),
    z.object({ time, call: z.literal('wait'), ...waits }),
    z.object({ time, call: z.literal('resize'), rows: Rows, cols: Cols }),
  ]),
  z.looseObject({ time, mark: z.string() }),
  z.looseObject({ time, exit: z.unknown() }),
]);

export type RecordedDeed = Extract<z.output<typeof Line>, { call: string }>;

export interface Deeds {
  /** Stands where something was hidden; null where nothing was. */
  readonly replacement: string | null;
  readonly started: Started;
  readonly deeds: readonly RecordedDeed[];
}

export function readDeeds(text: string, how: ReadHow): Deeds {
  const [first, ...lines] = jsonLines(text, how);
  if (!first) return how.refuse(1, 'not JSON: there is no line');
  const { session, replacement } = readShape(Header, first, how.refuse);
  const deeds = lines.map((line) => readShape(Line, line, how.refuse));
  return {
    replacement,
    started: session,
    deeds: deeds.filter((line): line is RecordedDeed => 'call' in line),
  };
}
