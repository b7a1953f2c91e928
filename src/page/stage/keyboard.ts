/** Who has the keyboard of a session: everybody looks on, until somebody takes over and types alone. */
import type { Talk } from '../../client/talk.ts';
import { el, say, set } from '../parts/element.ts';
import type { Told } from '../sessions/sessions.ts';
import type { Screen } from '../terminal/terminal.ts';
import type { Voice } from '../voice.ts';
import type { Viewing } from './viewing.ts';

/** Ctrl+]: a terminal sends it for no other key, and telnet has given it this meaning long ago. */
const giveBackKey = '\x1d';

export interface KeyboardTerms {
  readonly client: Talk;
  readonly viewing: Viewing;
  readonly screen: Screen;
  readonly voice: Voice;
}

export class Keyboard {
  readonly button: HTMLButtonElement;
  readonly banner = el('p', { class: 'banner', role: 'status' });
  readonly #client: Talk;
  readonly #viewing: Viewing;
  readonly #screen: Screen;
  readonly #voice: Voice;
  readonly #deaf: () => void;
  #holds = false;
  /** Keys leave in the order in which they were typed. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor({ client, viewing, screen, voice }: KeyboardTerms) {
    this.#client = client;
    this.#viewing = viewing;
    this.#screen = screen;
    this.#voice = voice;
    this.button = el('button', { type: 'button', class: 'take', on: { click: () => void this.turn() } });
    this.#deaf = client.news.session.held(({ session, holds }) => {
      if (session === viewing.session) this.#held(holds);
    });
    screen.onTyped((data) => this.#typed(data));
    this.#held(false);
  }

  get holds(): boolean {
    return this.#holds;
  }

  /** Takes over, or gives back. */
  async turn(): Promise<void> {
    const { session } = this.#viewing;
    const { calls } = this.#client;
    try {
      // What was typed while the keyboard was ours is written before it is anybody's again.
      await this.#sent;
      // The news of it may come before the answer.
      const takes = !this.#holds;
      if (takes)
        await calls.session.capture_input({ session, name: 'a person at the page', take_over: true });
      else await calls.session.release_input({ session });
      this.#held(takes);
    } catch (problem) {
      this.#voice.complain((problem as Error).message);
    }
  }

  tell({ holder, exit }: Told): void {
    // Before it is a viewer of the session, what is typed here would go nowhere.
    set(this.button, { disabled: exit !== null || this.#viewing.viewer === undefined });
    // Whether we hold it is told by `session.held` alone: what is known of the session may be older.
    if (!this.#holds)
      say(this.banner, holder && !exit ? `${holder.name ?? 'Somebody'} has the keyboard.` : '');
  }

  gone(): void {
    this.#held(false);
    set(this.button, { disabled: true });
  }

  close(): void {
    this.#deaf();
    if (this.#holds)
      this.#client.calls.session.release_input({ session: this.#viewing.session }).catch(() => {});
  }

  #held(holds: boolean): void {
    const { terminal, element } = this.#screen;
    const before = this.#holds;
    this.#holds = holds;
    terminal.options.disableStdin = !holds;
    terminal.options.cursorBlink = holds;
    set(element, { 'data-held': holds });
    set(this.button, { 'aria-pressed': String(holds) });
    say(this.button, holds ? 'Give back' : 'Take over');
    if (holds || before) say(this.banner, holds ? 'You have the keyboard. Ctrl + ] gives it back.' : '');
    if (holds) terminal.focus();
    else if (before) this.button.focus();
  }

  #typed(data: string): void {
    const { session, viewer } = this.#viewing;
    if (!this.#holds || viewer === undefined) return;
    if (data === giveBackKey) return void this.turn();
    this.#sent = this.#sent
      .then(() => this.#client.calls.session.type({ session, viewer, data }))
      .catch((problem: Error) => this.#voice.complain(problem.message));
  }
}
