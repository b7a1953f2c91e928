/**
 * The page of a trace: its calls, the recording at the selected call, and the screens before and after it. One file that
 * contains its data, and loads nothing else.
 */
import type { RunTrace, TracedCall } from '#testing/runTrace.ts';
import { type PlayerCast, type PlayerEvent, parseCast } from '../cast.ts';
import { el, setAttributes, setChildren } from '../dom.ts';
import { RecordingPlayer } from '../playback.ts';

class TraceView {
  readonly element: HTMLElement;
  readonly #trace: RunTrace;
  readonly #player: TracePlayer | undefined;
  readonly #calls: readonly HTMLButtonElement[];
  readonly #details = el('section', {
    class: 'details',
    'aria-label': 'Selected call',
    'aria-live': 'polite',
  });
  #selected = 0;

  constructor(trace: RunTrace) {
    this.#trace = trace;
    this.#calls = trace.calls.map((call, at) => this.#createCall(call, at));
    this.#player = trace.recording === '' ? undefined : new TracePlayer(trace, (at) => this.#select(at));
    const list = el(
      'nav',
      { class: 'calls', 'aria-label': 'Calls' },
      el('h2', {}, trace.calls.length === 1 ? '1 call' : `${trace.calls.length} calls`),
      el('ol', {}, ...this.#calls.map((call) => el('li', {}, call))),
    );
    const traced = el('div', { class: 'traced' }, this.#player?.recordingPlayer.element, this.#details);
    const transcript = el(
      'details',
      { class: 'transcript' },
      el('summary', {}, 'Transcript'),
      el('pre', {}, trace.transcript),
    );
    this.element = el(
      'main',
      { class: 'trace' },
      createHeader(trace),
      el('div', { class: 'columns' }, list, traced),
      transcript,
    );
  }

  /** Call it when the element is in the document. Selects the call that failed, or else the last one. */
  open(): void {
    this.#player?.recordingPlayer.terminal.open();
    const failed = this.#trace.calls.findIndex(({ ok }) => !ok);
    this.#select(failed >= 0 ? failed : this.#calls.length - 1);
  }

  /** Returns whether the key was handled. */
  handleKey(key: string): boolean {
    if (key === ' ') {
      this.#player?.recordingPlayer.toggle();
      return this.#player !== undefined;
    }
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[key];
    if (step === undefined) return false;
    this.#select(Math.max(0, Math.min(this.#calls.length - 1, this.#selected + step)));
    this.#calls[this.#selected]?.focus();
    return true;
  }

  #createCall({ call, ok, elapsed_ms, where }: TracedCall, at: number): HTMLButtonElement {
    return el(
      'button',
      { class: 'call', 'data-ok': String(ok), on: { click: () => this.#select(at) } },
      el('span', { class: 'verdict', role: 'img', 'aria-label': ok ? 'passed' : 'failed' }, ok ? '✓' : '✗'),
      el('span', { class: 'words' }, call),
      el('span', { class: 'quiet' }, `${elapsed_ms} ms`),
      where !== undefined && el('span', { class: 'quiet line' }, where),
    );
  }

  #select(at: number): void {
    const call = this.#trace.calls[at];
    if (!call) return;
    this.#selected = at;
    for (const [index, button] of this.#calls.entries())
      setAttributes(button, { 'aria-current': index === at ? 'step' : undefined });
    this.#calls[at]!.scrollIntoView({ block: 'nearest' });
    this.#player?.showCall(at);
    setChildren(this.#details, describeCall(call));
  }
}

function createHeader({
  title,
  ok,
  file,
  program,
  exit,
  duration_ms,
  started,
  error,
  calls,
}: RunTrace): HTMLElement {
  const { where = '' } = calls.find((call) => !call.ok) ?? {};
  const facts = [file, `${program} (${exit})`, `${duration_ms} ms`, new Date(started).toLocaleString()];
  return el(
    'header',
    { class: 'trace-head' },
    el(
      'div',
      { class: 'trace-title', 'data-mood': ok ? 'ready' : 'failed' },
      el('span', { class: 'pill' }, ok ? 'Passed' : 'Failed'),
      el('h1', {}, title),
    ),
    el('p', { class: 'quiet' }, facts.join(' · ')),
    // The rest of the error is the screen, which is shown below.
    error !== undefined &&
      el('pre', { class: 'error' }, error.split('\n┌')[0]!, !error.includes(where) && `\nat ${where}`),
  );
}

function describeCall({ call, where, source, expected, found, before, after }: TracedCall): readonly Node[] {
  const facts = [
    ['line', where && (source === undefined ? where : `${where}  ${source}`)],
    ['expected', expected],
    ['found', found],
  ] as const;
  const [left, right] = [before.split('\n'), after.split('\n')];
  const rows = facts.flatMap(([name, value]) =>
    value ? [el('dt', {}, name), el('dd', { class: name }, value)] : [],
  );
  return [
    el('h2', {}, call),
    el('dl', {}, ...rows),
    el('div', { class: 'screens' }, createScreen('Before', left, right), createScreen('After', right, left)),
  ];
}

/** Marks the rows that differ from the other screen. */
const createScreen = (name: string, rows: readonly string[], others: readonly string[]) =>
  el(
    'figure',
    {},
    el('figcaption', {}, name),
    el(
      'pre',
      {},
      ...rows.map((row, at) => el('span', { class: row === others[at] ? 'same' : 'changed' }, `${row}\n`)),
    ),
  );

/** Plays the recording, with the calls on the timeline. */
class TracePlayer {
  readonly recordingPlayer: RecordingPlayer;

  constructor(trace: RunTrace, select: (call: number) => void) {
    this.recordingPlayer = new RecordingPlayer('Recording', withCalls(parseCast(trace.recording), trace));
    const { lengthMs } = this.recordingPlayer.player.cast;
    const ticks = trace.calls.map(({ call, ok }, at) => {
      const tick = el('button', {
        class: 'tick',
        title: `${at + 1}. ${call}`,
        'aria-label': `${at + 1}. ${call}`,
        'data-ok': String(ok),
        on: { click: () => select(at) },
      });
      tick.style.left = `${(100 * this.#timeOf(at)) / (lengthMs || 1)}%`;
      return tick;
    });
    this.recordingPlayer.timeline.append(
      el('div', { class: 'ticks', role: 'group', 'aria-label': 'Calls on the timeline' }, ...ticks),
    );
  }

  /** Shows the screen at the end of a call. */
  showCall(call: number): void {
    this.recordingPlayer.player.pause();
    this.recordingPlayer.player.seek(this.#timeOf(call));
  }

  /** In the recording with shortened pauses. */
  #timeOf(call: number): number {
    const { events } = this.recordingPlayer.player.cast;
    return events.find(({ kind, text }) => kind === 'mark' && text === String(call))?.ms ?? 0;
  }
}

/** Replaces the marks of the recording by one at the end of each call. */
function withCalls(cast: PlayerCast, { calls }: RunTrace): PlayerCast {
  const marks = calls.map(
    ({ at_ms, elapsed_ms }, at): PlayerEvent => ({
      ms: Math.max(0, at_ms + elapsed_ms),
      kind: 'mark',
      text: String(at),
    }),
  );
  const events = [...cast.events.filter(({ kind }) => kind !== 'mark'), ...marks].sort(
    (one, other) => one.ms - other.ms,
  );
  return { ...cast, events, lengthMs: Math.max(cast.lengthMs, events.at(-1)?.ms ?? 0) };
}

const trace = JSON.parse(document.getElementById('trace')!.textContent) as RunTrace;
document.title = `${trace.ok ? 'Passed' : 'Failed'}: ${trace.title}`;
const view = new TraceView(trace);
setChildren(document.body, [view.element]);
view.open();
addEventListener('keydown', (event) => {
  if (!event.ctrlKey && !event.altKey && !event.metaKey && view.handleKey(event.key)) event.preventDefault();
});
