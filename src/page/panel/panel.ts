/** What there is to know of one session besides its screen, behind four tabs. */
import { el, fill, set } from '../parts/element.ts';

export interface Leaf {
  readonly name: string;
  readonly content: HTMLElement;
  /** Told when it comes into sight. */
  readonly shown?: () => void;
}

export class Panel {
  readonly element: HTMLElement;
  readonly #leaves: readonly Leaf[];
  readonly #tabs: readonly HTMLButtonElement[];

  constructor(leaves: readonly Leaf[]) {
    this.#leaves = leaves;
    this.#tabs = leaves.map(({ name }, at) =>
      el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${at}`,
          'aria-controls': `leaf-${at}`,
          on: { click: () => this.show(at), keydown: (event) => this.#key(event, at) },
        },
        name,
      ),
    );
    for (const [at, { content }] of leaves.entries())
      set(content, { role: 'tabpanel', id: `leaf-${at}`, 'aria-labelledby': `tab-${at}`, tabindex: 0 });
    const bar = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'About the session' });
    fill(bar, this.#tabs);
    this.element = el('aside', { class: 'panel', 'aria-label': 'About the session' }, bar);
    this.element.append(...leaves.map(({ content }) => content));
    this.show(0);
  }

  show(chosen: number): void {
    for (const [at, tab] of this.#tabs.entries()) {
      set(tab, { 'aria-selected': String(at === chosen), tabindex: at === chosen ? 0 : -1 });
      this.#leaves[at]!.content.hidden = at !== chosen;
    }
    this.#leaves[chosen]!.shown?.();
  }

  named(name: string): void {
    const at = this.#leaves.findIndex((leaf) => leaf.name === name);
    this.show(at);
    this.#leaves[at]!.content.querySelector('input')?.focus();
  }

  #key(event: KeyboardEvent, at: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + this.#tabs.length) % this.#tabs.length;
    this.show(next);
    this.#tabs[next]!.focus();
  }
}
