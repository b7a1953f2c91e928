/** A session as one wait sees it: what counts for it, and in the redacted view where redaction is enforced. */
import type { Look } from '../matcher/look.ts';
import type { Area, Exit, Moment, Place, TextView } from '../matcher/moment.ts';
import type { TerminalEvent } from '../screen/events.ts';
import type { Freshness } from '../screen/freshness.ts';
import { rowsOf } from './area.ts';
import { blanksBehind } from './blanks.ts';
import { lookAt } from './look.ts';
import { ScreenView } from './screenView.ts';
import type { Session } from './session.ts';
import { labelView, transcriptView } from './views.ts';

export interface Baseline {
  /** The wait follows an input: what was there before does not count. */
  readonly afterInput: boolean;
  readonly sequence: number;
  readonly transcript: number;
  readonly titles: number;
  readonly cwds: number;
  /** The number of the last event of the terminal. */
  readonly events: number;
  readonly at: number;
  readonly freshness: Freshness | undefined;
  /** What was there before counts all the same, once the program has answered the input at all. */
  readonly oldCounts?: true;
}

export function baselineOf({ screen, transcript, clock }: Session, afterInput: boolean): Baseline {
  return {
    afterInput,
    sequence: screen.sequence,
    transcript: transcript.cursor,
    titles: screen.titles,
    cwds: screen.cwds,
    events: screen.events.last,
    at: clock.now(),
    freshness: afterInput ? screen.track() : undefined,
  };
}

export class Sight {
  readonly #session: Session;
  readonly #baseline: Baseline;

  constructor(session: Session, baseline: Baseline) {
    this.#session = session;
    this.#baseline = baseline;
  }

  now(): Moment {
    return new SessionMoment(this.#session, this.#baseline);
  }
}

/** Where only the redacted view is seen, any row may tell that a part of another is a secret. */
export function areaVersion({ screen, enforced }: Session, area: Area): string {
  const [first, last] = rowsOf(area, screen.size.rows);
  const blanks = blanksBehind(screen, screen.cursor.row, area, 'before the cursor');
  if (enforced) return `${screen.contentVersion} ${blanks}`;
  let version = 0;
  for (let row = first; row < last; row++) version = Math.max(version, screen.rowVersion(row));
  return `${version} ${blanks}`;
}

/** Everything is looked up when it is asked for: most matchers ask for one thing. */
class SessionMoment implements Moment {
  readonly now: number;
  readonly #session: Session;
  readonly #baseline: Baseline;

  constructor(session: Session, baseline: Baseline) {
    this.now = session.clock.now();
    this.#session = session;
    this.#baseline = baseline;
  }

  get sequence(): number {
    return this.#session.screen.sequence;
  }

  get began(): number {
    return this.#baseline.sequence;
  }

  get moved(): boolean {
    const { afterInput, transcript } = this.#baseline;
    if (!afterInput || this.exit) return true;
    return this.sequence > this.began || this.#session.transcript.cursor > transcript;
  }

  get cursor(): Place {
    return this.#session.screen.cursor;
  }

  get alternateScreen(): boolean {
    return this.#session.screen.modes.alternateScreen;
  }

  get exit(): Exit | null {
    return this.#session.exit;
  }

  get lastBell(): number {
    return this.#session.changes.lastBell;
  }

  get lastVisibleChange(): number {
    return this.#notBeforeInput(this.#session.screen.lastVisibleChange);
  }

  get lastOutput(): number {
    return this.#notBeforeInput(this.#session.changes.outputAt);
  }

  get whole(): Moment {
    return new SessionMoment(this.#session, { ...this.#baseline, freshness: undefined });
  }

  get title(): TextView | null {
    const { afterInput, titles, oldCounts } = this.#baseline;
    return labelView(
      this.#session,
      this.#session.screen.title,
      () => !afterInput || oldCounts || this.#session.screen.titles > titles,
    );
  }

  get cwd(): TextView | null {
    const { afterInput, cwds, oldCounts } = this.#baseline;
    return labelView(
      this.#session,
      this.#session.screen.cwd,
      () => !afterInput || oldCounts || this.#session.screen.cwds > cwds,
    );
  }

  get eventsBegan(): number {
    return this.#baseline.events;
  }

  eventsSince(number: number): readonly TerminalEvent[] {
    const { screen, enforced, redaction } = this.#session;
    const events = screen.events.since(number);
    return enforced ? redaction.value(events) : events;
  }

  screen(area?: Area): TextView {
    const { screen, redaction, enforced } = this.#session;
    return new ScreenView({ screen, redaction, enforced, freshness: this.#baseline.freshness }, area);
  }

  transcript(): TextView {
    const { afterInput, transcript, oldCounts } = this.#baseline;
    return transcriptView(this.#session, afterInput && !oldCounts ? transcript : 0);
  }

  look(): Look {
    return lookAt(this.#session);
  }

  #notBeforeInput(at: number): number {
    return this.#baseline.afterInput ? Math.max(at, this.#baseline.at) : at;
  }
}
