/**
 * Views of a session: the redacted context for plugins, and the view that matchers evaluate, with the screen as text that
 * they search and the way back from its offsets to cells. Plugins may send on all that they see, so their view contains no
 * secrets.
 *
 * Long because a matcher sees all of this in one evaluation, and its parts are read together.
 */
import { limits } from '#limits.ts';
import type {
  CellPosition,
  ProgramExit,
  ScreenContext,
  SearchArea,
  SessionView,
  TextView,
  TrailingBlanks,
  UnwrappedText,
} from '#matchers/sessionView.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Cell } from '#terminal/cells.ts';
import type { TerminalEvent } from '#terminal/events.ts';
import { columnsByOffset, type DirtyRows, isLastCellWritten } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import { readScrollback, styledRowsJson, takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreen, redactScreenSlice } from '#terminal/screenRedaction.ts';
import type { Session } from './session.ts';

type ScreenContextSource = Pick<
  Session,
  'screen' | 'transcript' | 'redaction' | 'clock' | 'exit' | 'redactedTail'
>;

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
    const { screen, redaction, redactionEnforced } = this.#session;
    const { dirtyRows } = this.#baseline;
    return new ScreenTextView({ screen, redaction, redactionEnforced, dirtyRows }, area);
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

/** The first row of an area and the row after its last. Negative rows count from the bottom. */
function areaRows({ row, rows }: SearchArea, ofScreen: number): readonly [number, number] {
  const first = row < 0 ? ofScreen + row : row;
  return [Math.max(0, first), Math.max(0, Math.min(first + rows, ofScreen))];
}

/**
 * Number of blanks after the last character of a row, within the area, up to its end or to the cursor. Row texts omit
 * these blanks, but a prompt may end in one.
 */
function trailingBlanks(
  screen: Screen,
  row: number,
  area: SearchArea | undefined,
  blanks: TrailingBlanks,
): number {
  const { cursor, size } = screen;
  const [first, last] = area ? areaRows(area, size.rows) : [0, size.rows];
  if (row < first || row >= last || (blanks !== 'all' && row !== cursor.row)) return 0;
  const { col = 0, cols = size.cols } = area ?? {};
  const right = Math.min(col + cols, blanks === 'all' ? size.cols : columnsBeforeCursor(screen));
  const words = screen.columns(row).at(-1)!;
  if (words <= col + cols) return Math.max(0, right - Math.max(col, words));
  // Text that the area cuts off is not blank, but the visible part may end in blanks.
  const { text } = screen.row(row);
  return Math.max(0, right - Math.max(col, endOfText(screen, row, text, col + cols)));
}

/** A cursor with a pending wrap reports the last column, although it is behind that column. */
const columnsBeforeCursor = ({ emulator, size }: Screen) =>
  Math.min(emulator.core.buffers.active.x, size.cols);

function endOfText(screen: Screen, row: number, text: string, before: number): number {
  const columns = screen.columns(row);
  let unit = columns.findIndex((one) => one >= before);
  while (unit > 0 && text[unit - 1]!.trim() === '') unit--;
  return columns[unit]!;
}

/** A row of the view, with the range of the screen row that it shows. */
interface ViewLine {
  readonly row: number;
  /** Offset of its first character in the text of the view. */
  readonly offset: number;
  readonly firstUnit: number;
  readonly text: string;
  /** Number of blanks at the end of its text that the screen's row text omits. */
  readonly blanks: number;
}

/** A quick check before each search: most screens have no wrapped rows to join. */
function hasWrappedRows(screen: Screen): boolean {
  for (let row = 1; row < screen.size.rows; row++) if (screen.row(row).wrapped) return true;
  return false;
}

function unwrapRows(screen: Screen, rows: readonly ViewLine[]): UnwrappedText {
  const begins: number[] = [];
  let text = '';
  for (const [at, line] of rows.entries()) {
    begins.push(text.length);
    const goesOn = at + 1 < rows.length && screen.row(line.row + 1).wrapped;
    text += line.text + (goesOn ? rowPadding(screen, line) : '\n');
  }
  return { text, toViewOffset: (offset) => toViewOffset(rows, begins, offset) };
}

/**
 * Blanks at the end of a row belong to the line. The exception is the one cell that was too narrow for a wide
 * character.
 */
function rowPadding(screen: Screen, { row, blanks }: ViewLine): string {
  const left = screen.size.cols - screen.columns(row).at(-1)! - blanks;
  return left <= 0 ? '' : ' '.repeat(left - (isLastCellWritten(screen.line(row)) ? 0 : 1));
}

/** Maps an offset in added padding to the end of its row. */
function toViewOffset(rows: readonly ViewLine[], begins: readonly number[], offset: number): number {
  let at = begins.length - 1;
  while (at > 0 && begins[at]! > offset) at--;
  const { offset: inView, text } = rows[at]!;
  return inView + Math.min(offset - begins[at]!, text.length);
}

interface ScreenTextSource extends Pick<Session, 'screen' | 'redaction' | 'redactionEnforced'> {
  readonly dirtyRows: DirtyRows | undefined;
}

class ScreenTextView implements TextView {
  readonly text: string;
  readonly #source: ScreenTextSource;
  readonly #area: SearchArea | undefined;
  readonly #blanks: TrailingBlanks | undefined;
  readonly #dirtyRowCache = new Map<number, boolean>();
  #lines: readonly ViewLine[] | undefined;

  constructor(seen: ScreenTextSource, area?: SearchArea, blanks?: TrailingBlanks) {
    this.#source = seen;
    this.#area = area;
    this.#blanks = blanks;
    const { screen, redaction, redactionEnforced } = seen;
    if (area || blanks)
      this.text = this.#allLines()
        .map(({ text }) => text)
        .join('\n')
        .replace(/\n+$/, '');
    else this.text = redactionEnforced ? redactScreen(screen, redaction).text : screen.text();
  }

  isEligible(start: number, end: number): boolean {
    const { dirtyRows } = this.#source;
    if (!dirtyRows) return true;
    return this.#linesBetween(start, end).some((line) => {
      if (!this.#isDirty(line.row, dirtyRows)) return false;
      const columns = this.#columnAt(line);
      const from = columns(Math.max(start, line.offset));
      return dirtyRows.wrote(
        line.row,
        from,
        Math.max(from + 1, columns(Math.min(end, line.offset + line.text.length))),
      );
    });
  }

  /** Undefined for an area of columns: cut rows do not continue in the next row. */
  unwrapped(): UnwrappedText | undefined {
    const { screen } = this.#source;
    return this.#area?.cols === undefined && hasWrappedRows(screen)
      ? unwrapRows(screen, this.#allLines())
      : undefined;
  }

  withTrailingBlanks(blanks: TrailingBlanks): TextView | undefined {
    const { screen } = this.#source;
    const none = blanks !== 'all' && trailingBlanks(screen, screen.cursor.row, this.#area, blanks) === 0;
    return none ? undefined : new ScreenTextView(this.#source, this.#area, blanks);
  }

  positionAt(offset: number): CellPosition {
    const line = this.#linesBetween(offset, offset)[0] ?? this.#allLines()[0]!;
    return { row: line.row, col: this.#columnAt(line)(offset) };
  }

  cellsAt(start: number, end: number): readonly Cell[] {
    const { screen, redaction } = this.#source;
    return this.#linesBetween(start, end).flatMap((line) => {
      const columns = this.#columnAt(line);
      const col = columns(Math.max(start, line.offset));
      const cols = columns(Math.min(end, line.offset + line.text.length)) - col;
      if (cols <= 0) return [];
      const region = { row: line.row, col, rows: 1, cols };
      return takeSnapshot(screen, { redaction, cells: 'full', region }).cells.flat() as Cell[];
    });
  }

  redactedText(start: number, end: number, redaction: Redaction): string {
    const { screen, redactionEnforced } = this.#source;
    if (redactionEnforced) return redaction.text(this.text.slice(start, end));
    return this.#linesBetween(start, end)
      .map(({ row, offset, firstUnit, text, blanks }) => {
        const shift = rowOffset(screen, row) + firstUnit - offset;
        const ends = offset + text.length;
        const own = ends - blanks;
        const [first, last] = [Math.max(start, offset), Math.min(end, ends)];
        const words = redactScreenSlice(
          screen,
          redaction,
          Math.min(first, own) + shift,
          Math.min(last, own) + shift,
        );
        return words + ' '.repeat(Math.max(0, last - Math.max(first, own)));
      })
      .join('\n');
  }

  /** Cached per row, because several matches may be on one row. */
  #isDirty(row: number, dirtyRows: DirtyRows): boolean {
    let fresh = this.#dirtyRowCache.get(row);
    if (fresh === undefined) {
      fresh = dirtyRows.wrote(row);
      this.#dirtyRowCache.set(row, fresh);
    }
    return fresh;
  }

  #linesBetween(start: number, end: number): readonly ViewLine[] {
    const lines = this.#allLines();
    let first = 0;
    for (let behind = lines.length; first < behind; ) {
      const middle = (first + behind) >> 1;
      const { offset, text } = lines[middle]!;
      if (offset + text.length < start) first = middle + 1;
      else behind = middle;
    }
    let last = first;
    while (last < lines.length && lines[last]!.offset <= end) last++;
    return lines.slice(first, last);
  }

  /**
   * Maps an offset in the view to a column. On a row with a replaced secret, text and columns differ, so the whole
   * row counts.
   */
  #columnAt({ row, offset: begins, firstUnit, blanks }: ViewLine): (offset: number) => number {
    const columns = columnsByOffset(this.#source.screen.line(row));
    const last = columns.length - 1;
    return (offset) => {
      const unit = Math.max(0, offset - begins + firstUnit);
      return columns[Math.min(unit, last)]! + Math.min(Math.max(0, unit - last), blanks);
    };
  }

  #allLines(): readonly ViewLine[] {
    this.#lines ??= readLines(this.#source, this.#area, this.#blanks);
    return this.#lines;
  }
}

function readLines(
  seen: ScreenTextSource,
  area: SearchArea | undefined,
  trailing: TrailingBlanks | undefined,
): readonly ViewLine[] {
  const { screen, redaction, redactionEnforced } = seen;
  const texts = redactionEnforced
    ? redactScreen(screen, redaction).texts
    : screen.rows().map(({ text }) => text);
  const [first, last] = area ? areaRows(area, texts.length) : [0, texts.length];
  const lines: ViewLine[] = [];
  let begins = 0;
  for (let row = first; row < last; row++) {
    const cut =
      area?.cols === undefined ? { from: 0, text: texts[row]! } : cutColumns(screen, row, texts[row]!, area);
    const blanks = trailing ? trailingBlanks(screen, row, area, trailing) : 0;
    const text = blanks > 0 ? cut.text + ' '.repeat(blanks) : cut.text;
    lines.push({ row, offset: begins, firstUnit: cut.from, text, blanks });
    begins += text.length + 1;
  }
  return lines;
}

function cutColumns(screen: Screen, row: number, text: string, { col = 0, cols = 0 }: SearchArea) {
  const columns = columnsByOffset(screen.line(row));
  const at = (column: number) => {
    const unit = columns.findIndex((one) => one >= column);
    return unit < 0 ? text.length : unit;
  };
  const from = Math.min(at(col), text.length);
  return { from, text: text.slice(from, at(col + cols)).trimEnd() };
}

function rowOffset(screen: Screen, row: number): number {
  let offset = 0;
  for (let above = 0; above < row; above++) offset += screen.row(above).text.length + 1;
  return offset;
}
