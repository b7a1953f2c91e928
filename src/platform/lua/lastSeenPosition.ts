/**
 * Records the position of a script before each call of a slow library function, in memory that another thread can read.
 * A thread that is busy in such a function cannot answer. The memory holds two numbers: the line and the module index.
 */

import type { CFunction, LuaState } from './fengari.ts';

/** Size of the memory, in bytes. */
export const lastSeenBytes = 8;

/** Internals of fengari: a call frame and its function. */
interface CallFrame {
  readonly previous: CallFrame | null;
  readonly l_savedpc: number;
  readonly func: {
    readonly value?: { readonly p?: { readonly lineinfo: readonly number[]; readonly source: object } };
  };
}

interface StateInternals {
  readonly ci: CallFrame;
  readonly top: number;
  readonly stack: readonly CallFrame['func'][];
}

export class LastSeenPosition {
  readonly #cell: Int32Array;
  readonly #modules = new Map<object, number>();

  constructor(memory: SharedArrayBuffer | ArrayBuffer) {
    this.#cell = new Int32Array(memory);
  }

  /** Associates the chunk on top of the stack with a module index. */
  addModule(L: LuaState, module: number): void {
    const { stack, top } = L as unknown as StateInternals;
    const source = stack[top - 1]?.value?.p?.source;
    if (source) this.#modules.set(source, module);
  }

  clear(): void {
    this.#cell[0] = 0;
  }

  /** Wraps a function so that the position of its caller is recorded first. */
  trackCalls(native: CFunction): CFunction {
    return (L) => {
      const caller = (L as unknown as StateInternals).ci.previous;
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

/** Called in the other thread. Returns a text such as `main.lua:12: `, or an empty one. */
export function formatLastSeen(memory: SharedArrayBuffer, modules: readonly string[]): string {
  const [line, module] = new Int32Array(memory);
  const name = modules[module!];
  return line! > 0 && name !== undefined ? `${name}.lua:${line}: ` : '';
}
