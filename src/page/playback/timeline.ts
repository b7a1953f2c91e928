/** The time line of a recording: where it is, how busy it was when, and its marks. */
import { el, fill, set } from '../parts/element.ts';
import { clockTime } from '../parts/time.ts';
import { onScheme } from '../scheme.ts';
import type { Cast } from './cast.ts';
import { busyness } from './tape.ts';

const parts = 160;

export class Timeline {
  readonly element: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #picture = el('canvas', { class: 'busyness', 'aria-hidden': 'true' });
  readonly #marks = el('ul', { class: 'marks', 'aria-label': 'Marks' });
  readonly #time = el('output', { class: 'time' });
  readonly #moved: (ms: number) => void;
  readonly #deaf: () => void;
  #cast: Cast | undefined;
  #wholeMs = 0;

  constructor(moved: (ms: number) => void) {
    this.#moved = moved;
    this.#range = el('input', {
      type: 'range',
      min: 0,
      step: 10,
      'aria-label': 'Time',
      on: { input: () => moved(Number(this.#range.value)) },
    });
    const track = el('div', { class: 'track' }, this.#picture, this.#range);
    this.element = el('div', { class: 'timeline' }, track, this.#time, this.#marks);
    this.#deaf = onScheme(() => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.#picture);
  }

  /** `wholeMs`: with pauses that are not waited for, as a list of recordings tells it. */
  show(cast: Cast, wholeMs: number): void {
    this.#cast = cast;
    this.#wholeMs = wholeMs;
    set(this.#range, { max: Math.ceil(cast.lengthMs) });
    const marks = cast.pieces.filter(({ kind }) => kind === 'mark');
    this.#marks.hidden = marks.length === 0;
    fill(
      this.#marks,
      marks.map(({ ms, text }) => el('li', {}, this.#jump(ms, text))),
    );
    this.#draw();
  }

  tell(at: number): void {
    const length = this.#cast?.lengthMs ?? 0;
    const whole = clockTime(this.#wholeMs);
    const pauses = whole === clockTime(length) ? '' : `, ${whole} with pauses`;
    const text = `${clockTime(at)} of ${clockTime(length)}${pauses}`;
    this.#range.value = String(at);
    set(this.#range, { 'aria-valuetext': text });
    this.#time.value = `${clockTime(at)} / ${clockTime(length)}${pauses}`;
  }

  close(): void {
    this.#deaf();
  }

  #jump(ms: number, text: string): HTMLButtonElement {
    const click = () => this.#moved(ms);
    return el('button', { type: 'button', class: 'mark', on: { click } }, `${clockTime(ms)} ${text}`);
  }

  #draw(): void {
    const canvas = this.#picture;
    const context = canvas.getContext('2d');
    if (!context || !this.#cast || canvas.clientWidth === 0) return;
    const width = Math.round(canvas.clientWidth * devicePixelRatio);
    const height = Math.round(canvas.clientHeight * devicePixelRatio);
    Object.assign(canvas, { width, height });
    context.fillStyle = getComputedStyle(canvas).color;
    const step = width / parts;
    for (const [at, busy] of busyness(this.#cast, parts).entries()) {
      const tall = busy === 0 ? 1 : Math.max(2, busy * height);
      context.fillRect(at * step, height - tall, Math.max(1, step - devicePixelRatio), tall);
    }
  }
}
