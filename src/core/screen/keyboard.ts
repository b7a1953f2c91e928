import { limits } from '../limits.ts';
import type { Emulator } from './xterm.ts';

/**
 * How the program wants keys told: the kitty keyboard protocol's flags, on a stack for each of the two screens,
 * and xterm's modifyOtherKeys. The emulator knows neither.
 */
export class Keyboard {
  readonly #emulator: Emulator;
  readonly #stacks = { main: [0], alternate: [0] };
  modifyOtherKeys: 0 | 1 | 2 = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    const { parser } = emulator;
    parser.registerCsiHandler({ prefix: '>', final: 'u' }, ({ params }) => this.#push(params[0]!));
    parser.registerCsiHandler({ prefix: '<', final: 'u' }, ({ params }) => this.#pop(params[0]! || 1));
    parser.registerCsiHandler({ prefix: '=', final: 'u' }, ({ params, length }) =>
      this.#set(params[0]!, length > 1 ? params[1]! : 1),
    );
    parser.registerCsiHandler({ prefix: '>', final: 'm' }, ({ params, length }) =>
      this.#modify(params[0]!, length > 1 ? params[1]! : 0),
    );
    parser.registerCsiHandler({ prefix: '>', final: 'n' }, ({ params }) => this.#modify(params[0]!, 0));
  }

  get flags(): number {
    return this.#stack.at(-1)!;
  }

  reset(): void {
    this.#stacks.main = [0];
    this.#stacks.alternate = [0];
    this.modifyOtherKeys = 0;
  }

  get #stack(): number[] {
    const { active, alt } = this.#emulator.core.buffers;
    return active === alt ? this.#stacks.alternate : this.#stacks.main;
  }

  #push(flags: number): true {
    const stack = this.#stack;
    stack.push(flags & allFlags);
    if (stack.length > limits.keyboardStack) stack.shift();
    return true;
  }

  #pop(count: number): true {
    const stack = this.#stack;
    stack.length = Math.max(0, stack.length - count);
    if (stack.length === 0) stack.push(0);
    return true;
  }

  #set(flags: number, how: number): true {
    const stack = this.#stack;
    const change = setting[how];
    if (change) stack.push(change(stack.pop()!, flags & allFlags));
    return true;
  }

  #modify(resource: number, value: number): true {
    if (resource === otherKeys || resource === 0)
      this.modifyOtherKeys = value === 1 || value === 2 ? value : 0;
    return true;
  }
}

const allFlags = 31;
const otherKeys = 4;

const setting: { readonly [how: number]: (before: number, flags: number) => number } = {
  1: (_before, flags) => flags,
  2: (before, flags) => before | flags,
  3: (before, flags) => before & ~flags,
};
