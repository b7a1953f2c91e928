/** Who has the keyboard of a session: everybody looks on, until somebody takes over and types alone. */
import { Refusal } from '../../client/refusal.ts';
import type { Talk } from '../../client/talk.ts';
import { el, say, set } from '../parts/element.ts';
import type { Told } from '../sessions/sessions.ts';
import type { Screen } from '../terminal/terminal.ts';
import type { Voice } from '../voice.ts';
import { Asking } from './asking.ts';
import type { Viewing } from './viewing.ts';

/** Ctrl+]: a terminal sends it for no other key, and telnet has given it this meaning long ago. */
const giveBackKey = '\x1d';

export interface KeyboardTerms {
  readonly client: Talk;
  readonly viewing: Viewing;
  readonly screen: Screen;
  readonly voice: Voice;
  /** Where the focus goes when the button is no use. */
  readonly heading: HTMLElement;
}

export class Keyboard {
  readonly button: HTMLButtonElement;
  readonly banner = el('p', { class: 'banner', role: 'status' });
  readonly asking = new Asking(() => void this.#take(true));
  readonly #client: Talk;
  readonly #viewing: Viewing;
  readonly #screen: Screen;
  readonly #voice: Voice;
  readonly #heading: HTMLElement;
  readonly #deaf: () => void;
  #holds = false;
  #closed = false;
  /** Keys leave in the order in which they were typed. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor({ client, viewing, screen, voice, heading }: KeyboardTerms) {
    this.#client = client;
    this.#viewing = viewing;
    this.#screen = screen;
    this.#voice = voice;
    this.#heading = heading;
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

  /** Keys are for the program, or for a question. */
  get busy(): boolean {
    return this.#holds || this.asking.open;
  }

  /** Takes over, or gives back. */
  async turn(): Promise<void> {
    // What was typed while the keyboard was ours is written before it is anybody's again.
    await this.#sent;
    // The news of it may come before the answer.
    if (!this.#closed) await (this.#holds ? this.#giveBack() : this.#take(false));
  }

  /** From a program at once; from a person only once that was asked for. */
  async #take(asked: boolean): Promise<void> {
    const { session, name: ours } = this.#viewing;
    try {
      const terms = { session, name: ours };
      await this.#client.calls.session.capture_input({ ...terms, take_over: asked });
      // Who has left while it was asked for wants it no more.
      if (this.#closed) await this.#release();
      else this.#held(true);
    } catch (problem) {
      if (this.#closed) return;
      if (asked || !(problem instanceof Refusal && problem.is('InputHeld'))) return this.#complain(problem);
      const { holder: name, person, since } = problem.data;
      if (person) this.asking.ask({ name, person, since });
      else await this.#take(true);
    }
  }

  async #giveBack(): Promise<void> {
    try {
      await this.#release();
      this.#held(false);
    } catch (problem) {
      this.#complain(problem);
    }
  }

  tell({ holder, exit }: Told): void {
    // Before it is a viewer of the session, what is typed here would go nowhere.
    set(this.button, { disabled: exit !== null || this.#viewing.viewer === undefined });
    // Nobody would read what is typed, and this terminal would keep the keys.
    if (exit && this.#holds) void this.#giveBack();
    if (exit) this.asking.close();
    else this.asking.tell(holder);
    // Whether we hold it is told by `session.held` alone: what is known of the session may be older.
    if (!this.#holds)
      say(this.banner, holder && !exit ? `${holder.name ?? 'Somebody'} has the keyboard.` : '');
  }

  gone(): void {
    set(this.button, { disabled: true });
    this.#held(false);
    this.asking.close();
  }

  close(): void {
    this.#closed = true;
    this.#deaf();
    if (this.#holds) this.#release().catch(() => {});
  }

  #release(): Promise<unknown> {
    return this.#client.calls.session.release_input({ session: this.#viewing.session });
  }

  #held(holds: boolean): void {
    const before = this.#holds;
    this.#holds = holds;
    if (holds || before) this.#screen.type(holds);
    set(this.button, { 'aria-pressed': String(holds) });
    say(this.button, holds ? 'Give back' : 'Take over');
    if (holds || before) say(this.banner, holds ? 'You have the keyboard. Ctrl + ] gives it back.' : '');
    if (before && !holds) (this.button.disabled ? this.#heading : this.button).focus();
  }

  #typed(data: string): void {
    const { session, viewer } = this.#viewing;
    if (!this.#holds || viewer === undefined) return;
    if (data === giveBackKey) return void this.turn();
    this.#sent = this.#sent
      .then(() => this.#client.calls.session.type({ session, viewer, data }))
      .catch((problem) => this.#complain(problem));
  }

  #complain(problem: unknown): void {
    this.#voice.complain((problem as Error).message);
  }
}
