/** Encodes a session as an asciicast: output, input, resizes, markers and operations, each with its time. */

import { StringDecoder } from 'node:string_decoder';
import { limits } from '#limits.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { programExitStatus } from '#platform/signals.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Operation, SessionEvent } from '#session/session.ts';
import { type CastEventCode, type CastHeader, CastWriter, formatCastSize } from './asciicast.ts';
import { ChunkRedactor, type EncoderOptions, OrderedQueue, type RecordingEncoder } from './encoder.ts';
import { maskLines, maskTypedLine, SecretPrompt, TypeAheadFilter } from './secretInput.ts';

export interface CastEncoderOptions extends EncoderOptions, CastHeader {
  /** Whether typed input is recorded. */
  readonly input: boolean;
  /** Output before the recording. The first recorded output may be the end of a secret in it. */
  readonly before?: string;
  /** Redacted output that renders the initial screen. */
  readonly opening?: string;
  /** The file already has a header. */
  readonly headed?: boolean;
}

/** The time of an event and its position in the order. */
interface ReservedEvent {
  readonly ms: number;
  readonly write: (operation: () => void) => void;
}

export class CastEncoder implements RecordingEncoder {
  readonly #options: CastEncoderOptions;
  readonly #writer: CastWriter;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #redaction: Redaction;
  readonly #queue = new OrderedQueue();
  readonly #redactedOutput: ChunkRedactor;
  readonly #redactedInput: ChunkRedactor;
  readonly #decoder = new StringDecoder('utf8');
  readonly #prompt = new SecretPrompt();
  #cols: number;
  readonly #typeAhead: TypeAheadFilter;

  constructor(options: CastEncoderOptions) {
    const { clock, redaction, before, version, size, timestamp, command, title } = options;
    this.#options = options;
    this.#writer = new CastWriter({ version, size, timestamp, command, title });
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#redaction = redaction;
    this.#cols = size.cols;
    this.#redactedOutput = new ChunkRedactor(redaction, clock, before, 'left out', () => this.#cols);
    this.#redactedInput = new ChunkRedactor(redaction, clock);
    this.#typeAhead = new TypeAheadFilter(clock, redaction.replacement);
    this.#prompt.addOutput(before ?? '');
  }

  start(): void {
    const { headed, size, opening = '', write } = this.#options;
    if (headed) this.#writeLine(0, 'r', formatCastSize(size));
    else write(this.#writer.header());
    for (const piece of splitOutput(opening)) this.#writeLine(0, 'o', piece);
  }

  handleEvent(event: SessionEvent): void {
    const { kind } = event;
    if (kind === 'output') this.#handleOutput(event.text);
    else if (kind === 'typed') this.#handleInput(event.bytes, event.unseen);
    else if (kind === 'resized') this.resize(event.size);
    else if (kind === 'operation') this.#handleOperation(event.operation);
    else if (kind === 'marked') this.mark(event.label);
    else if (kind === 'exited') this.#handleExit(event.exit);
  }

  resize(size: GridSize): void {
    this.#cols = size.cols;
    this.#writeEvent('r', formatCastSize(size));
  }

  mark(label: string): void {
    this.#writeEvent('m', this.#redaction.text(label));
  }

  end(): void {
    this.#typeAhead.end();
    this.#redactedOutput.stop();
    this.#redactedInput.stop();
  }

  #handleOutput(text: string): void {
    this.#prompt.addOutput(text);
    this.#typeAhead.addOutput(text, this.#prompt.active);
    this.#push(this.#redactedOutput, 'o', this.#reserve(), text);
  }

  #handleInput(bytes: Uint8Array, unseen: boolean): void {
    if (!this.#options.input) return;
    const text = this.#decoder.write(bytes as Buffer);
    const place = this.#reserve();
    const push = (visible: string) => this.#push(this.#redactedInput, 'i', place, visible);
    const { replacement, secrets } = this.#redaction;
    if (!secrets) return push(text);
    if (unseen) this.#typeAhead.add(maskLines(text, replacement), push);
    else this.#typeAhead.add(this.#prompt.active ? maskTypedLine(text, replacement) : text, push);
  }

  /** A resize has its own event. */
  #handleOperation(operation: Operation): void {
    if (operation.call !== 'resize') this.#writeEvent('m', formatOperation(operation));
  }

  #handleExit(exit: ProgramExit): void {
    this.#typeAhead.end();
    this.#redactedOutput.end();
    this.#redactedInput.end();
    this.#writeEvent('x', String(programExitStatus(exit)));
  }

  #reserve(): ReservedEvent {
    return { ms: this.#elapsedMs(), write: this.#queue.reserve() };
  }

  #push(pieces: ChunkRedactor, code: CastEventCode, { ms, write }: ReservedEvent, text: string): void {
    pieces.push(text, (redacted) => write(() => redacted !== '' && this.#writeLine(ms, code, redacted)));
  }

  #writeEvent(code: CastEventCode, text: string): void {
    const ms = this.#elapsedMs();
    this.#queue.add(() => this.#writeLine(ms, code, text));
  }

  #writeLine(ms: number, code: CastEventCode, text: string): void {
    this.#options.write(this.#writer.event(ms, code, text));
  }

  #elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }
}

/** A label with the types of the actions and of the matcher, without typed text. */
function formatOperation(operation: Exclude<Operation, { call: 'resize' }>): string {
  const actions = 'actions' in operation ? operation.actions.map(({ type }) => type) : [];
  const labelled = actions.length > maxLabelActions ? [...actions.slice(0, maxLabelActions), '…'] : actions;
  const matcher = 'matcher' in operation ? [`→ ${operation.matcher.type}`] : [];
  return [operation.call, ...labelled, ...matcher].join(' ');
}

const maxLabelActions = 8;

function* splitOutput(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + limits.recordingPieceChars;
    const half = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length;
    yield text.slice(at, half ? end - 1 : end);
    at = half ? end - 1 : end;
  }
}
