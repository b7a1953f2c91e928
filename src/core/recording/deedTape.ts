/** A recording of what was done to a session: one line of JSON a call, from which scripts are made. */
import type { Action } from '../input/index.ts';
import type { Deed } from '../session/deed.ts';
import type { Sighting } from '../session/onlookers.ts';
import { lineOf } from './castLines.ts';
import { Pieces } from './pieces.ts';
import { Queue } from './queue.ts';
import { hideTyped, SecretPrompt } from './secretPrompt.ts';
import { type SentAction, sentAction, typedText } from './sentAction.ts';
import type { Tape, TapeTerms } from './tape.ts';
import { TypedAhead } from './typedAhead.ts';

/** What has to be started, for the calls to have the same effect, in the words of who asks for it. */
export interface Started {
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

export interface DeedTapeTerms extends TapeTerms {
  readonly started: Started;
  readonly timestamp: number;
  readonly headed: boolean;
  /** Output from before the recording: what is typed first may be asked for in it. */
  readonly before?: string;
}

export const deedsKind = 'actions';

export class DeedTape implements Tape {
  readonly #terms: DeedTapeTerms;
  readonly #began: number;
  readonly #queue = new Queue();
  readonly #typed: Pieces;
  readonly #prompt = new SecretPrompt();
  readonly #ahead: TypedAhead;

  constructor(terms: DeedTapeTerms) {
    this.#terms = terms;
    this.#began = terms.clock.now();
    this.#typed = new Pieces(terms.redaction, terms.clock, '', 'replaced');
    this.#ahead = new TypedAhead(terms.clock, terms.redaction.replacement);
    this.#prompt.printed(terms.before ?? '');
  }

  begin(): void {
    const { headed, redaction, started, timestamp, write } = this.#terms;
    const replacement = redaction.secrets === undefined ? null : redaction.replacement;
    const session = redaction.value(started);
    const header = { recording: deedsKind, version: 1, timestamp, replacement, session };
    if (!headed) write(lineOf(header));
  }

  see(sighting: Sighting): void {
    if (sighting.kind === 'output') this.#printed(sighting.text);
    else if (sighting.kind === 'deed') this.#deed(sighting.deed);
    else if (sighting.kind === 'exited') {
      const { exitCode, signal } = sighting.exit;
      this.#ahead.end();
      this.#typed.end();
      this.#add({ exit: { exit_code: exitCode, signal } });
    }
  }

  mark(label: string): void {
    this.#add({ mark: label });
  }

  end(): void {
    this.#ahead.end();
    this.#typed.stop();
  }

  #printed(text: string): void {
    this.#prompt.printed(text);
    this.#ahead.printed(text, this.#prompt.asks);
  }

  #deed(deed: Deed): void {
    if (deed.call === 'resize') {
      const { rows, cols, pixelWidth, pixelHeight } = deed.size;
      return this.#add({ call: deed.call, rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight });
    }
    const waits = 'matcher' in deed ? { matcher: deed.matcher, timeout_ms: deed.timeoutMs } : {};
    if (deed.call === 'wait') return this.#add({ call: deed.call, ...waits });
    const time = this.#now();
    const tell = this.#queue.place();
    this.#actions(deed.actions, (actions) =>
      tell(() => this.#write({ time, call: deed.call, actions, ...waits })),
    );
  }

  /** Letters that are typed one by one may make a secret together: a call is told when all of its text can be. */
  #actions(actions: readonly Action[], tell: (sent: readonly SentAction[]) => void): void {
    const { redaction } = this.#terms;
    const sent: SentAction[] = actions.map(sentAction);
    const hides = redaction.secrets !== undefined;
    const asked = hides && this.#prompt.asks;
    let left = actions.length;
    actions.forEach((action, at) => {
      const text = typedText(action);
      const push = (shown: string) =>
        this.#typed.push(shown, (redacted) => {
          if (redacted !== text) sent[at] = { type: 'text', value: redacted };
          left -= 1;
          if (left === 0) tell(sent);
        });
      if (!hides) push(text);
      else this.#ahead.add(asked ? hideTyped(text, redaction.replacement) : text, push);
    });
  }

  #add(facts: object): void {
    const time = this.#now();
    this.#queue.add(() => this.#write({ time, ...facts }));
  }

  #write(line: object): void {
    this.#terms.write(lineOf(this.#terms.redaction.value(line)));
  }

  #now(): number {
    return Math.round(this.#terms.clock.now() - this.#began) / 1000;
  }
}
