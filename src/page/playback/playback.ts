/** A recording on the page: the server's own, or a file that somebody has dropped here. Files stay in the browser. */
import { el, say, set } from '../parts/element.ts';
import { everything } from '../route.ts';
import { Screen } from '../terminal/terminal.ts';
import { readCast } from './cast.ts';
import { Player } from './player.ts';
import { Timeline } from './timeline.ts';

const speeds = [0.5, 1, 2, 4, 8, 16];
const stepMs = 5000;

export interface Reel {
  readonly name: string;
  readonly text: string;
  /** As the server knows it: what was quiet at the end is in no line. */
  readonly lengthMs?: number;
}

export class Playback {
  readonly element: HTMLElement;
  readonly #screen: Screen;
  readonly #player: Player;
  readonly #timeline = new Timeline((ms) => this.#player.moveTo(ms));
  readonly #play: HTMLButtonElement;
  readonly #speed: HTMLSelectElement;
  readonly #name: HTMLElement;
  #ready = false;

  /** Raises NoCast. */
  constructor({ name, text, lengthMs = 0 }: Reel) {
    const read = readCast(text);
    const cast = { ...read, lengthMs: Math.max(read.lengthMs, lengthMs) };
    this.#screen = new Screen(`Recording ${name}`, cast);
    this.#name = el('h1', { class: 'stage-name', tabindex: -1 }, cast.title ?? name);
    this.#play = el('button', { type: 'button', class: 'play', on: { click: () => this.turn() } });
    this.#speed = el(
      'select',
      { 'aria-label': 'Speed', on: { change: () => this.#setSpeed(Number(this.#speed.value)) } },
      ...speeds.map((speed) => el('option', { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    const pauses = el('input', {
      type: 'checkbox',
      on: { change: () => this.#keepPauses(pauses.checked) },
    });
    const back = el('a', { class: 'back', href: everything, 'aria-label': 'All sessions' }, '←');
    const head = el('header', { class: 'stage-head' }, el('div', { class: 'stage-title' }, back, this.#name));
    const controls = el(
      'div',
      { class: 'controls' },
      this.#play,
      this.#timeline.element,
      el('div', { class: 'choices' }, this.#speed, el('label', {}, pauses, ' Keep pauses')),
    );
    this.element = el('section', { class: 'stage playback', 'aria-label': 'Recording' }, head);
    this.element.append(this.#screen.element, controls);
    this.#player = new Player(this.#screen, cast, () => this.#tell());
    this.#ready = true;
    this.#timeline.show(this.#player.cast, this.#player.wholeMs);
    this.#tell();
  }

  open(): void {
    this.#screen.open();
    this.#name.focus({ preventScroll: true });
    this.#player.play();
  }

  turn(): void {
    if (this.#player.plays) this.#player.pause();
    else this.#player.play();
  }

  /** True when the key was for this. */
  key(key: string): boolean {
    const deed = {
      ' ': () => this.turn(),
      ArrowRight: () => this.#player.moveTo(this.#player.at + stepMs),
      ArrowLeft: () => this.#player.moveTo(this.#player.at - stepMs),
      Home: () => this.#player.moveTo(0),
      End: () => this.#player.moveTo(this.#player.cast.lengthMs),
      '+': () => this.#faster(1),
      '-': () => this.#faster(-1),
    }[key];
    deed?.();
    return deed !== undefined;
  }

  close(): void {
    this.#player.close();
    this.#timeline.close();
    this.#screen.close();
    this.element.remove();
  }

  #keepPauses(keep: boolean): void {
    this.#player.keepPauses(keep);
    this.#timeline.show(this.#player.cast, this.#player.wholeMs);
    this.#tell();
  }

  #faster(by: number): void {
    const at = Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.#player.speed) + by));
    this.#speed.selectedIndex = at;
    this.#setSpeed(speeds[at]!);
  }

  #setSpeed(speed: number): void {
    this.#player.speed = speed;
  }

  #tell(): void {
    if (!this.#ready) return;
    const { plays, at, behind } = this.#player;
    say(this.#play, plays ? 'Pause' : 'Play');
    set(this.element, { 'data-plays': plays, 'data-behind': behind && !plays });
    this.#timeline.tell(at);
  }
}
