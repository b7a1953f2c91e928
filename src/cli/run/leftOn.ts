/**
 * What a program has turned on at its terminal and not off again, and what turns it off. An emulator would know it too;
 * it would draw all that is printed a second time, and take longer to load than `ptywright run` takes to start.
 */
import { Changed, colour, controls, drawing, escapes, lasting, type Page } from './changed.ts';
import { type ControlSink, Controls } from './controls.ts';

export class LeftOn implements ControlSink {
  readonly finals = finals;
  readonly #controls = new Controls(this);
  readonly #rows: () => number;
  #changed = new Changed();

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  heard(bytes: Uint8Array): void {
    this.#controls.push(bytes);
  }

  /** Puts the terminal back; empty where nothing was left. */
  text(): string {
    const state = this.#changed;
    // Whatever it is in the middle of: CAN ends most of it, and ST the rest.
    const whole = this.#controls.unfinished ? '\x18\x1b\\' : '';
    return [
      whole,
      penText(state),
      modesText(drawing, state),
      state.shown === undefined ? '' : leaveText(state.alternate, state.shown),
      state.main.margins ? fullMargins : '',
      keyboardText(state.main),
      modesText(lasting, state),
      state.keypad ? '\x1b>' : '',
      state.otherKeys ? '\x1b[>4m' : '',
      state.cursor ? '\x1b[0 q' : '',
      coloursText(state),
      ...state.titles.toReversed().map((what) => `\x1b[23;${what}t`),
    ].join('');
  }

  control(name: string, params: string): void {
    if (name === 'm') this.#changed.pen.change(params);
    else controls[name]?.(this.#changed, params.split(';'), this.#rows());
  }

  escape(name: string): void {
    if (name === 'c') this.#changed = new Changed();
    else escapes[name]?.(this.#changed);
  }

  command(osc: string): void {
    const [number = '', ...values] = osc.split(';');
    const state = this.#changed;
    if (number === '8') state.link = values.length > 1 && values.slice(1).join(';') !== '';
    else if (/^1?1?\d$|^104$/.test(number)) colour(state, Number(number), values);
  }

  shift(out: boolean): void {
    this.#changed.shifted = out;
  }
}

const finals: ReadonlySet<number> = new Set(
  ['m', ...Object.keys(controls)].map((name) => name.charCodeAt(name.length - 1)),
);

/** `CSI … r` takes the cursor home: it is kept meanwhile. */
const fullMargins = '\x1b7\x1b[r\x1b8';

const modesText = (table: readonly (readonly [string, boolean])[], state: Changed): string =>
  table
    .filter(([mode, itself]) => state.on(mode) !== itself)
    .map(([mode, itself]) => `\x1b[${mode}${itself ? 'h' : 'l'}`)
    .join('');

const penText = ({ pen, link, charset, shifted }: Changed): string =>
  `${pen.plain ? '' : '\x1b[0m'}${link ? '\x1b]8;;\x1b\\' : ''}${charset ? '\x1b(B' : ''}${shifted ? '\x0f' : ''}`;

/** What was pushed is popped, so that what was there before is there again. */
const keyboardText = ({ pushed, flags }: Page): string =>
  `${pushed > 0 ? `\x1b[<${pushed}u` : ''}${flags === 0 ? '' : '\x1b[=0u'}`;

const leaveText = (page: Page, mode: string): string =>
  `${page.margins ? fullMargins : ''}${keyboardText(page)}\x1b[${mode}l`;

const coloursText = ({ colours }: Changed): string =>
  [...colours].map((number) => `\x1b]${number + 100}\x1b\\`).join('');
