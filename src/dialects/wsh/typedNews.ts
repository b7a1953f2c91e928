/** What people type, and whether it reaches the program, as those hear it who follow the input of a session. */
import type { Session } from '../../core/session/session.ts';

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

export class TypedNews {
  readonly #session: Session;
  readonly #tell: (event: string, facts: object) => void;
  #mode: InputMode;

  constructor(session: Session, tell: (event: string, facts: object) => void) {
    this.#session = session;
    this.#tell = tell;
    this.#mode = inputMode(session);
  }

  /** What comes back ends it. */
  listen(): () => void {
    const { viewers, holding } = this.#session;
    const stops = [
      viewers.onTyped(({ mode, raw, key, modifiers }) =>
        this.#tell('input', {
          mode,
          raw: [...Buffer.from(raw)],
          parsed: key === null ? null : { key: keyNames[key] ?? key, modifiers },
        }),
      ),
      holding.onChange(() => this.#modeChanged()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #modeChanged(): void {
    const mode = inputMode(this.#session);
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#tell('mode', { mode });
  }
}
