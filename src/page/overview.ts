/** The overview tab of a session: the state from its plugin, its waits, and its details. */

import type { PendingWait } from '#client/api.ts';
import { systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { el, setAttributes, setChildren } from './dom.ts';
import { formatDuration } from './format.ts';
import { formatState, type SessionEntry, sessionCommand, sessionStatus } from './sessions.ts';
import { everySecond } from './timers.ts';

export class OverviewTab {
  readonly element = el('div', { class: 'leaf' });
  readonly #state = el('section', { class: 'block' });
  readonly #waits = el('section', { class: 'block' });
  readonly #facts = el('section', { class: 'block' });
  readonly #ticks: Disposable;
  #session: SessionEntry | undefined;

  constructor() {
    setChildren(this.element, [this.#state, this.#waits, this.#facts]);
    // Updates only the waits, which count seconds.
    this.#ticks = everySecond(() => this.#session && this.#showWaits(this.#session));
  }

  update(watched: SessionEntry): void {
    this.#session = watched;
    setAttributes(this.element, { 'data-mood': sessionStatus(watched) });
    setChildren(this.#state, createStateLines(watched));
    this.#showWaits(watched);
    setChildren(this.#facts, [el('h2', {}, 'Session'), createFactList(watched)]);
  }

  close(): void {
    this.#ticks.dispose();
  }

  #showWaits({ details, updatedAt }: SessionEntry): void {
    const passed = systemClock.now() - updatedAt;
    const more = details.pending_waits - details.waits.length;
    const rows = details.waits.map((wait) => createWaitRow(wait, passed));
    setChildren(this.#waits, [
      el('h2', {}, details.pending_waits > 0 ? `Waits (${details.pending_waits})` : 'Waits'),
      rows.length > 0 ? el('ul', { class: 'waits' }, ...rows) : el('p', { class: 'quiet' }, 'No waits.'),
      more > 0 && el('p', { class: 'quiet' }, `and ${more} more`),
    ]);
  }
}

function createWaitRow({ waits_for, waited_ms, timeout_ms }: PendingWait, passed: number): HTMLLIElement {
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
    el('span', { class: 'quiet' }, `${formatDuration(waited)} of ${formatDuration(timeout_ms)}`),
  );
}

function createStateLines(watched: SessionEntry): (HTMLElement | false)[] {
  const { state, adapter } = watched;
  const confidence = state && `${Math.round(state.confidence * 100)} % confidence`;
  return [
    el('h2', {}, 'State'),
    el('p', { class: 'state' }, el('span', { class: 'pill' }, formatState(watched)), ` ${confidence ?? ''}`),
    !!state?.evidence && el('p', { class: 'evidence' }, state.evidence),
    !!state?.candidates.length &&
      el(
        'p',
        { class: 'quiet' },
        `or ${state.candidates.map((one) => `${one.state} (${Math.round(one.confidence * 100)} %)`).join(', ')}`,
      ),
    !adapter && el('p', { class: 'quiet' }, 'No plugin attached: only the process state is known.'),
  ];
}

function createFactList(watched: SessionEntry): HTMLElement {
  const { id, details, adapter } = watched;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Id', id],
    ['Name', details.name],
    ['Command', sessionCommand(watched)],
    ['Directory', details.cwd],
    ['Foreground', details.foreground],
    ['Plugin', adapter && `${adapter.plugin} (${adapter.id})`],
    ['Tags', details.tags.join(', ')],
    ['Size', `${details.size.cols} columns, ${details.size.rows} rows`],
    ['Process', String(details.pid)],
    ['Keyboard', details.holder ? (details.holder.name ?? 'another client') : 'anyone'],
    ['Warnings', details.warnings.join(' · ')],
  ];
  const known = rows.filter((row): row is readonly [string, string] => !!row[1]);
  return el(
    'dl',
    {},
    ...known.flatMap(([name, value]) => [el('dt', {}, name), el('dd', { title: value }, value)]),
  );
}
