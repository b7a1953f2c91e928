/**
 * Everything that the native code would take wrongly is refused here: it aborts the process on an argument that is
 * no string, cuts strings at NUL and wraps sizes at 16 bits.
 */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { fitsInMemory, type Size } from '../../core/size.ts';
import { tellRefusal } from '../refusals.ts';
import { argumentRoom } from './argumentRoom.ts';
import { checkDirectory, findProgram } from './findProgram.ts';
import type { PtySpec } from './pty.ts';
import { tagShape } from './tag.ts';

const loneSurrogate = /\p{Surrogate}/u;
const pathBytes = 4095;

export function checkSpawn(spec: PtySpec): void {
  checkTexts(spec);
  checkRoom(spec);
  checkDirectory(spec.cwd);
  findProgram(spec);
}

/** What can be told without looking at the machine. */
export function checkTexts(spec: PtySpec): void {
  checkText(spec.program, 'program', pathBytes);
  if (spec.program === '') refuse('program', 'is empty', 'a program');
  checkArguments(spec.args);
  checkEnvironment(spec.env);
  checkText(spec.cwd, 'cwd', pathBytes);
  checkSize(spec.size);
  if (typeof spec.tag !== 'string' || !tagShape.test(spec.tag)) refuse('tag', 'is no tag', String(tagShape));
}

export function checkSize(size: Size): void {
  const bounds = [
    ['rows', limits.minRows, limits.maxRows],
    ['cols', limits.minCols, limits.maxCols],
    ['pixelWidth', 0, limits.maxPixels],
    ['pixelHeight', 0, limits.maxPixels],
  ] as const;
  for (const [name, min, max] of bounds) {
    const value: unknown = size[name];
    if (!Number.isInteger(value) || size[name] < min || size[name] > max) {
      refuse(name, 'is out of range', `an integer from ${min} to ${max}`, String(value));
    }
  }
  if (!fitsInMemory(size))
    refuse('rows', 'with cols makes too many cells', `${limits.maxCells} cells at most`);
}

function checkArguments(args: readonly string[]): void {
  if (!Array.isArray(args)) refuse('args', 'is no list', 'a list of strings');
  if (args.length > limits.args) refuse('args', 'has too many entries', `${limits.args} at most`);
  for (const [index, arg] of args.entries()) checkText(arg, `args.${index}`, Number.POSITIVE_INFINITY);
}

/**
 * Names are not held to the shape that callers must keep to: shells export functions under odd ones. What matters is
 * that no name can smuggle in another variable.
 */
function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || /[=\0]/.test(name))
      refuse(`env.${name}`, 'is no name of a variable', 'no "=" and no NUL');
    checkText(value, `env.${name}`, Number.POSITIVE_INFINITY);
  }
}

function checkText(value: string, path: string, maxBytes: number): void {
  if (typeof value !== 'string')
    refuse(path, 'is no string', 'a string', value === null ? 'null' : typeof value);
  if (value.includes('\0')) refuse(path, 'holds a NUL character', 'a string without NUL');
  if (loneSurrogate.test(value)) refuse(path, 'holds half of a character', 'well-formed Unicode');
  if (Buffer.byteLength(value) > maxBytes) refuse(path, 'is too long', `${maxBytes} bytes at most`);
}

/** The kernel would refuse the call after the fork, where only an exit status could tell. */
function checkRoom({ program, args, env }: PtySpec): void {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const sizes = { args: [program, ...args], env: variables };
  let total = 0;
  for (const [path, strings] of Object.entries(sizes) as ['args' | 'env', string[]][]) {
    for (const string of strings) {
      const bytes = Buffer.byteLength(string) + 1;
      total += bytes + pointerBytes;
      if (bytes > limits.argBytes) tooLarge(path, program);
    }
  }
  if (total > argumentRoom(total)) tooLarge('args', program);
}

const tooLarge = (path: 'args' | 'env', program: string): never =>
  raise(
    fault.SpawnFailed(
      { path, reason: 'E2BIG', program },
      tellRefusal('arguments', largeNames[path], 'E2BIG'),
    ),
  );

const largeNames = { args: 'The arguments', env: 'The variables of the environment' } as const;

const pointerBytes = 8;

function refuse(path: string, reason: string, expected: string, got?: string): never {
  return raise(fault.Invalid({ path, reason, expected, ...(got === undefined ? {} : { got }) }));
}
