/**
 * Traces of a connection: its messages and frames of the session, written to a file. A request is held until its
 * typed text is known, so that answers to prompts for secrets are hidden.
 */

import { dirname } from 'node:path';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { createFolders } from '#platform/artifactFiles.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Observer, Operation, Session, SessionEvent } from '#session/session.ts';
import { typedText } from './actionsRecording.ts';
import { toJsonLine } from './asciicast.ts';
import { ChunkRedactor, OrderedQueue } from './encoder.ts';
import { FrameEncoder, type TraceDirection } from './frameEncoder.ts';
import { RecordingFile } from './recordingFile.ts';
import { SecretPrompt, stripLineEnd } from './secretInput.ts';

/** `failed`: part of the input may not have been typed, so its prompt is unknown. */
type RequestOutcome = 'done' | 'failed';

class HeldRequest {
  readonly message: string;
  readonly timestampMicros: number;
  /** Lines that must follow the request. */
  readonly followingLines: string[] = [];
  /** Text that was typed for it outside of prompts for secrets. */
  readonly texts: string[] = [];
  chars = 0;
  readonly #hidden = new Set<string>();
  readonly #visible = new Set<string>();
  #promptActive: boolean;

  constructor(message: string, timestampMicros: number, promptActive: boolean) {
    this.message = message;
    this.timestampMicros = timestampMicros;
    this.#promptActive = promptActive;
  }

  hold(line: string): void {
    this.followingLines.push(line);
    this.chars += line.length;
  }

  /** The program prompts for a secret. */
  asksSecret(): void {
    this.#promptActive = true;
  }

  addTyped(text: string, promptActive: boolean): void {
    const set = promptActive ? this.#hidden : this.#visible;
    set.add(stripLineEnd(text));
    if (!promptActive) this.texts.push(text);
  }

  /** The text is part of a secret that was typed in several pieces. */
  hide(text: string): void {
    this.#hidden.add(stripLineEnd(text));
  }

  /** Returns a JSON replacer that hides answers to prompts for secrets, also single characters sent as keys. */
  createReplacer(
    replacement: string,
    fate: RequestOutcome,
  ): (this: object, key: string, value: unknown) => unknown {
    const hides = (text: string) => this.#hidden.has(text) || (fate === 'failed' && this.#mayBeSecret(text));
    return function (key, value) {
      if (typeof value !== 'string' || value === '') return value;
      const typed = key === 'text' ? !('type' in this) : key === 'key' && value.length === 1;
      return typed && hides(stripLineEnd(value)) ? replacement : value;
    };
  }

  #mayBeSecret(text: string): boolean {
    return this.#promptActive && !this.#visible.has(text);
  }
}

export interface TraceOptions {
  readonly path: string;
  /** Appends to an existing trace and keeps its content. */
  readonly append: boolean;
  /** Minimum time between two frames; 0 for no frames. */
  readonly intervalMs: number;
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Called once with the reason when writing ends. */
  readonly failed: (reason: string) => void;
}

export class Trace implements Observer {
  readonly path: string;
  readonly observesInput: boolean;
  readonly #options: TraceOptions;
  readonly #file: RecordingFile;
  #prompt = new SecretPrompt();
  #frames: FrameEncoder | undefined;
  #observing: Disposable | undefined;
  #ended = false;
  #heldRequest: HeldRequest | undefined;
  readonly #queue = new OrderedQueue();
  readonly #redactedInput: ChunkRedactor;

  /** Raises FileRefused. */
  constructor(options: TraceOptions) {
    const { path, append, failed } = options;
    this.path = path;
    this.#options = options;
    this.observesInput = options.redaction.secrets !== undefined;
    this.#redactedInput = new ChunkRedactor(options.redaction, options.clock, '', 'replaced');
    makeParentFolder(path);
    this.#file = new RecordingFile({
      path,
      format: 'jsonl-frames',
      append,
      maxBytes: limits.defaultRecordingBytes,
      failed: (reason) => {
        this.#end();
        failed(reason);
      },
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Follows one session at a time. A new one replaces the previous one. */
  follow(session: Session): void {
    if (this.#ended) return;
    this.#unfollow();
    const { redaction, clock, intervalMs } = this.#options;
    const write = (line: string) => this.#writeLine(line);
    const screen = () => session.screen;
    this.#prompt = new SecretPrompt();
    this.#prompt.addOutput(session.transcript.tailWithContext(limits.blockChars));
    this.#frames =
      intervalMs > 0 ? new FrameEncoder({ redaction, clock, write, screen, intervalMs }) : undefined;
    this.#observing = session.observers.add(this);
    this.#frames?.start();
  }

  handleEvent(event: SessionEvent): void {
    if (event.kind === 'output') this.#handleOutput(event.text);
    else if (event.kind === 'operation') this.#handleOperation(event.operation);
    else if (event.kind === 'performed')
      for (const action of event.unseen) this.#heldRequest?.hide(typedText(action));
    else if (event.kind === 'changed') this.#frames?.handleEvent(event);
    else if (event.kind === 'exited') this.#frames?.end();
  }

  /** Records a message, with secrets and answers to prompts for secrets hidden. */
  record(direction: TraceDirection, message: string): void {
    if (this.#ended) return;
    const { redaction, clock } = this.#options;
    const timestampMicros = Math.round(clock.wall() * 1000);
    if (direction !== 'notification')
      this.#writeHeldRequest(direction === 'response' ? outcomeOf(message) : 'failed');
    if (direction === 'request')
      this.#heldRequest = new HeldRequest(message, timestampMicros, this.#prompt.active);
    else
      this.#writeLine(
        toJsonLine({ timestampMicros, direction, line: redactMessage(message, undefined, redaction) }),
      );
  }

  stop(): Promise<void> {
    this.#writeHeldRequest('failed');
    this.#end();
    this.#redactedInput.stop();
    return this.#file.close();
  }

  done(): Promise<void> {
    return Promise.resolve();
  }

  #handleOutput(text: string): void {
    this.#prompt.addOutput(text);
    if (this.#prompt.active) this.#heldRequest?.asksSecret();
  }

  #handleOperation(operation: Operation): void {
    if (!('actions' in operation)) return;
    for (const action of operation.actions)
      this.#heldRequest?.addTyped(typedText(action), this.#prompt.active);
  }

  #writeLine(line: string): void {
    if (!this.#heldRequest) return this.#queue.add(() => this.#file.write(line));
    this.#heldRequest.hold(line);
    if (this.#heldRequest.chars <= limits.recordingHeldChars) return;
    this.#heldRequest.asksSecret();
    this.#writeHeldRequest('failed');
  }

  /** Writes the held request and the lines after it. */
  #writeHeldRequest(fate: RequestOutcome): void {
    const held = this.#heldRequest;
    if (!held) return;
    this.#heldRequest = undefined;
    const { redaction } = this.#options;
    const { message, timestampMicros, followingLines } = held;
    const writeSlot = this.#queue.reserve();
    for (const later of followingLines) this.#queue.add(() => this.#file.write(later));
    this.#whenRedacted(held, () =>
      writeSlot(() => {
        const line = redactMessage(message, held.createReplacer(redaction.replacement, fate), redaction);
        this.#file.write(toJsonLine({ timestampMicros, direction: 'request', line }));
      }),
    );
  }

  /** Single characters may form a secret together, so a request is written when all of its text is redacted. */
  #whenRedacted(held: HeldRequest, onRedacted: () => void): void {
    let left = held.texts.length;
    if (left === 0) return onRedacted();
    for (const text of held.texts)
      this.#redactedInput.push(text, (redacted) => {
        if (redacted !== text) held.hide(text);
        left -= 1;
        if (left === 0) onRedacted();
      });
  }

  #end(): void {
    if (this.#ended) return;
    this.#unfollow();
    this.#ended = true;
  }

  #unfollow(): void {
    this.#observing?.dispose();
    this.#observing = undefined;
    this.#frames?.end();
    this.#frames = undefined;
  }
}

/** Raises FileRefused. */
function makeParentFolder(file: string): void {
  const folder = dirname(file);
  try {
    createFolders(folder);
  } catch (problem) {
    const reason = (problem as NodeJS.ErrnoException).code ?? 'unknown';
    raise(
      fault.FileRefused(
        { path: 'path', file, reason },
        formatSystemError('recording', `The folder ${folder}`, reason),
      ),
    );
  }
}

type JsonReplacer = (this: object, key: string, value: unknown) => unknown;

/** `failed` for an error reply, or for a batched call that ended with an error. */
function outcomeOf(answer: string): RequestOutcome {
  const { error, result } = JSON.parse(answer) as { error?: unknown; result?: { ok?: unknown } | null };
  return error !== undefined || result?.ok === false ? 'failed' : 'done';
}

/** Redacts the values, so the message stays valid JSON. Other text is redacted as a whole. */
function redactMessage(message: string, replace: JsonReplacer | undefined, redaction: Redaction): string {
  try {
    return JSON.stringify(redaction.value(JSON.parse(message)), replace);
  } catch {
    return redaction.text(message);
  }
}
