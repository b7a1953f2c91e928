/**
 * Stops a script that takes too long. First it raises an error with the position; a script that catches the error has
 * its thread ended. Checks run between instructions only, so the thread that started the worker needs a deadline too.
 */

import { limits } from '#limits.ts';
import type { Clock } from '../clock.ts';
import { currentThreadId, threadCpuMs } from '../eventLoop.ts';
import { type LuaState, lua, runtimeError, throwStatus } from './fengari.ts';
import { chargeMemory, onMemoryExceeded, toBytes } from './memory.ts';
import { currentPosition, formatCallStack } from './stackTrace.ts';

export type ScriptEndListener = (reason: 'deadline' | 'memory', message: string, calls: string) => void;

/** Bytes charged for each hook: what the instructions in between may allocate unnoticed, such as call frames. */
const hookBytes = 16 * 1024;

/** Calls shorter than this are not measured, because reading the CPU time costs as much as such a call. */
const shortCallMs = 20;

/** Minimum time between two measurements, in ms. */
const recheckMs = 10;

/** Instructions that a script may still run after the deadline error. */
const lateInstructions = 50;

export class Watchdog {
  readonly #L: LuaState;
  readonly #clock: Clock;
  readonly #end: ScriptEndListener;
  readonly #thread = currentThreadId();
  #startedAt = 0;
  #mostMs = 0;
  /** Relative to the start of the call: when to measure next, and the CPU time at the first measurement. */
  #checkAt = 0;
  #ranBefore: number | undefined;
  #late: { readonly message: string; readonly calls: string } | undefined;

  /** `running` returns the Lua thread that runs now. */
  constructor(L: LuaState, clock: Clock, end: ScriptEndListener, running: () => LuaState) {
    this.#L = L;
    this.#clock = clock;
    this.#end = end;
    onMemoryExceeded(() =>
      end('memory', `${currentPosition(running())}${memoryMessage}`, formatCallStack(running(), 0)),
    );
  }

  /** Starts the watchdog for a call, which ends after this time even if it got no processor time. */
  start(mostMs: number): void {
    this.#mostMs = mostMs;
    this.#late = undefined;
    this.#startedAt = this.#clock.now();
    this.#checkAt = shortCallMs;
    this.#ranBefore = undefined;
    this.#hook(this.#L, limits.pluginHookInstructions);
  }

  /** Set when the last call was stopped, even if the script turned that into another error or a result. */
  get late(): { readonly message: string; readonly calls: string } | undefined {
    return this.#late;
  }

  /** A thread that is created later inherits the hook. */
  #hook(thread: LuaState, instructions: number): void {
    lua.lua_sethook(thread, (L) => this.#check(L), lua.LUA_MASKCOUNT, instructions);
  }

  #check(L: LuaState): void {
    chargeMemory(hookBytes);
    if (this.#late) return this.#end('deadline', this.#late.message, this.#late.calls);
    const spent = this.#clock.now() - this.#startedAt;
    const exceeded = spent < this.#checkAt ? undefined : this.#exceededLimit(spent);
    if (exceeded === undefined) return;
    this.#late = { message: `${currentPosition(L)}${exceeded}`, calls: formatCallStack(L, 0) };
    this.#hook(L, lateInstructions);
    // Skips the handlers of xpcall, which would run without a hook.
    lua.lua_pushstring(L, toBytes(this.#late.message));
    throwStatus(L, runtimeError);
  }

  #exceededLimit(spent: number): string | undefined {
    const ran = this.#thread === undefined ? undefined : threadCpuMs(this.#thread);
    this.#ranBefore ??= ran;
    const used = ran === undefined ? spent : shortCallMs + ran - this.#ranBefore!;
    this.#checkAt = spent + Math.max(recheckMs, limits.pluginCallMs - used);
    if (used > limits.pluginCallMs) return callMessage;
    return spent > this.#mostMs ? waitMessage(this.#mostMs) : undefined;
  }
}

const callMessage = `stopped: it ran longer than ${limits.pluginCallMs} ms`;
const waitMessage = (ms: number) =>
  `stopped: it did not end within ${ms} ms, because other programs used the processor`;
const memoryMessage = `stopped: it uses more than ${limits.pluginMemoryBytes / (1024 * 1024)} MiB`;
