/** What goes on in a session now: what its plugin sees, what is waited for, and what the server knows of it. */
import { systemClock } from '../../platform/clock.ts';
import { el, fill, set } from '../parts/element.ts';
import { span } from '../parts/time.ts';
import { commandOf, moodOf, stateInWords } from '../sessions/mood.ts';
import type { Watched } from '../sessions/sessions.ts';
import { everySecond } from '../ticks.ts';

export class Now {
  readonly element = el('div', { class: 'leaf' });
  readonly #state = el('section', { class: 'block' });
  readonly #waits = el('section', { class: 'block' });
  readonly #facts = el('section', { class: 'block' });
  readonly #stop: () => void;
  #watched: Watched | undefined;

  constructor() {
    fill(this.element, [this.#state, this.#waits, this.#facts]);
    // Only what counts the seconds is written anew.
    this.#stop = everySecond(() => this.#watched && this.#tellWaits(this.#watched));
  }

  tell(watched: Watched): void {
    this.#watched = watched;
    set(this.element, { 'data-mood': moodOf(watched) });
    fill(this.#state, stateLines(watched));
    this.#tellWaits(watched);
    fill(this.#facts, [el('h2', {}, 'Session'), facts(watched)]);
  }

  close(): void {
    this.#stop();
  }

  #tellWaits({ told, at }: Watched): void {
    const passed = systemClock.now() - at;
    const more = told.pending_waits - told.waits.length;
    const rows = told.waits.map((wait) => waitRow(wait, passed));
    fill(this.#waits, [
      el('h2', {}, told.pending_waits > 0 ? `Waits (${told.pending_waits})` : 'Waits'),
      rows.length > 0
        ? el('ul', { class: 'waits' }, ...rows)
        : el('p', { class: 'quiet' }, 'Nobody waits for it.'),
      more > 0 && el('p', { class: 'quiet' }, `and ${more} more`),
    ]);
  }
}

type Wait = Watched['told']['waits'][number];

function waitRow({ waits_for, waited_ms, timeout_ms }: Wait, passed: number): HTMLLIElement {
  const waited = Math.min(waited_ms + passed, timeout_ms);
  const meter = el('meter', {
    min: 0,
    max: timeout_ms,
    value: Math.round(waited),
    'aria-label': 'Time used',
  });
  return el(
    'li',
    {},
    el('span', { class: 'wait-words' }, waits_for),
    meter,
    el('span', { class: 'quiet' }, `${span(waited)} of ${span(timeout_ms)}`),
  );
}

function stateLines(watched: Watched): (HTMLElement | false)[] {
  const { state, adapter } = watched;
  const confidence = state && `${Math.round(state.confidence * 100)} % sure`;
  return [
    el('h2', {}, 'State'),
    el('p', { class: 'state' }, el('span', { class: 'pill' }, stateInWords(watched)), ` ${confidence ?? ''}`),
    !!state?.evidence && el('p', { class: 'evidence' }, state.evidence),
    !!state?.candidates.length &&
      el(
        'p',
        { class: 'quiet' },
        `or ${state.candidates.map((one) => `${one.state} (${Math.round(one.confidence * 100)} %)`).join(', ')}`,
      ),
    !adapter && el('p', { class: 'quiet' }, 'No plugin drives it, so only its process is known.'),
  ];
}

function facts(watched: Watched): HTMLElement {
  const { id, told, adapter } = watched;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Id', id],
    ['Name', told.name],
    ['Command', commandOf(watched)],
    ['Folder', told.cwd],
    ['In front', told.foreground],
    ['Plugin', adapter && `${adapter.plugin} (${adapter.id})`],
    ['Tags', told.tags.join(', ')],
    ['Size', `${told.size.cols} columns, ${told.size.rows} rows`],
    ['Process', String(told.pid)],
    ['Keyboard', told.holder ? (told.holder.name ?? 'somebody') : 'everybody'],
    ['Warnings', told.warnings.join(' · ')],
  ];
  const known = rows.filter((row): row is readonly [string, string] => !!row[1]);
  return el(
    'dl',
    {},
    ...known.flatMap(([name, value]) => [el('dt', {}, name), el('dd', { title: value }, value)]),
  );
}
