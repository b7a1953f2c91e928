/** The keyboard of a session: a person takes over, types, and gives it back. */
import type { Holder, SessionInfo } from '#client/api.ts';
import type { BaseClient } from '#client/baseClient.ts';
import { Refusal } from '#client/baseClient.ts';
import { el, setAttributes, setText } from './dom.ts';
import type { PageNotifier } from './frame.ts';
import type { SessionViewer } from './sessionViewer.ts';
import type { TerminalView } from './terminal.ts';

type KeyboardHolder = Pick<Holder, 'name' | 'person' | 'since'>;

const elementIds = { named: 'ask-name', description: 'ask-description' } as const;

/** Asks whether to take the keyboard from another person. Escape and Enter cancel. */
class TakeOverDialog {
  readonly element: HTMLDialogElement;
  readonly #name = el('h2', { id: elementIds.named });
  readonly #description = el('p', { id: elementIds.description });

  constructor(take: () => void) {
    const leave = el('button', { autofocus: true }, 'Cancel');
    const taken = el('button', { class: 'over' }, 'Take over');
    this.element = el(
      'dialog',
      {
        class: 'ask',
        role: 'alertdialog',
        'aria-labelledby': elementIds.named,
        'aria-describedby': elementIds.description,
      },
      this.#name,
      this.#description,
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

  askAbout(holder: KeyboardHolder): void {
    this.update(holder);
    if (!this.open) this.element.showModal();
  }

  /** The holder may change while the dialog is open. */
  update(holder: KeyboardHolder | null): void {
    const called = holder?.name ?? 'Another client';
    setText(this.#name, holder ? `${called} has the keyboard` : 'No one has the keyboard');
    setText(this.#description, holder ? describeHolder(holder) : 'Take over?');
  }

  close(): void {
    this.element.close();
  }
}

const describeHolder = ({ person, since }: KeyboardHolder): string =>
  person
    ? `A person, since ${new Date(since).toLocaleTimeString()}. Taking over interrupts what they are typing.`
    : 'A program. You can take over from it.';

/** Ctrl+], the escape key of telnet. No other key sends this character. */
const giveBackKey = '\x1d';

interface KeyboardControlOptions {
  readonly client: BaseClient;
  readonly viewer: SessionViewer;
  readonly terminal: TerminalView;
  readonly notifier: PageNotifier;
  /** Gets the focus when the button is disabled. */
  readonly heading: HTMLElement;
}

/** Lets one viewer take over and type alone, while all others watch. */
export class KeyboardControl {
  readonly button: HTMLButtonElement;
  readonly banner = el('p', { class: 'banner', role: 'status' });
  readonly takeOverDialog = new TakeOverDialog(() => void this.#takeOver(true));
  readonly #options: KeyboardControlOptions;
  readonly #unsubscribe: () => void;
  #holds = false;
  #waitsForPerson = false;
  #closed = false;
  /** Keeps input in the order in which it was typed. */
  #pendingInput: Promise<unknown> = Promise.resolve();

  constructor(options: KeyboardControlOptions) {
    const { client, viewer, terminal } = options;
    this.#options = options;
    this.button = el('button', { class: 'take', on: { click: () => void this.toggle() } });
    this.#unsubscribe = client.news.session.held(({ session, holds }) => {
      if (session === viewer.session) this.#setHeld(holds);
    });
    terminal.onInput((data) => this.#handleInput(data));
    this.#setHeld(false);
  }

  /** Whether keys go to the program or to the dialog. */
  get isBusy(): boolean {
    return this.#holds || this.takeOverDialog.open;
  }

  /** Takes over the keyboard, or gives it back. */
  async toggle(): Promise<void> {
    // Input that was typed while this page had the keyboard is sent first.
    await this.#pendingInput;
    // `session.held` may have arrived before the reply, so read `#holds` only now.
    if (!this.#closed) await (this.#holds ? this.#giveBack() : this.#takeOver(false));
  }

  /** Takes over from a program at once, and from a person only after the dialog. */
  async #takeOver(confirmed: boolean): Promise<void> {
    const { session, name } = this.#options.viewer;
    try {
      const options = { session, name };
      await this.#options.client.calls.session.capture_input({ ...options, take_over: confirmed });
      // The view was closed during the request, so release the keyboard.
      if (this.#closed) await this.#release();
      else this.#setHeld(true);
    } catch (problem) {
      if (this.#closed) return;
      if (confirmed || !(problem instanceof Refusal && problem.is('InputHeld')))
        return this.#showError(problem);
      const { holder, person, since } = problem.data;
      if (person) this.takeOverDialog.askAbout({ name: holder, person, since });
      else await this.#takeOver(true);
    }
  }

  async #giveBack(): Promise<void> {
    try {
      await this.#release();
      this.#setHeld(false);
    } catch (problem) {
      this.#showError(problem);
    }
  }

  /** `waitsForPerson`: the program waits for a person. */
  update({ holder, exit }: SessionInfo, waitsForPerson: boolean): void {
    this.#waitsForPerson = waitsForPerson;
    this.#setLabel();
    // Without an attached viewer, typed input would be lost.
    setAttributes(this.button, { disabled: exit !== null || this.#options.viewer.viewerId === undefined });
    // The program reads no more input, and this terminal would still capture keys.
    if (exit && this.#holds) void this.#giveBack();
    if (exit) this.takeOverDialog.close();
    else this.takeOverDialog.update(holder);
    // Only `session.held` says whether this page has the keyboard: the details may be older.
    if (!this.#holds)
      setText(this.banner, holder && !exit ? `${holder.name ?? 'Another client'} has the keyboard.` : '');
  }

  handleClosed(): void {
    setAttributes(this.button, { disabled: true });
    this.#setHeld(false);
    this.takeOverDialog.close();
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    if (this.#holds) this.#release().catch(() => {});
  }

  #release(): Promise<unknown> {
    return this.#options.client.calls.session.release_input({ session: this.#options.viewer.session });
  }

  #setHeld(holds: boolean): void {
    const before = this.#holds;
    this.#holds = holds;
    if (holds || before) this.#options.terminal.setTyping(holds);
    setAttributes(this.button, { 'aria-pressed': String(holds) });
    this.#setLabel();
    if (holds || before)
      setText(this.banner, holds ? 'You have the keyboard. Press Ctrl + ] to give it back.' : '');
    if (before && !holds) (this.button.disabled ? this.#options.heading : this.button).focus();
  }

  #setLabel(): void {
    setText(this.button, this.#holds ? 'Give back' : this.#waitsForPerson ? 'Answer' : 'Take over');
  }

  #handleInput(data: string): void {
    const { session, viewerId } = this.#options.viewer;
    if (!this.#holds || viewerId === undefined) return;
    if (data === giveBackKey) return void this.toggle();
    this.#pendingInput = this.#pendingInput
      .then(() => this.#options.client.calls.session.type({ session, viewer: viewerId, data }))
      .catch((problem) => this.#showError(problem));
  }

  #showError(problem: unknown): void {
    this.#options.notifier.showError((problem as Error).message);
  }
}
