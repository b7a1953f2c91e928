/** Runs a few lines of Lua in this thread, without a worker, and returns their result. */
import { type Clock, systemClock } from '#platform/clock.ts';
import type { CompiledFiles } from '#platform/lua/compiledChunk.ts';
import { lastSeenBytes } from '#platform/lua/lastSeenPosition.ts';
import { Script, ScriptError } from '#platform/lua/script.ts';

export interface Ran {
  readonly script: Script;
  readonly printed: readonly string[];
}

export function open(
  main: string,
  modules: Readonly<Record<string, string>> = {},
  globals: object = {},
  clock: Clock = systemClock,
  compiled: CompiledFiles = {},
): Ran {
  const printed: string[] = [];
  const script = new Script({
    modules: { main, ...modules },
    compiled,
    clock,
    print: (text) => printed.push(text),
    end: (reason, message) => {
      throw new Error(`a worker would have ended: ${reason}: ${message}`);
    },
    lastSeen: new ArrayBuffer(lastSeenBytes),
  });
  for (const [name, value] of Object.entries(globals)) script.define(name, value);
  return { script, printed };
}

/** Returns the result of a function with this body and these arguments. */
export function run(body: string, args: readonly unknown[] = [], globals: object = {}): unknown {
  const { script } = open(`return { run = function(...) ${body} end }`, {}, globals);
  script.load();
  return script.call('run', args);
}

export function errorOf(work: () => unknown): ScriptError {
  try {
    work();
  } catch (problem) {
    if (problem instanceof ScriptError) return problem;
    throw problem;
  }
  throw new Error('nothing went wrong');
}
