/**
 * The interface of recording encoders, and how they keep order and redact: an ordered queue, and redaction of text
 * chunks.
 */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { type Redaction, type RedactionStream, SpanReplacer, type TextSpan } from '#redaction/redaction.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import type { SessionEvent } from '#session/session.ts';

export interface RecordingEncoder {
  /** Writes the start of the file. */
  start(): void;
  handleEvent(event: SessionEvent): void;
  mark(label: string): void;
  /** Ends the recording. Writes all pending events, as far as they are safe. */
  end(): void;
}

export interface EncoderOptions {
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Writes one line, including its line feed. */
  readonly write: (line: string) => void;
}

type ReservedTask = () => void;

interface QueueSlot {
  task: ReservedTask | undefined;
}

/**
 * Runs tasks in the order in which their slots were reserved. A slot without a task blocks later ones. If
 * `limits.recordingHeld` is exceeded, ready tasks run ahead of blocked ones.
 */
export class OrderedQueue {
  #slots: QueueSlot[] = [];

  /** Reserves a slot. Returns the function that sets its task. */
  reserve(): (operation: ReservedTask) => void {
    const place: QueueSlot = { task: undefined };
    this.#slots.push(place);
    if (this.#slots.length > limits.recordingHeld) this.#runReady();
    return (operation) => {
      place.task = operation;
      this.#run();
    };
  }

  add(operation: ReservedTask): void {
    this.reserve()(operation);
  }

  /** One by one, because a task may add others. */
  #run(): void {
    while (this.#slots[0]?.task) this.#slots.shift()!.task!();
  }

  #runReady(): void {
    const ready = this.#slots.filter(({ task }) => task);
    this.#slots = this.#slots.filter(({ task }) => !task);
    for (const { task } of ready) task!();
  }
}

type ChunkListener = (redacted: string) => void;

interface PendingChunk {
  readonly text: string;
  readonly onRedacted: ChunkListener;
  /** Number of characters already redacted, and the result. */
  redactedChars: number;
  output: string;
}

/** What happens to a text that may end in an unfinished secret, when the rest will not be recorded. */
type UnfinishedTextPolicy = 'left out' | 'replaced';

/**
 * Redacts text that arrives in chunks as one stream. Each chunk is returned separately, so it keeps its time. It is
 * returned whole, as soon as no later text can complete a secret that it begins.
 */
export class ChunkRedactor {
  readonly #redaction: Redaction;
  readonly #clock: Clock;
  readonly #stream: RedactionStream;
  #pending: PendingChunk[] = [];
  #timer: Disposable | undefined;
  #releasing = false;
  readonly #unfinished: UnfinishedTextPolicy;

  /** `before` is not returned. The next text may be the end of a secret in it. */
  constructor(
    redaction: Redaction,
    clock: Clock,
    before = '',
    unsettled: UnfinishedTextPolicy = 'left out',
    cols?: () => number,
  ) {
    this.#unfinished = unsettled;
    this.#redaction = redaction;
    this.#clock = clock;
    this.#stream = createRedactionStream(redaction, (length, spans) => this.#release(length, spans), cols);
    this.push(before, () => {});
    this.#flush();
  }

  push(text: string, settle: ChunkListener): void {
    if (text === '' || !this.#redaction.secrets) return settle(text);
    this.#pending.push({ text, onRedacted: settle, redactedChars: 0, output: '' });
    this.#stream.push(text);
    this.#timer?.dispose();
    this.#timer =
      this.#stream.held > 0 ? this.#clock.after(limits.holdBackMs, () => this.#flush()) : undefined;
  }

  /** The program printed no more. Half of a secret at the end is replaced. */
  end(): void {
    this.#stream.end();
    this.stop();
  }

  /** More text may follow but is not recorded: an unfinished secret is left out or replaced. */
  stop(): void {
    if (this.#releasing) return this.#drop();
    this.#flush();
    if (this.#openChars < limits.unfinishedSecretChars) this.#stream.end();
    let end = this.#unfinished === 'replaced' ? this.#redaction.replacement : '';
    for (const { onRedacted, text, redactedChars, output } of this.#pending.splice(0)) {
      const lineEnd = end === '' ? '' : /[\r\n]*$/.exec(text.slice(redactedChars))![0];
      onRedacted(redactedChars < text.length ? output + end + lineEnd : output);
      if (redactedChars < text.length) end = '';
    }
  }

  /** Number of held characters that may belong to a secret. */
  get #openChars(): number {
    const held = this.#pending.map(({ text, redactedChars }) => text.slice(redactedChars)).join('');
    return held.length - (this.#redaction.secrets?.findUnfinished(held) ?? held.length);
  }

  /** A listener stopped the recording during its call, because the file is full. The rest is dropped. */
  #drop(): void {
    this.#timer?.dispose();
    this.#pending = [];
  }

  #flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#stream.pause();
  }

  #release(length: number, spans: readonly TextSpan[]): void {
    const hidden = new SpanReplacer(spans, this.#redaction.replacement);
    let at = 0;
    this.#releasing = true;
    while (at < length && this.#pending.length > 0) {
      const piece = this.#pending[0]!;
      const part = piece.text.slice(piece.redactedChars, piece.redactedChars + length - at);
      piece.output += hidden.replaceNext(part);
      piece.redactedChars += part.length;
      at += part.length;
      if (piece.redactedChars < piece.text.length) break;
      this.#pending.shift();
      piece.onRedacted(piece.output);
    }
    this.#releasing = false;
  }
}
