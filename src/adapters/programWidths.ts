/**
 * Finds the width rule of a program by its version. The manifest says how to read the version and which rule follows.
 * The program is run for this before its session starts: the rule must be known before the first output.
 */

import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { findProgram } from '#platform/pty/spawnCheck.ts';
import { compilePattern } from '#platform/regex.ts';
import { fileFingerprint, runProgram } from '#platform/runProgram.ts';
import { planSpawn, type SpawnRequest } from '#session/process.ts';
import type { WidthRule } from '#terminal/unicodeWidth.ts';
import { compareVersions, type ProgramVersion } from './manifest.ts';

interface ProgramWidthsOptions {
  readonly clock: Clock;
  /** The version of ptywright. */
  readonly version: string;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export class ProgramWidths {
  readonly #options: ProgramWidthsOptions;
  /** Version output by file fingerprint and arguments, least recently used first. */
  readonly #outputs = new Map<string, Promise<string>>();

  constructor(options: ProgramWidthsOptions) {
    this.#options = options;
  }

  /** Undefined when the version is unknown or in no range. */
  async find(query: ProgramVersion, spawn: SpawnRequest): Promise<WidthRule | undefined> {
    try {
      const version = findVersion(await this.#readVersionOutput(query, spawn), query.pattern);
      return query.ranges.find((range) => isInRange(version, range))?.widths;
    } catch (problem) {
      const { message } = problem as Error;
      const { program } = spawn;
      this.#options.log('the version of a program is unknown, so its columns are counted by code points', {
        program,
        reason: message,
      });
      return undefined;
    }
  }

  #readVersionOutput({ args }: ProgramVersion, spawn: SpawnRequest): Promise<string> {
    const { program, cwd, env } = planSpawn(spawn, process.env, {
      tagPrefix: '',
      version: this.#options.version,
    });
    const file = findProgram({ program, cwd, env });
    const key = JSON.stringify([fileFingerprint(file), args]);
    const known = this.#outputs.get(key);
    const output =
      known ??
      runProgram(
        { file, args, cwd, env },
        { bytes: limits.versionBytes, ms: limits.versionMs, clock: this.#options.clock },
      );
    this.#outputs.delete(key);
    this.#outputs.set(key, output);
    if (this.#outputs.size > limits.programVersions) this.#outputs.delete(this.#outputs.keys().next().value!);
    // A failed run is not cached, so that the next caller tries again.
    if (!known) output.catch(() => this.#outputs.delete(key));
    return output;
  }
}

function findVersion(output: string, pattern: string): string {
  const found = compilePattern(pattern).find(output);
  if (!found) throw new Error('no version found in the output');
  return found.groups[0] ?? output.slice(found.start, found.end);
}

const isInRange = (version: string, { from, before }: ProgramVersion['ranges'][number]): boolean =>
  (from === undefined || compareVersions(version, from) >= 0) &&
  (before === undefined || compareVersions(version, before) < 0);
