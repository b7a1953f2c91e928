import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import { cutShort, onOsc } from './strings.ts';
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
  // A piece that is cut leaves no room for another: what comes after the cut is not told.
  onOsc(emulator, 99, { ...bound, keep: 2 * limits.terminalEventChars }, (text) => parts.add(text));
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

interface Notice {
  title: string;
  body: string;
  urgency: Urgency;
}

/** OSC 99 sends a title and a body in pieces, those of several notifications mixed; `d=0` says that more follows. */
class Parts {
  readonly #notify: (title: string | null, text: string, urgency: Urgency) => void;
  readonly #begun = new Map<string, Notice>();

  constructor(notify: (title: string | null, text: string, urgency: Urgency) => void) {
    this.#notify = notify;
  }

  add(text: string): void {
    const [, head = '', payload = ''] = /^([^;]*);?(.*)$/s.exec(text) ?? [];
    const keys = new Map(head.split(':').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    const part = keys.get('p') ?? 'title';
    if (part !== 'title' && part !== 'body') return;
    const id = keys.get('i') ?? '';
    const notice = this.#notice(id);
    if (keys.has('u')) notice.urgency = urgencies[keys.get('u')!] ?? 'normal';
    const said = keys.get('e') === '1' ? Buffer.from(payload, 'base64').toString() : payload;
    notice[part] = bounded(notice[part], said);
    if (keys.get('d') === '0') return;
    this.#begun.delete(id);
    this.#tell(notice);
  }

  #notice(id: string): Notice {
    const notice = this.#begun.get(id) ?? { title: '', body: '', urgency: 'normal' };
    if (!this.#begun.has(id) && this.#begun.size >= limits.unfinishedNotices)
      this.#begun.delete(this.#begun.keys().next().value!);
    this.#begun.set(id, notice);
    return notice;
  }

  /** Where there is no title, the body is one; where there is neither, nothing is said. */
  #tell({ title, body, urgency }: Notice): void {
    if (title !== '') this.#notify(shown(title), shown(body), urgency);
    else if (body !== '') this.#notify(shown(body), '', urgency);
  }
}

/** One character too many tells that it has to be cut. */
const bounded = (text: string, more: string): string => (text + more).slice(0, limits.terminalEventChars + 1);

const shown = (text: string): string =>
  text.length > limits.terminalEventChars ? cutShort(text.slice(0, limits.terminalEventChars)) : text;
