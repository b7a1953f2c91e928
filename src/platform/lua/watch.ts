/**
 * Stops a script that takes too long: first with an error that says where, which ends what means well; then by ending
 * the thread, for an error can be caught. It looks between instructions only: one function of the libraries may take
 * as long as it likes, and whoever opened the thread keeps a clock of its own.
 */
import { limits } from '../../core/limits.ts';
import type { Clock } from '../clock.ts';
import { thisThread, threadMs } from '../threadTime.ts';
import { toBytes } from './constants.ts';
import { lua, runtimeError, type State, throwPast } from './machine.ts';
import { charge, watchMemory } from './memory.ts';
import { callsOf, placeOf } from './places.ts';

export type End = (reason: 'deadline' | 'memory', message: string, calls: string) => void;

/** What a thousand instructions may leave behind without being asked, such as frames of calls. */
const hookBytes = 16 * 1024;

/** A call that is over by then is not held against the processor: to ask how long the thread ran costs as much as it. */
const shortMs = 20;

/** Between two such questions. */
const askAgainMs = 10;

/** Once it is too late, a script gets no further than this. */
const lateInstructions = 50;

export class Watch {
  readonly #L: State;
  readonly #clock: Clock;
  readonly #end: End;
  readonly #thread = thisThread();
  #began = 0;
  /** Since the call began: when to ask next, and how long the thread had run when that was first asked. */
  #askAt = 0;
  #ranBefore: number | undefined;
  #late: { readonly message: string; readonly calls: string } | undefined;

  constructor(L: State, clock: Clock, end: End) {
    this.#L = L;
    this.#clock = clock;
    this.#end = end;
    watchMemory(() => end('memory', `${placeOf(L)}${outOfMemory}`, callsOf(L, 0)));
  }

  /** A call begins. */
  begin(): void {
    this.#late = undefined;
    this.#began = this.#clock.now();
    this.#askAt = shortMs;
    this.#ranBefore = undefined;
    this.#hook(limits.pluginHookInstructions);
  }

  /** That the call which ended was stopped, also if its script made an ordinary error or result of that. */
  get late(): { readonly message: string; readonly calls: string } | undefined {
    return this.#late;
  }

  #hook(instructions: number): void {
    lua.lua_sethook(this.#L, (L) => this.#look(L), lua.LUA_MASKCOUNT, instructions);
  }

  #look(L: State): void {
    charge(hookBytes);
    if (this.#late) return this.#end('deadline', this.#late.message, this.#late.calls);
    const spent = this.#clock.now() - this.#began;
    if (spent < this.#askAt || !this.#tooLong(spent)) return;
    this.#late = { message: `${placeOf(L)}${tooLong}`, calls: callsOf(L, 0) };
    this.#hook(lateInstructions);
    // Past the handlers of xpcall: they would run while no hook does.
    lua.lua_pushstring(L, toBytes(this.#late.message));
    throwPast(L, runtimeError);
  }

  #tooLong(spent: number): boolean {
    const ran = this.#thread === undefined ? undefined : threadMs(this.#thread);
    this.#ranBefore ??= ran;
    const used = ran === undefined ? spent : shortMs + ran - this.#ranBefore!;
    this.#askAt = spent + Math.max(askAgainMs, limits.pluginCallMs - used);
    return used > limits.pluginCallMs || spent > limits.pluginWaitMs;
  }
}

const tooLong = `stopped: it ran longer than ${limits.pluginCallMs} ms`;
const outOfMemory = `stopped: it holds more than ${limits.pluginMemoryBytes / (1024 * 1024)} MiB`;
