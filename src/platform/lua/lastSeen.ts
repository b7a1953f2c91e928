/**
 * Where a script was when it last called a function that may take long, in memory that another thread can read: one
 * that is busy in such a function cannot be asked. Two numbers: the line, and which of the modules.
 */
import type { Native, State } from './machine.ts';

/** In bytes. */
export const lastSeenSize = 8;

/** What fengari keeps of a call and of a function. */
interface Frame {
  readonly previous: Frame | null;
  readonly l_savedpc: number;
  readonly func: {
    readonly value?: { readonly p?: { readonly lineinfo: readonly number[]; readonly source: object } };
  };
}

interface Inside {
  readonly ci: Frame;
  readonly top: number;
  readonly stack: readonly Frame['func'][];
}

export class LastSeen {
  readonly #cell: Int32Array;
  readonly #modules = new Map<object, number>();

  constructor(memory: SharedArrayBuffer | ArrayBuffer) {
    this.#cell = new Int32Array(memory);
  }

  /** The chunk on top of the stack is the module of that number. */
  know(L: State, module: number): void {
    const { stack, top } = L as unknown as Inside;
    const source = stack[top - 1]?.value?.p?.source;
    if (source) this.#modules.set(source, module);
  }

  forget(): void {
    this.#cell[0] = 0;
  }

  /** The same function, after which it is known where it was called. */
  noting(native: Native): Native {
    return (L) => {
      const caller = (L as unknown as Inside).ci.previous;
      const code = caller?.func.value?.p;
      const module = code && this.#modules.get(code.source);
      if (module !== undefined) {
        this.#cell[0] = code!.lineinfo[caller!.l_savedpc - 1] ?? 0;
        this.#cell[1] = module;
      }
      return native(L);
    };
  }
}

/** From the other thread: `main.lua:12: `, or nothing. */
export function placeLastSeen(memory: SharedArrayBuffer, modules: readonly string[]): string {
  const [line, module] = new Int32Array(memory);
  const name = modules[module!];
  return line! > 0 && name !== undefined ? `${name}.lua:${line}: ` : '';
}
