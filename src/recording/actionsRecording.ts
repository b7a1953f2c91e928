/** Recordings of operations (`actions-json`): one JSON line per call, from which scripts are generated. */
import { limits } from '#limits.ts';
import { Matcher } from '#matchers/registry.ts';
import { z } from '#platform/schema.ts';
import { defaultPolicy, redactWords } from '#redaction/policy.ts';
import type { Operation, SessionEvent } from '#session/session.ts';
import { Action } from '#terminal/input/actions.ts';
import { toJsonLine } from './asciicast.ts';
import { ChunkRedactor, type EncoderOptions, OrderedQueue, type RecordingEncoder } from './encoder.ts';
import { ColsSchema, type JsonLinesOptions, parseLine, RowsSchema, readJsonLines } from './jsonLines.ts';
import { maskTypedLine, SecretPrompt, TypeAheadFilter } from './secretInput.ts';

interface SerializedAction {
  readonly type: string;
  readonly value?: unknown;
}

/** Converts an action to the form in which clients send it. Parsed chords are written as their source. */
function serializeAction(action: Action): SerializedAction {
  if (action.type === 'key') return { type: action.type, value: action.value.source };
  if (action.type !== 'keys') return action;
  const { chords, delayMs } = action.value;
  const spelled = chords.map((chord) => chord.source);
  const value = delayMs === undefined ? spelled : { chords: spelled, delay_ms: delayMs };
  return { type: action.type, value };
}

/** The readable text of an action, for redaction. The Enter key is a line feed. */
export function typedText(action: Action): string {
  switch (action.type) {
    case 'text':
    case 'paste':
    case 'bracketed_paste':
      return action.value;
    case 'stream_text':
      return action.value.text;
    case 'raw':
      return Buffer.from(action.value, 'base64').toString('utf8');
    case 'key':
      return keyText(action.value);
    case 'keys':
      return action.value.chords.map(keyText).join('');
    default:
      return '';
  }
}

interface PressedKey {
  readonly key: string;
  readonly text?: string;
  readonly modifiers: number;
}

const keyText = ({ key, text }: PressedKey): string => (key === 'enter' ? '\n' : (text ?? ''));

/** The program to start when the operations are replayed, with the parameter names of a client. */
interface RecordedLaunch {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly cols: number;
  readonly clear_env?: boolean | undefined;
  readonly pixel_width?: number | undefined;
  readonly pixel_height?: number | undefined;
}

interface ActionsEncoderOptions extends EncoderOptions {
  readonly started: RecordedLaunch;
  readonly timestamp: number;
  readonly headed: boolean;
  /** Output before the recording. It may contain the prompt for the first input. */
  readonly before?: string;
}

export const actionsRecordingKind = 'actions';

export class ActionsEncoder implements RecordingEncoder {
  readonly #options: ActionsEncoderOptions;
  readonly #startedAt: number;
  readonly #queue = new OrderedQueue();
  readonly #redactedInput: ChunkRedactor;
  readonly #prompt = new SecretPrompt();
  readonly #typeAhead: TypeAheadFilter;

  constructor(options: ActionsEncoderOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#redactedInput = new ChunkRedactor(options.redaction, options.clock, '', 'replaced');
    this.#typeAhead = new TypeAheadFilter(options.clock, options.redaction.replacement);
    this.#prompt.addOutput(options.before ?? '');
  }

  start(): void {
    const { headed, redaction, started, timestamp, write } = this.#options;
    const replacement = redaction.secrets === undefined ? null : redaction.replacement;
    const args = redactWords(redaction, [started.program, ...started.args]).slice(1);
    const session = { ...redaction.value(started), args };
    const header = { recording: actionsRecordingKind, version: 1, timestamp, replacement, session };
    if (!headed) write(toJsonLine(header));
  }

  handleEvent(event: SessionEvent): void {
    if (event.kind === 'output') this.#handleOutput(event.text);
    else if (event.kind === 'operation') this.#handleOperation(event.operation);
    else if (event.kind === 'performed') this.#handlePerformed(event);
    else if (event.kind === 'exited') {
      const { exitCode, signal } = event.exit;
      this.#typeAhead.end();
      this.#redactedInput.end();
      this.#writeEvent({ exit: { exit_code: exitCode, signal } });
    }
  }

  mark(label: string): void {
    this.#writeEvent({ mark: label });
  }

  end(): void {
    this.#typeAhead.end();
    this.#redactedInput.stop();
  }

  #handleOutput(text: string): void {
    this.#prompt.addOutput(text);
    this.#typeAhead.addOutput(text, this.#prompt.active);
  }

  #handleOperation(operation: Operation): void {
    if (operation.call === 'resize') {
      const { rows, cols, pixelWidth, pixelHeight } = operation.size;
      return this.#writeEvent({
        call: operation.call,
        rows,
        cols,
        pixel_width: pixelWidth,
        pixel_height: pixelHeight,
      });
    }
    const waits =
      'matcher' in operation ? { matcher: operation.matcher, timeout_ms: operation.timeoutMs } : {};
    if (operation.call === 'wait') return this.#writeEvent({ call: operation.call, ...waits });
    const time = this.#elapsedSeconds();
    const writeSlot = this.#queue.reserve();
    this.#serializeActions(operation.actions, (actions) =>
      writeSlot(() => this.#writeLine({ time, call: operation.call, actions, ...waits })),
    );
  }

  #handlePerformed({ operation, unseen }: Extract<SessionEvent, { kind: 'performed' }>): void {
    if (!('actions' in operation)) return;
    for (const action of operation.actions) this.#typeAhead.markPerformed(action, unseen.has(action));
  }

  /** Single characters may form a secret together, so a call is written when all of its text is redacted. */
  #serializeActions(
    actions: readonly Action[],
    onRedacted: (sent: readonly SerializedAction[]) => void,
  ): void {
    const { redaction } = this.#options;
    const sent: SerializedAction[] = actions.map(serializeAction);
    const hides = redaction.secrets !== undefined;
    const hidden = hides && this.#prompt.active;
    let left = actions.length;
    actions.forEach((action, at) => {
      const text = typedText(action);
      const push = (visible: string) =>
        this.#redactedInput.push(visible, (redacted) => {
          if (redacted !== text) sent[at] = { type: 'text', value: redacted };
          left -= 1;
          if (left === 0) onRedacted(sent);
        });
      if (!hides) push(text);
      else this.#typeAhead.add(hidden ? maskTypedLine(text, redaction.replacement) : text, push, action);
    });
  }

  #writeEvent(facts: object): void {
    const time = this.#elapsedSeconds();
    this.#queue.add(() => this.#writeLine({ time, ...facts }));
  }

  #writeLine(line: object): void {
    this.#options.write(toJsonLine(this.#options.redaction.value(line)));
  }

  #elapsedSeconds(): number {
    return Math.round(this.#options.clock.now() - this.#startedAt) / 1000;
  }
}

/** The schemas of the file. Actions and matchers are validated with the server's schemas. */
const PixelsSchema = z.int().min(0).max(limits.maxPixels).optional();

const ActionsHeaderSchema = z.looseObject({
  recording: z.literal(actionsRecordingKind),
  version: z.literal(1),
  replacement: z.string().min(1).nullable().default(defaultPolicy.replacement),
  session: z.object({
    program: z.string().min(1),
    args: z.array(z.string()).max(limits.args),
    cwd: z.string().optional(),
    env: z.record(z.string(), z.string()).default({}),
    rows: RowsSchema,
    cols: ColsSchema,
    clear_env: z.boolean().optional(),
    pixel_width: PixelsSchema,
    pixel_height: PixelsSchema,
  }),
});

/** Validates a value but keeps it unchanged. */
const unchanged = <Out>(shape: z.ZodType<Out>) =>
  z.custom<Readonly<Record<string, unknown>>>((value) => shape.safeParse(value).success, {
    error: (issue) => shape.safeParse(issue.input).error?.issues[0]?.message ?? 'unknown',
  });
const timeSchema = z
  .number()
  .min(0)
  .max(limits.recordingMs / 1000);
const actionsSchema = z.array(unchanged(Action)).min(1);
const waitFields = { matcher: unchanged(Matcher), timeout_ms: z.int().min(0).max(limits.timeoutMs) };
const ActionsLineSchema = z.union([
  z.discriminatedUnion('call', [
    z.object({ time: timeSchema, call: z.literal('input'), actions: actionsSchema }),
    z.object({ time: timeSchema, call: z.literal('act'), actions: actionsSchema, ...waitFields }),
    z.object({ time: timeSchema, call: z.literal('wait'), ...waitFields }),
    z.object({ time: timeSchema, call: z.literal('resize'), rows: RowsSchema, cols: ColsSchema }),
  ]),
  z.looseObject({ time: timeSchema, mark: z.string() }),
  z.looseObject({ time: timeSchema, exit: z.unknown() }),
]);

export type RecordedOperation = Extract<z.output<typeof ActionsLineSchema>, { call: string }>;

export interface ActionsRecording {
  /** Replacement text for hidden input; null if nothing was hidden. */
  readonly replacement: string | null;
  readonly started: RecordedLaunch;
  readonly operations: readonly RecordedOperation[];
}

export function readActionsRecording(text: string, how: JsonLinesOptions): ActionsRecording {
  const [first, ...lines] = readJsonLines(text, how);
  if (!first) return how.refuse(1, 'not JSON: the recording is empty');
  const { session, replacement } = parseLine(ActionsHeaderSchema, first, how.refuse);
  const calls = lines.map((line) => parseLine(ActionsLineSchema, line, how.refuse));
  return {
    replacement,
    started: session,
    operations: calls.filter((line): line is RecordedOperation => 'call' in line),
  };
}
