/** A recording as an asciicast: output at the time at which it came, and whatever else happened between. */
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../platform/clock.ts';
import { statusOfSignal } from '../../platform/endSignals.ts';
import { limits } from '../limits.ts';
import type { Exit } from '../matcher/moment.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Deed } from '../session/deed.ts';
import type { Sighting } from '../session/onlookers.ts';
import { type CastCode, CastLines, type CastTerms, type Extent, sizeText } from './castLines.ts';
import { Pieces } from './pieces.ts';
import { Queue } from './queue.ts';
import { hideTyped, SecretPrompt } from './secretPrompt.ts';
import type { Tape, TapeTerms } from './tape.ts';
import { TypedAhead } from './typedAhead.ts';

export interface CastTapeTerms extends TapeTerms, CastTerms {
  /** Whether what is typed is kept, too. */
  readonly input: boolean;
  /** Output from before the recording: what comes next may be the end of a secret in it. */
  readonly before?: string;
  /** What shows the screen as it is at the beginning, redacted. */
  readonly opening?: string;
  /** A header stands in the file already. */
  readonly headed?: boolean;
}

/** Of an event: its time, and where it stands among others. */
interface Place {
  readonly ms: number;
  readonly tell: (deed: () => void) => void;
}

export class CastTape implements Tape {
  readonly #terms: CastTapeTerms;
  readonly #lines: CastLines;
  readonly #clock: Clock;
  readonly #began: number;
  readonly #redaction: Redaction;
  readonly #queue = new Queue();
  readonly #printed: Pieces;
  readonly #typed: Pieces;
  readonly #keys = new StringDecoder('utf8');
  readonly #prompt = new SecretPrompt();
  #cols: number;
  readonly #ahead: TypedAhead;

  constructor(terms: CastTapeTerms) {
    const { clock, redaction, before, version, size, timestamp, command, title } = terms;
    this.#terms = terms;
    this.#lines = new CastLines({ version, size, timestamp, command, title });
    this.#clock = clock;
    this.#began = clock.now();
    this.#redaction = redaction;
    this.#cols = size.cols;
    this.#printed = new Pieces(redaction, clock, before, 'left out', () => this.#cols);
    this.#typed = new Pieces(redaction, clock);
    this.#ahead = new TypedAhead(clock, redaction.replacement);
    this.#prompt.printed(before ?? '');
  }

  begin(): void {
    const { headed, size, opening = '', write } = this.#terms;
    if (headed) this.#write(0, 'r', sizeText(size));
    else write(this.#lines.header());
    for (const piece of piecesOf(opening)) this.#write(0, 'o', piece);
  }

  see(sighting: Sighting): void {
    const { kind } = sighting;
    if (kind === 'output') this.#output(sighting.text);
    else if (kind === 'typed') this.#input(sighting.bytes);
    else if (kind === 'resized') this.resized(sighting.size);
    else if (kind === 'deed') this.#deed(sighting.deed);
    else if (kind === 'marked') this.mark(sighting.label);
    else if (kind === 'exited') this.#exited(sighting.exit);
  }

  resized(size: Extent): void {
    this.#cols = size.cols;
    this.#add('r', sizeText(size));
  }

  mark(label: string): void {
    this.#add('m', this.#redaction.text(label));
  }

  end(): void {
    this.#ahead.end();
    this.#printed.stop();
    this.#typed.stop();
  }

  #output(text: string): void {
    this.#prompt.printed(text);
    this.#ahead.printed(text, this.#prompt.asks);
    this.#tell(this.#printed, 'o', this.#place(), text);
  }

  #input(bytes: Uint8Array): void {
    if (!this.#terms.input) return;
    const text = this.#keys.write(bytes as Buffer);
    const place = this.#place();
    const push = (shown: string) => this.#tell(this.#typed, 'i', place, shown);
    if (!this.#redaction.secrets) return push(text);
    this.#ahead.add(this.#prompt.asks ? hideTyped(text, this.#redaction.replacement) : text, push);
  }

  /** A size has an event of its own. */
  #deed(deed: Deed): void {
    if (deed.call !== 'resize') this.#add('m', labelOf(deed));
  }

  #exited({ exitCode, signal }: Exit): void {
    this.#ahead.end();
    this.#printed.end();
    this.#typed.end();
    this.#add('x', String(exitCode ?? statusOfSignal(signal ?? '')));
  }

  #place(): Place {
    return { ms: this.#now(), tell: this.#queue.place() };
  }

  #tell(pieces: Pieces, code: CastCode, { ms, tell }: Place, text: string): void {
    pieces.push(text, (redacted) => tell(() => redacted !== '' && this.#write(ms, code, redacted)));
  }

  #add(code: CastCode, text: string): void {
    const ms = this.#now();
    this.#queue.add(() => this.#write(ms, code, text));
  }

  #write(ms: number, code: CastCode, text: string): void {
    this.#terms.write(this.#lines.event(ms, code, text));
  }

  #now(): number {
    return this.#clock.now() - this.#began;
  }
}

/** What was done and what was waited for, without a word of what was typed. */
function labelOf(deed: Exclude<Deed, { call: 'resize' }>): string {
  const actions = 'actions' in deed ? deed.actions.map(({ type }) => type) : [];
  const shown = actions.length > shownActions ? [...actions.slice(0, shownActions), '…'] : actions;
  const matcher = 'matcher' in deed ? [`→ ${deed.matcher.type}`] : [];
  return [deed.call, ...shown, ...matcher].join(' ');
}

const shownActions = 8;

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + limits.recordingPieceChars;
    const half = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length;
    yield text.slice(at, half ? end - 1 : end);
    at = half ? end - 1 : end;
  }
}
