/** The view of a recording: its terminal, its controls and its timeline. */
import type { Disposable } from '#platform/lifetimes.ts';
import { type PlayerCast, parseCast } from './cast.ts';
import { el, setAttributes, setChildren, setText } from './dom.ts';
import { formatClockTime } from './format.ts';
import { activityLevels, Player } from './player.ts';
import { allSessionsHash } from './route.ts';
import { onSchemeChange } from './scheme.ts';
import { TerminalView } from './terminal.ts';

const activityParts = 160;

/** The timeline of a recording: its position, activity and marks. */
class PlaybackTimeline {
  readonly element: HTMLElement;
  readonly #track = el('div', { class: 'track' });
  readonly #range: HTMLInputElement;
  readonly #activity = el('canvas', { class: 'busyness', 'aria-hidden': 'true' });
  readonly #marks = el('ul', { class: 'marks', 'aria-label': 'Marks' });
  readonly #time = el('output', { class: 'time' });
  readonly #onSeek: (ms: number) => void;
  readonly #schemeListener: Disposable;
  #cast: PlayerCast | undefined;
  #totalMs = 0;

  constructor(moved: (ms: number) => void) {
    this.#onSeek = moved;
    this.#range = el('input', {
      type: 'range',
      min: 0,
      step: 10,
      'aria-label': 'Time',
      on: { input: () => moved(Number(this.#range.value)) },
    });
    this.#track.append(this.#activity, this.#range);
    this.element = el('div', { class: 'timeline' }, this.#track, this.#time, this.#marks);
    this.#schemeListener = onSchemeChange(() => this.#drawActivity());
    new ResizeObserver(() => this.#drawActivity()).observe(this.#activity);
  }

  /** `wholeMs` is the duration with all pauses, as in the list of recordings. */
  setCast(cast: PlayerCast, wholeMs: number): void {
    this.#cast = cast;
    this.#totalMs = wholeMs;
    setAttributes(this.#range, { max: Math.ceil(cast.lengthMs) });
    const marks = cast.events.filter(({ kind }) => kind === 'mark');
    this.#marks.hidden = marks.length === 0;
    setChildren(
      this.#marks,
      marks.map(({ ms, text }) => el('li', {}, this.#createMark(ms, text))),
    );
    this.#drawActivity();
  }

  /** Lays an element over the activity. */
  append(ticks: HTMLElement): void {
    this.#track.append(ticks);
  }

  update(at: number): void {
    const length = this.#cast?.lengthMs ?? 0;
    const whole = formatClockTime(this.#totalMs);
    const pauses = whole === formatClockTime(length) ? '' : `, ${whole} with pauses`;
    const text = `${formatClockTime(at)} of ${formatClockTime(length)}${pauses}`;
    this.#range.value = String(at);
    setAttributes(this.#range, { 'aria-valuetext': text });
    this.#time.value = `${formatClockTime(at)} / ${formatClockTime(length)}${pauses}`;
  }

  close(): void {
    this.#schemeListener.dispose();
  }

  #createMark(ms: number, text: string): HTMLButtonElement {
    const click = () => this.#onSeek(ms);
    return el('button', { class: 'mark', on: { click } }, `${formatClockTime(ms)} ${text}`);
  }

  #drawActivity(): void {
    const canvas = this.#activity;
    const context = canvas.getContext('2d');
    if (!context || !this.#cast || canvas.clientWidth === 0) return;
    const width = Math.round(canvas.clientWidth * devicePixelRatio);
    const height = Math.round(canvas.clientHeight * devicePixelRatio);
    Object.assign(canvas, { width, height });
    context.fillStyle = getComputedStyle(canvas).color;
    const step = width / activityParts;
    for (const [at, busy] of activityLevels(this.#cast, activityParts).entries()) {
      const tall = busy === 0 ? 1 : Math.max(2, busy * height);
      context.fillRect(at * step, height - tall, Math.max(1, step - devicePixelRatio), tall);
    }
  }
}

/** A terminal that plays a recording, with a button and a timeline. */
export class RecordingPlayer {
  readonly element: HTMLElement;
  readonly controls = el('div', { class: 'controls' });
  readonly timeline = new PlaybackTimeline((ms) => this.player.seek(ms));
  readonly terminal: TerminalView;
  readonly player: Player;
  readonly #play = el('button', { class: 'play', on: { click: () => this.toggle() } });

  constructor(label: string, cast: PlayerCast) {
    this.terminal = new TerminalView(label, cast);
    this.controls.append(this.#play, this.timeline.element);
    this.element = el(
      'section',
      { class: 'playback', 'aria-label': 'Recording' },
      this.terminal.element,
      this.controls,
    );
    this.player = new Player(this.terminal, cast, (player) => this.#update(player));
    this.showCast();
  }

  toggle(): void {
    if (this.player.isPlaying) this.player.pause();
    else this.player.play();
  }

  /** The times of the recording have changed. */
  showCast(): void {
    this.timeline.setCast(this.player.cast, this.player.totalMs);
    this.#update(this.player);
  }

  close(): void {
    this.player.close();
    this.timeline.close();
    this.terminal.close();
    this.element.remove();
  }

  #update({ isPlaying, at, isRendering }: Player): void {
    setText(this.#play, isPlaying ? 'Pause' : 'Play');
    setAttributes(this.element, { 'data-plays': isPlaying, 'data-behind': isRendering && !isPlaying });
    this.timeline.update(at);
  }
}

const speeds = [0.5, 1, 2, 4, 8, 16];
const seekMs = 5000;

export interface LoadedRecording {
  readonly name: string;
  readonly text: string;
  /** The duration that the server reports. It includes the quiet time at the end, which the file does not have. */
  readonly lengthMs?: number;
}

/** Plays a recording of the server, or a file that was dropped on the page. Files stay in the browser. */
export class PlaybackView {
  readonly #recordingPlayer: RecordingPlayer;
  readonly #speed: HTMLSelectElement;
  readonly #name: HTMLElement;

  /** Throws InvalidCastError. */
  constructor({ name, text, lengthMs = 0 }: LoadedRecording) {
    const read = parseCast(text);
    const cast = { ...read, lengthMs: Math.max(read.lengthMs, lengthMs) };
    this.#recordingPlayer = new RecordingPlayer(`Recording ${name}`, cast);
    this.#name = el('h1', { class: 'stage-name', tabindex: -1 }, cast.title ?? name);
    this.#speed = el(
      'select',
      { 'aria-label': 'Speed', on: { change: () => this.#setSpeed() } },
      ...speeds.map((speed) => el('option', { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    const pauses = el('input', {
      type: 'checkbox',
      on: { change: () => this.#keepPauses(pauses.checked) },
    });
    const back = el('a', { class: 'back', href: allSessionsHash, 'aria-label': 'All sessions' }, '←');
    const head = el('header', { class: 'stage-head' }, el('div', { class: 'stage-title' }, back, this.#name));
    this.#recordingPlayer.controls.append(
      el('div', { class: 'choices' }, this.#speed, el('label', {}, pauses, ' Keep pauses')),
    );
    this.element.classList.add('stage');
    this.element.prepend(head);
  }

  get element(): HTMLElement {
    return this.#recordingPlayer.element;
  }

  open(): void {
    this.#recordingPlayer.terminal.open();
    this.#name.focus({ preventScroll: true });
    this.#recordingPlayer.player.play();
  }

  /** Returns whether the key was handled. */
  handleKey(key: string): boolean {
    const { player } = this.#recordingPlayer;
    const operation = {
      ' ': () => this.#recordingPlayer.toggle(),
      ArrowRight: () => player.seek(player.at + seekMs),
      ArrowLeft: () => player.seek(player.at - seekMs),
      Home: () => player.seek(0),
      End: () => player.seek(player.cast.lengthMs),
      '+': () => this.#changeSpeed(1),
      '-': () => this.#changeSpeed(-1),
    }[key];
    operation?.();
    return operation !== undefined;
  }

  close(): void {
    this.#recordingPlayer.close();
  }

  #keepPauses(keep: boolean): void {
    this.#recordingPlayer.player.keepPauses(keep);
    this.#recordingPlayer.showCast();
  }

  #setSpeed(): void {
    this.#recordingPlayer.player.speed = Number(this.#speed.value);
  }

  #changeSpeed(by: number): void {
    const at = Math.max(
      0,
      Math.min(speeds.length - 1, speeds.indexOf(this.#recordingPlayer.player.speed) + by),
    );
    this.#speed.selectedIndex = at;
    this.#setSpeed();
  }
}
