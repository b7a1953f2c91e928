/** What people type, and whether it reaches the program, as those hear it who follow the input of a session. */
import { SecretPrompt } from '../../core/recording/secretPrompt.ts';
import type { Onlooker } from '../../core/session/onlookers.ts';
import type { Session } from '../../core/session/session.ts';
import { keysIn, type TypedKey } from '../../core/viewer/keyNames.ts';
import type { Typed } from '../../core/viewer/typing.ts';

export type InputMode = 'passthrough' | 'capture';

export const inputMode = ({ holding }: Session): InputMode => (holding.holder ? 'capture' : 'passthrough');

/** As browsers call them, where that is not our name for it. */
const keyNames: Readonly<Record<string, string>> = {
  __proto__: null as never,
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  enter: 'Enter',
  tab: 'Tab',
  escape: 'Escape',
  backspace: 'Backspace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  page_up: 'PageUp',
  page_down: 'PageDown',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`f${at + 1}`, `F${at + 1}`])),
};

const lineOf = ({ screen }: Session) => ({
  text: screen.row(screen.cursor.row).text,
  cursor: screen.cursor.col,
});

function told({ raw, key, modifiers }: TypedKey) {
  return {
    raw: [...Buffer.from(raw)],
    parsed: key === null ? null : { key: keyNames[key] ?? key, modifiers },
  };
}

export class TypedNews {
  readonly #session: Session;
  readonly #tell: (event: string, facts: object) => void;
  readonly #prompt = new SecretPrompt();
  #mode: InputMode;

  constructor(session: Session, tell: (event: string, facts: object) => void) {
    this.#session = session;
    this.#tell = tell;
    this.#mode = inputMode(session);
  }

  /** What comes back ends it. */
  listen(): () => void {
    const { viewers, holding } = this.#session;
    const { text, cursor } = lineOf(this.#session);
    this.#prompt.printed(text.slice(0, cursor));
    const stops = [
      viewers.onTyped((typed) => this.#typed(typed)),
      holding.onChange(() => this.#modeChanged()),
      this.#session.onlookers.add(this.#reader()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** What is typed at a question for a secret is nobody's business but the program's. */
  #typed({ mode, pieces }: Typed): void {
    for (const pressed of keysIn(pieces)) {
      const hidden = mode === 'passthrough' && this.#prompt.asks;
      this.#tell('input', hidden ? { mode, raw: [], parsed: null } : { mode, ...told(pressed) });
    }
  }

  #reader(): Onlooker {
    return {
      see: (sighting) => {
        if (sighting.kind === 'output') this.#prompt.printed(sighting.text);
      },
      done: () => Promise.resolve(),
    };
  }

  #modeChanged(): void {
    const mode = inputMode(this.#session);
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#tell('mode', { mode });
  }
}
