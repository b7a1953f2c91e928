/** A conversation on its way into a file: what is asked, answered and told, and frames of the session that it is about. */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Deed } from '../session/deed.ts';
import type { Onlooker, Sighting } from '../session/onlookers.ts';
import type { Session } from '../session/session.ts';
import { lineOf } from './castLines.ts';
import { FrameTape, type TraceDirection } from './frameTape.ts';
import { type Fate, HeldRequest } from './heldRequest.ts';
import { Pieces } from './pieces.ts';
import { Queue } from './queue.ts';
import { RecordingFile } from './recordingFile.ts';
import { SecretPrompt } from './secretPrompt.ts';
import { typedText } from './sentAction.ts';

export interface TraceTerms {
  readonly path: string;
  /** Whether it goes on with a recording that is there, of which nothing is lost. */
  readonly append: boolean;
  /** Between two frames; 0 for none. */
  readonly intervalMs: number;
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Told once why nothing more is written. */
  readonly failed: (reason: string) => void;
}

export class Trace implements Onlooker {
  readonly path: string;
  readonly #terms: TraceTerms;
  readonly #file: RecordingFile;
  #prompt = new SecretPrompt();
  #frames: FrameTape | undefined;
  #leave: () => void = () => {};
  #over = false;
  #held: HeldRequest | undefined;
  readonly #queue = new Queue();
  readonly #typed: Pieces;

  /** Raises FileRefused. */
  constructor(terms: TraceTerms) {
    const { path, append, failed } = terms;
    this.path = path;
    this.#terms = terms;
    this.#typed = new Pieces(terms.redaction, terms.clock, '', 'replaced');
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

  get over(): boolean {
    return this.#over;
  }

  /** One session at a time: the one before it is told of no more. */
  follow(session: Session): void {
    if (this.#over) return;
    this.#unfollow();
    const { redaction, clock, intervalMs } = this.#terms;
    const write = (line: string) => this.#write(line);
    const screen = () => session.screen;
    this.#prompt = new SecretPrompt();
    this.#prompt.printed(session.transcript.tailWithKeptBack(limits.blockChars));
    this.#frames =
      intervalMs > 0 ? new FrameTape({ redaction, clock, write, screen, intervalMs }) : undefined;
    this.#leave = session.onlookers.add(this);
    this.#frames?.begin();
  }

  see(sighting: Sighting): void {
    if (sighting.kind === 'output') this.#printed(sighting.text);
    else if (sighting.kind === 'deed') this.#deed(sighting.deed);
    else if (sighting.kind === 'changed') this.#frames?.see(sighting);
    else if (sighting.kind === 'exited') this.#frames?.end();
  }

  /** A message as it stands on the line, with its secrets hidden; so is what is typed at a question for one. */
  note(direction: TraceDirection, message: string): void {
    if (this.#over) return;
    const { redaction, clock } = this.#terms;
    const timestampMicros = Math.round(clock.wall() * 1000);
    if (direction !== 'notification') this.#settle(direction === 'response' ? fateIn(message) : 'failed');
    if (direction === 'request') this.#held = new HeldRequest(message, timestampMicros, this.#prompt.asks);
    else this.#write(lineOf({ timestampMicros, direction, line: hidden(message, undefined, redaction) }));
  }

  stop(): Promise<void> {
    this.#settle('failed');
    this.#end();
    this.#typed.stop();
    return this.#file.close();
  }

  done(): Promise<void> {
    return Promise.resolve();
  }

  #printed(text: string): void {
    this.#prompt.printed(text);
    if (this.#prompt.asks) this.#held?.asked();
  }

  #deed(deed: Deed): void {
    if (!('actions' in deed)) return;
    for (const action of deed.actions) this.#held?.typed(typedText(action), this.#prompt.asks);
  }

  #write(line: string): void {
    if (!this.#held) return this.#queue.add(() => this.#file.write(line));
    this.#held.hold(line);
    if (this.#held.chars <= limits.recordingHeldChars) return;
    this.#held.asked();
    this.#settle('failed');
  }

  /** The request before stands in the file, and what had to stand behind it. */
  #settle(fate: Fate): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    const { redaction } = this.#terms;
    const { message, timestampMicros, behind } = held;
    const tell = this.#queue.place();
    for (const later of behind) this.#queue.add(() => this.#file.write(later));
    this.#whenTold(held, () =>
      tell(() => {
        const line = hidden(message, held.replacing(redaction.replacement, fate), redaction);
        this.#file.write(lineOf({ timestampMicros, direction: 'request', line }));
      }),
    );
  }

  /** Letters that are typed one by one may make a secret together: a request is told when all of its text can be. */
  #whenTold(held: HeldRequest, tell: () => void): void {
    let left = held.texts.length;
    if (left === 0) return tell();
    for (const text of held.texts)
      this.#typed.push(text, (redacted) => {
        if (redacted !== text) held.hide(text);
        left -= 1;
        if (left === 0) tell();
      });
  }

  #end(): void {
    if (this.#over) return;
    this.#unfollow();
    this.#over = true;
  }

  #unfollow(): void {
    this.#leave();
    this.#leave = () => {};
    this.#frames?.end();
    this.#frames = undefined;
  }
}

type Replace = (this: object, key: string, value: unknown) => unknown;

/** A failure, or calls made of several that ended with one. */
function fateIn(answer: string): Fate {
  const { error, result } = JSON.parse(answer) as { error?: unknown; result?: { ok?: unknown } | null };
  return error !== undefined || result?.ok === false ? 'failed' : 'done';
}

/** By its values, so that it can be read afterwards; what is no JSON is one text. */
function hidden(message: string, replace: Replace | undefined, redaction: Redaction): string {
  try {
    return JSON.stringify(redaction.value(JSON.parse(message)), replace);
  } catch {
    return redaction.text(message);
  }
}
