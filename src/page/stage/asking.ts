/** The question whether to take the keyboard from another person: Escape and Enter leave it to that one. */
import { el, say } from '../parts/element.ts';

interface Holder {
  readonly name: string | null;
  readonly person: boolean;
  readonly since: number;
}

const words = { named: 'ask-name', told: 'ask-told' } as const;

export class Asking {
  readonly element: HTMLDialogElement;
  readonly #name = el('h2', { id: words.named });
  readonly #told = el('p', { id: words.told });

  constructor(take: () => void) {
    const leave = el('button', { type: 'button', autofocus: true }, 'Leave it');
    const taken = el('button', { type: 'button', class: 'over' }, 'Take over');
    this.element = el(
      'dialog',
      { class: 'ask', role: 'alertdialog', 'aria-labelledby': words.named, 'aria-describedby': words.told },
      this.#name,
      this.#told,
      el('p', { class: 'answers' }, leave, taken),
    );
    leave.addEventListener('click', () => this.close());
    taken.addEventListener('click', () => {
      this.close();
      take();
    });
  }

  get open(): boolean {
    return this.element.open;
  }

  ask(holder: Holder): void {
    this.tell(holder);
    if (!this.open) this.element.showModal();
  }

  /** Whoever it was asked about may have given it back, or somebody else may have it by now. */
  tell(holder: Holder | null): void {
    const called = holder?.name ?? 'Somebody';
    say(this.#name, holder ? `${called} has the keyboard` : 'Nobody has the keyboard by now');
    say(this.#told, holder ? toldOf(holder) : 'Take it?');
  }

  close(): void {
    this.element.close();
  }
}

const toldOf = ({ person, since }: Holder): string =>
  person
    ? `A person, since ${new Date(since).toLocaleTimeString()}. What that one is typing would end in the middle.`
    : 'A program, from which it can be taken.';
