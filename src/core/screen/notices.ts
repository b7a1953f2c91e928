import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/** What a program wants a person to notice: notifications (OSC 9, 99, 777) and how far it is (OSC 9;4). */
export function hearNotices(emulator: Emulator, goTo: (path: string) => void, tell: TellEvent): void {
  const bound = { keep: limits.terminalEventChars, cut: true };
  const notify = (source: Source, title: string | null, text: string, urgency: Urgency = 'normal') =>
    tell('notification', { title, text, source, urgency });
  onOsc(emulator, 9, bound, (text) => {
    const [, number, rest = ''] = /^(\d{1,2})(?:;(.*))?$/s.exec(text) ?? [];
    if (number === '4') tell('progress', progress(rest));
    else if (number === '9') goTo(rest.replace(/^"(.*)"$/s, '$1'));
    else if (number === undefined || Number(number) > 12) notify('osc9', null, text);
  });
  onOsc(emulator, 777, bound, (text) => {
    const [what, title = '', ...body] = text.split(';');
    if (what === 'notify') notify('osc777', title, body.join(';'));
  });
  const parts = new Parts((title, text, urgency) => notify('osc99', title, text, urgency));
  onOsc(emulator, 99, bound, (text) => parts.add(text));
}

type Source = 'osc9' | 'osc99' | 'osc777';
type Urgency = 'low' | 'normal' | 'critical';

const urgencies: Readonly<Record<string, Urgency>> = { __proto__: null as never, 0: 'low', 2: 'critical' };

const states: { readonly [number: string]: string } = {
  __proto__: null as never,
  0: 'none',
  1: 'normal',
  2: 'error',
  3: 'indeterminate',
  4: 'paused',
};

function progress(text: string) {
  const [state = '', percent = ''] = text.split(';');
  const known = /^\d{1,3}$/.test(percent) && state !== '0' && state !== '3';
  return { state: states[state] ?? 'none', percent: known ? Math.min(100, Number(percent)) : null };
}

/** OSC 99 sends a title and a body in pieces; `d=0` says that more of the same follows. */
class Parts {
  readonly #notify: (title: string | null, text: string, urgency: Urgency) => void;
  #id = '';
  #title = '';
  #body = '';
  #urgency: Urgency = 'normal';

  constructor(notify: (title: string | null, text: string, urgency: Urgency) => void) {
    this.#notify = notify;
  }

  add(text: string): void {
    const [, head = '', payload = ''] = /^([^;]*);?(.*)$/s.exec(text) ?? [];
    const keys = new Map(head.split(':').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    const part = keys.get('p') ?? 'title';
    if (part !== 'title' && part !== 'body') return;
    if (this.#id !== (keys.get('i') ?? '')) this.#forget(keys.get('i') ?? '');
    if (keys.has('u')) this.#urgency = urgencies[keys.get('u')!] ?? 'normal';
    const said = keys.get('e') === '1' ? Buffer.from(payload, 'base64').toString() : payload;
    if (part === 'title') this.#title = (this.#title + said).slice(0, limits.terminalEventChars);
    else this.#body = (this.#body + said).slice(0, limits.terminalEventChars);
    if (keys.get('d') !== '0') this.#tell();
  }

  /** A lone title is all that is said. */
  #tell(): void {
    if (this.#body === '') this.#notify(null, this.#title, this.#urgency);
    else this.#notify(this.#title || null, this.#body, this.#urgency);
    this.#forget('');
  }

  #forget(id: string): void {
    this.#id = id;
    this.#title = '';
    this.#body = '';
    this.#urgency = 'normal';
  }
}
