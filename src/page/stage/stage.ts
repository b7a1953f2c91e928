/** One session, large: its screen as people see it, who has the keyboard, and the button that takes it. */
import type { Talk } from '../../client/talk.ts';
import { el, fill, say, set } from '../parts/element.ts';
import { everything } from '../route.ts';
import { onScheme } from '../scheme.ts';
import { commandOf, moodOf, nameOf, stateInWords } from '../sessions/mood.ts';
import type { Sessions, Watched } from '../sessions/sessions.ts';
import { Screen } from '../terminal/terminal.ts';
import type { Voice } from '../voice.ts';
import { Keyboard } from './keyboard.ts';
import { Viewing } from './viewing.ts';

export interface StageTerms {
  readonly client: Talk;
  readonly sessions: Sessions;
  readonly id: string;
  readonly voice: Voice;
  /** Of the person at this page, as others see it. */
  readonly name: string;
}

export class Stage {
  readonly element: HTMLElement;
  readonly viewing: Viewing;
  readonly keyboard: Keyboard;
  readonly #screen: Screen;
  readonly #terms: StageTerms;
  readonly #name = el('h1', { class: 'stage-name', tabindex: -1 });
  readonly #state = el('span', { class: 'pill' });
  readonly #command = el('p', { class: 'stage-command' });
  readonly #people = el('p', { class: 'stage-people' });
  readonly #stop: readonly (() => void)[];
  #mood = '';

  constructor(terms: StageTerms, watched: Watched) {
    const { client, sessions, id, voice, name } = terms;
    this.#terms = terms;
    const { rows, cols } = watched.told.size;
    const screen = new Screen('Screen of the session', { rows, cols });
    this.#screen = screen;
    const resized = () => sessions.renew(id);
    this.viewing = new Viewing({ client, session: id, screen, name, resized });
    this.keyboard = new Keyboard({ client, viewing: this.viewing, screen, voice, heading: this.#name });
    const back = el('a', { class: 'back', href: everything, 'aria-label': 'All sessions' }, '←');
    const title = el('div', { class: 'stage-title' }, back, this.#name, this.#state);
    const head = el(
      'header',
      { class: 'stage-head' },
      title,
      this.keyboard.button,
      this.#command,
      this.#people,
    );
    this.element = el(
      'section',
      { class: 'stage', 'aria-label': 'Session' },
      head,
      this.keyboard.banner,
      screen.element,
      this.keyboard.asking.element,
    );
    this.#stop = [
      sessions.listen((told) => told === id && this.tell()),
      // Other colours take away those that the session has made.
      onScheme(() => this.viewing.renew()),
    ];
    this.tell();
  }

  async open(): Promise<void> {
    this.#screen.open();
    this.#name.focus({ preventScroll: true });
    await this.viewing.attach();
    this.tell();
  }

  tell(): void {
    const { sessions, id, voice } = this.#terms;
    const watched = sessions.get(id);
    if (!watched) return this.#gone();
    const { told } = watched;
    const mood = moodOf(watched);
    set(this.element, { 'data-mood': mood });
    say(this.#name, nameOf(watched));
    say(this.#state, stateInWords(watched));
    say(this.#command, `${id} · ${commandOf(watched)}`);
    fill(this.#people, [peopleIn(watched)]);
    this.keyboard.tell(told);
    if (this.#mood !== mood && this.#mood !== '')
      voice.announce(`${nameOf(watched)}: ${stateInWords(watched)}`);
    this.#mood = mood;
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.keyboard.close();
    this.viewing.close();
    this.element.remove();
  }

  #gone(): void {
    this.keyboard.gone();
    set(this.element, { 'data-mood': 'ended' });
    say(this.#state, 'closed');
  }
}

const peopleIn = ({ told: { viewers, size } }: Watched): string => {
  const others = viewers.length - 1;
  const people = others > 0 ? ` · ${others} more ${others === 1 ? 'person looks' : 'people look'} on` : '';
  return `${size.cols} × ${size.rows}${people}`;
};
