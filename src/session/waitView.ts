/**
 * Views of a session: the redacted context for plugins, and the view that matchers evaluate. Plugins may send on all
 * that they see, so their view contains no secrets.
 */
import { limits } from '#limits.ts';
import type {
  CellPosition,
  ProgramExit,
  ScreenContext,
  SearchArea,
  SessionView,
  TextView,
} from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { TerminalEvent } from '#terminal/events.ts';
import type { DirtyRows } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import { readScrollback, styledRowsJson } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { areaRows, ScreenTextView, trailingBlanks } from './screenTextView.ts';
import type { Session } from './session.ts';
import type { Transcript } from './transcript.ts';

interface ScreenContextSource {
  readonly screen: Screen;
  readonly transcript: Transcript;
  readonly redaction: Redaction;
  readonly clock: Clock;
  readonly exit: ProgramExit | null;
  /** The redacted end of the transcript, at most `limits.pluginTranscriptChars` characters. */
  redactedTail(): string;
}

/** What the previous context contained. */
export interface ContextPosition {
  /** Number of the last terminal event. */
  readonly event: number;
  /** Number of the first row of the main screen. */
  readonly line: number;
}

export const contextPosition = ({ screen }: Pick<ScreenContextSource, 'screen'>): ContextPosition => ({
  event: screen.events.lastNumber,
  line: screen.lineNumbers.first,
});

interface ContextOptions {
  /** What the plugin may read. Without `transcript.read`, the transcript is empty, and not redacted. */
  readonly permissions?: ReadonlySet<string>;
  readonly previous?: ContextPosition;
  /** At most so many rows that have scrolled off since the previous context. */
  readonly maxScrolled?: number | undefined;
}

export function screenContextOf(
  session: ScreenContextSource,
  { permissions, previous = { event: 0, line: 0 }, maxScrolled = 0 }: ContextOptions = {},
): ScreenContext {
  const { screen, transcript, redaction, clock, exit } = session;
  const { rows, cols } = screen.size;
  const tail = permissions?.has('transcript.read') === false ? '' : session.redactedTail();
  return {
    rows: redactScreen(screen, redaction).texts,
    runs: styledRowsJson(screen, redaction),
    uncertain: uncertainRows(screen),
    wrapped: wrappedRows(screen),
    widths: screen.widths,
    size: { rows, cols },
    cursor: screen.cursor,
    sequence: screen.sequence,
    title: screen.title === null ? null : redaction.text(screen.title),
    bells: screen.bellCount,
    alternateScreen: screen.alternateScreen,
    modes: { ...screen.modes },
    stableMs: Math.max(0, Math.round(clock.now() - screen.lastVisibleChange)),
    exit,
    transcript: tail,
    // Counted from the end, because replaced secrets shift the offsets of earlier text.
    transcriptStart: transcript.cursor - tail.length,
    transcriptCursor: transcript.cursor,
    markers: Object.fromEntries(transcript.markers),
    events: redaction.value(screen.events.since(previous.event)),
    scrolled: scrolledRows(session, previous.line, maxScrolled),
  };
}

/** After a clear or a resize, rows of another numbering are not returned twice. */
function scrolledRows(
  { screen, redaction }: ScreenContextSource,
  line: number,
  max: number,
): ScreenContext['scrolled'] {
  const count = Math.max(0, screen.lineNumbers.first - line);
  const kept = Math.min(count, max, screen.scrollback.length);
  if (kept === 0) return { rows: [], lost: max === 0 ? 0 : count };
  const { lines } = readScrollback(screen, { start: -kept, count: kept, redaction });
  return { rows: lines, lost: count - lines.length };
}

export const uncertainRows = (screen: Screen): readonly number[] =>
  Array.from({ length: screen.size.rows }, (_, row) => row).filter((row) => screen.isUncertain(row));

export const wrappedRows = (screen: Screen): readonly number[] =>
  screen.rows().flatMap(({ wrapped }, row) => (wrapped ? [row] : []));

/** The title or the working directory as searchable text. */
function labelView(
  { redactionEnforced: enforced, redaction: own }: Session,
  label: string | null,
  admits: () => boolean,
): TextView | null {
  if (label === null) return null;
  const text = enforced ? own.text(label) : label;
  return { text, isEligible: admits, redactedText: (_start, _end, redaction) => redaction.text(text) };
}

/** The end of the transcript as searchable text. Matches before `since` are not eligible. */
function transcriptView(session: Session, since: number): TextView {
  const { transcript, redactionEnforced: enforced } = session;
  const end = transcript.cursor;
  const start = Math.max(transcript.head, end - limits.transcriptTailChars);
  if (enforced) return redactedTranscriptView(session, Math.max(start, since));
  return {
    text: transcript.tail(limits.transcriptTailChars),
    isEligible: (_from, to) => start + to > since,
    redactedText: (from, to, how) => transcript.read(how, start + from, start + to).text,
  };
}

/** Redacted text has no cursor positions, so it starts at `since` instead. */
function redactedTranscriptView({ transcript, redaction }: Session, since: number): TextView {
  const { text } = transcript.read(redaction, since);
  return { text, isEligible: () => true, redactedText: (from, to, how) => how.text(text.slice(from, to)) };
}

/** The state of a session at the start of a wait. Decides which content counts. */
export interface Baseline {
  /** The wait follows an input, so earlier content does not count. */
  readonly afterInput: boolean;
  readonly sequence: number;
  readonly transcript: number;
  readonly titles: number;
  readonly cwds: number;
  /** Number of the last terminal event. */
  readonly events: number;
  readonly at: number;
  readonly dirtyRows: DirtyRows | undefined;
  /** Earlier content counts too, once the program has reacted to the input. */
  readonly includeOld?: true;
}

export function createBaseline({ screen, transcript, clock }: Session, afterInput: boolean): Baseline {
  return {
    afterInput,
    sequence: screen.sequence,
    transcript: transcript.cursor,
    titles: screen.titleCount,
    cwds: screen.cwdCount,
    events: screen.events.lastNumber,
    at: clock.now(),
    dirtyRows: afterInput ? screen.trackWrites() : undefined,
  };
}

/**
 * Changes when the content of an area may have changed. In the redacted view, any row may complete a secret in
 * another row, so the whole screen counts.
 */
export function areaVersion({ screen, redactionEnforced: enforced }: Session, area: SearchArea): string {
  const [first, last] = areaRows(area, screen.size.rows);
  const blanks = trailingBlanks(screen, screen.cursor.row, area, 'before the cursor');
  if (enforced) return `${screen.contentVersion} ${blanks}`;
  let version = 0;
  for (let row = first; row < last; row++) version = Math.max(version, screen.rowVersion(row));
  return `${version} ${blanks}`;
}

/** What the matcher of a wait sees. Reads each value lazily: most matchers need one. */
export class WaitView implements SessionView {
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

  get startSequence(): number {
    return this.#baseline.sequence;
  }

  get hasProgressed(): boolean {
    const { afterInput, transcript } = this.#baseline;
    if (!afterInput || this.exit) return true;
    return this.sequence > this.startSequence || this.#session.transcript.cursor > transcript;
  }

  get cursor(): CellPosition {
    return this.#session.screen.cursor;
  }

  get alternateScreen(): boolean {
    return this.#session.screen.alternateScreen;
  }

  get exit(): ProgramExit | null {
    return this.#session.exit;
  }

  get lastBell(): number {
    return this.#session.changes.lastBell;
  }

  get lastVisibleChange(): number {
    return this.#notBeforeInput(this.#session.screen.lastVisibleChange);
  }

  get lastOutput(): number {
    return this.#notBeforeInput(this.#session.changes.lastOutputAt);
  }

  get withoutBaseline(): SessionView {
    return new WaitView(this.#session, { ...this.#baseline, dirtyRows: undefined });
  }

  get title(): TextView | null {
    const { afterInput, titles, includeOld: oldCounts } = this.#baseline;
    return labelView(
      this.#session,
      this.#session.screen.title,
      () => !afterInput || oldCounts || this.#session.screen.titleCount > titles,
    );
  }

  get cwd(): TextView | null {
    const { afterInput, cwds, includeOld: oldCounts } = this.#baseline;
    return labelView(
      this.#session,
      this.#session.screen.cwd,
      () => !afterInput || oldCounts || this.#session.screen.cwdCount > cwds,
    );
  }

  get startEvent(): number {
    return this.#baseline.events;
  }

  eventsSince(number: number): readonly TerminalEvent[] {
    const { screen, redactionEnforced: enforced, redaction } = this.#session;
    const events = screen.events.since(number);
    return enforced ? redaction.value(events) : events;
  }

  screen(area?: SearchArea): TextView {
    const { screen, redaction, redactionEnforced: enforced } = this.#session;
    return new ScreenTextView(
      { screen, redaction, redactionEnforced: enforced, dirtyRows: this.#baseline.dirtyRows },
      area,
    );
  }

  transcript(): TextView {
    const { afterInput, transcript, includeOld: oldCounts } = this.#baseline;
    return transcriptView(this.#session, afterInput && !oldCounts ? transcript : 0);
  }

  screenContext(permissions: ReadonlySet<string>): ScreenContext {
    return screenContextOf(this.#session, { permissions });
  }

  #notBeforeInput(at: number): number {
    return this.#baseline.afterInput ? Math.max(at, this.#baseline.at) : at;
  }
}
