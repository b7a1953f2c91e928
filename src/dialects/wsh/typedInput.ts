/** Reports what people type, and whether it reaches the program, to subscribers of the input. */
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { SecretPrompt } from '#recording/secretInput.ts';
import type { Observer, Session } from '#session/session.ts';
import type { TypedInput } from '#viewers/inputWriter.ts';
import { parseTypedKeys, type TypedKey } from '#viewers/keyboard.ts';

type InputMode = 'passthrough' | 'capture';

export const currentInputMode = ({ inputLock }: Session): InputMode =>
  inputLock.holder ? 'capture' : 'passthrough';

/** Key names of browsers, where they differ from ours. */
const browserKeyNames: Readonly<Record<string, string>> = {
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

const getCursorLine = ({ screen }: Session) => ({
  text: screen.row(screen.cursor.row).text,
  cursor: screen.cursor.col,
});

function formatKey({ raw, key, modifiers }: TypedKey) {
  return {
    raw: [...Buffer.from(raw)],
    parsed: key === null ? null : { key: browserKeyNames[key] ?? key, modifiers },
  };
}

export class TypedInputReporter {
  readonly #session: Session;
  readonly #notify: (event: string, facts: object) => void;
  readonly #prompt = new SecretPrompt();
  #mode: InputMode;

  constructor(session: Session, notify: (event: string, facts: object) => void) {
    this.#session = session;
    this.#notify = notify;
    this.#mode = currentInputMode(session);
  }

  /** Starts the reports. */
  listen(): Disposable {
    const { viewers, inputLock } = this.#session;
    const { text, cursor } = getCursorLine(this.#session);
    this.#prompt.addOutput(text.slice(0, cursor));
    const listeners = [
      viewers.onTyped((typed) => this.#handleTyped(typed)),
      inputLock.onChange(() => this.#handleModeChange()),
      this.#session.observers.add(this.#createOutputObserver()),
    ];
    return { dispose: () => disposeAll(listeners) };
  }

  /** Hides input at a prompt for a secret, which only the program gets. */
  #handleTyped({ mode, pieces, unseen }: TypedInput): void {
    for (const pressed of parseTypedKeys(pieces)) {
      const hidden = mode === 'passthrough' && (unseen || this.#prompt.active);
      this.#notify('input', hidden ? { mode, raw: [], parsed: null } : { mode, ...formatKey(pressed) });
    }
  }

  #createOutputObserver(): Observer {
    return {
      observesInput: true,
      handleEvent: (event) => {
        if (event.kind === 'output') this.#prompt.addOutput(event.text);
      },
      done: () => Promise.resolve(),
    };
  }

  #handleModeChange(): void {
    const mode = currentInputMode(this.#session);
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#notify('mode', { mode });
  }
}
