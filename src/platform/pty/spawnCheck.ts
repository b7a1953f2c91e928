/**
 * Checks a spawn request before a process exists. The native code reports a failed exec only as text on the screen and
 * exit status 1, which a failure of the program looks like too.
 */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { type FaultData, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { formatSystemError } from '../systemErrors.ts';
import { tagPattern } from './processes.ts';
import type { PtySpec } from './pty.ts';
import { fitsInMemory, type Size } from './size.ts';

const KiB = 1024;
/** POSIX guarantees far less. Linux and macOS give at least this. */
const minArgumentBytes = 128 * KiB;
const macArgumentBytes = 1024 * KiB;
const maxLinuxArgumentBytes = 6 * 1024 * KiB;

/**
 * The limit of the kernel on arguments and environment at exec. Read only when `bytes` could exceed it. Linux allows
 * a quarter of the stack limit, up to 6 MiB.
 */
function maxArgumentBytes(bytes: number): number {
  if (bytes <= minArgumentBytes) return minArgumentBytes;
  if (process.platform !== 'linux') return macArgumentBytes;
  const stack = /^Max stack size\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
  const quarter =
    stack === undefined || stack === 'unlimited' ? maxLinuxArgumentBytes : Math.floor(Number(stack) / 4);
  return Math.max(minArgumentBytes, Math.min(quarter, maxLinuxArgumentBytes));
}

type Interpreter = { readonly path: string } | 'none' | 'unknown';

/** The kernel reads this many bytes of the first line of a script. */
const scriptHeadBytes = 256;
/** ELF, and Mach-O thin and fat, in both byte orders. */
const executableMagic = new Set([
  '7f454c46',
  'cffaedfe',
  'cefaedfe',
  'feedfacf',
  'feedface',
  'cafebabe',
  'bebafeca',
]);

/**
 * Returns the interpreter of a script. Returns `none` for machine code and for text, which the C library passes to sh,
 * and `unknown` for other data, which no shell can run.
 */
function findInterpreter(file: string): Interpreter {
  const head = readHead(file);
  if (head === null || isMachineCode(head)) return 'none';
  const line = /^#![ \t]*([^ \t\n\0]+)/.exec(head.toString('latin1'))?.[1];
  if (line !== undefined) return { path: Buffer.from(line, 'latin1').toString() };
  return head.includes(0) && !hasExtraBinaryFormats() ? 'unknown' : 'none';
}

/** Whether the content marks the file as a program. Text without a shebang line may be anything. */
function classifyFile(file: string): 'program' | 'text' | 'other' | 'unreadable' {
  const head = readHead(file);
  if (head === null) return 'unreadable';
  if (isMachineCode(head) || head.toString('latin1', 0, 2) === '#!') return 'program';
  return head.includes(0) ? 'other' : 'text';
}

const isMachineCode = (head: Buffer) => executableMagic.has(head.subarray(0, 4).toString('hex'));

/** Null for a file that is executable but not readable. */
function readHead(file: string): Buffer | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const head = Buffer.alloc(scriptHeadBytes);
    return head.subarray(0, readSync(fd, head, 0, scriptHeadBytes, 0));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** Linux can register further formats. Then only the kernel can decide. */
function hasExtraBinaryFormats(): boolean {
  try {
    return readdirSync('/proc/sys/fs/binfmt_misc').some(
      (entry) => entry !== 'register' && entry !== 'status',
    );
  } catch {
    return false;
  }
}

/** The search path of the C library when PATH is not set. */
const defaultPath = '/bin:/usr/bin';
/** A script may be the interpreter of another. Linux stops at this depth. */
const maxInterpreterDepth = 4;
/** Errors after which the search continues with the next directory of PATH. */
const skippedErrors = new Set(['ENOENT', 'ENOTDIR', 'ESTALE', 'ETIMEDOUT', 'EACCES']);

function checkDirectory(cwd: string): void {
  const reason = runCheck(() => {
    if (!statSync(cwd).isDirectory()) return 'ENOTDIR';
    accessSync(cwd, constants.X_OK);
    return null;
  });
  if (reason !== null)
    raiseSpawnFailed({ path: 'cwd', reason, cwd }, formatSystemError('cwd', `The directory ${cwd}`, reason));
}

/** Returns the path of the file that exec would run. Raises SpawnFailed with the error that exec would return. */
export function findProgram({ program, cwd, env }: Pick<PtySpec, 'program' | 'cwd' | 'env'>): string {
  let reason = 'ENOENT';
  let file = program;
  for (const candidate of programCandidates(program, cwd, env.PATH ?? defaultPath)) {
    const met = checkExecutable(candidate);
    if (met === null) return checkInterpreter(candidate, program, cwd);
    // Like execvp: an error for a file that exists is reported in preference to ENOENT of other directories.
    const isReported = met === 'EACCES' || program.includes('/') || !skippedErrors.has(met);
    if (isReported) [reason, file] = [met, candidate];
    if (!skippedErrors.has(met)) break;
  }
  const why = file === program && !program.includes('/') ? 'not_in_path' : describeFile(file);
  return raiseSpawnFailed(
    { path: 'program', reason, program },
    formatSystemError('program', file, reason, why),
  );
}

const programCandidates = (program: string, cwd: string, path: string) =>
  program.includes('/')
    ? [resolve(cwd, program)]
    : path.split(':').map((directory) => resolve(cwd, directory, program));

function checkInterpreter(file: string, program: string, cwd: string): string {
  let script = file;
  for (let depth = 0; depth <= maxInterpreterDepth; depth++) {
    const interpreter = findInterpreter(script);
    if (interpreter === 'none') return file;
    if (interpreter === 'unknown') {
      const subject = script === file ? 'program' : 'interpreter';
      return raiseSpawnFailed(
        { path: 'program', reason: 'ENOEXEC', program },
        formatSystemError(subject, script, 'ENOEXEC'),
      );
    }
    const next = resolve(cwd, interpreter.path);
    const reason = checkExecutable(next);
    if (reason !== null) {
      const named = `The interpreter ${next} of ${script}`;
      return raiseSpawnFailed(
        { path: 'program', reason, program },
        formatSystemError('interpreter', named, reason, describeFile(next)),
      );
    }
    script = next;
  }
  const named = `The interpreter ${script} of ${file}`;
  return raiseSpawnFailed(
    { path: 'program', reason: 'ELOOP', program },
    formatSystemError('interpreter', named, 'ELOOP'),
  );
}

/** Describes what is at the path, because the system reports EACCES for a directory too. */
const describeFile = (path: string) =>
  runCheck(() => {
    const stats = statSync(path);
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? describeNonExecutable(path) : 'not_a_file';
  }) ?? undefined;

/** Describes a file without execute permission: a program that only lacks it, a text that may be a script, or neither. */
const describeNonExecutable = (path: string) =>
  ({ unreadable: null, program: 'not_executable', text: 'no_shebang', other: 'no_program' })[
    classifyFile(path)
  ];

const checkExecutable = (path: string) =>
  runCheck(() => {
    if (!statSync(path).isFile()) return 'EACCES';
    accessSync(path, constants.X_OK);
    return null;
  });

function runCheck(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EIO';
  }
}

const raiseSpawnFailed = (data: FaultData<'SpawnFailed'>, message: string): never =>
  raise(fault.SpawnFailed(data, message));

/**
 * Checks everything that the native code handles badly: it aborts on an argument that is not a string, truncates
 * strings at NUL, and wraps sizes at 16 bits.
 */
const loneSurrogate = /\p{Surrogate}/u;
const maxPathBytes = 4095;

export function checkSpawn(spec: PtySpec): void {
  checkStrings(spec);
  checkArgumentBytes(spec);
  checkDirectory(spec.cwd);
  findProgram(spec);
}

/** The checks that need no access to the file system. */
export function checkStrings(spec: PtySpec): void {
  checkString(spec.program, 'program', maxPathBytes);
  if (spec.program === '') raiseInvalid('program', 'is empty', 'a program');
  checkArguments(spec.args);
  checkEnvironment(spec.env);
  checkString(spec.cwd, 'cwd', maxPathBytes);
  checkSize(spec.size);
  if (typeof spec.tag !== 'string' || !tagPattern.test(spec.tag))
    raiseInvalid('tag', 'is not a valid tag', String(tagPattern));
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
      raiseInvalid(name, 'is out of range', `an integer from ${min} to ${max}`, String(value));
    }
  }
  if (!fitsInMemory(size))
    raiseInvalid('rows', 'is too large in combination with cols', `${limits.maxCells} cells at most`);
}

function checkArguments(args: readonly string[]): void {
  if (!Array.isArray(args)) raiseInvalid('args', 'is not a list', 'a list of strings');
  if (args.length > limits.args) raiseInvalid('args', 'has too many entries', `${limits.args} at most`);
  for (const [index, arg] of args.entries()) checkString(arg, `args.${index}`, Number.POSITIVE_INFINITY);
}

/**
 * Names may contain unusual characters, because shells export functions under such names. `=` and NUL are rejected,
 * since they could inject another variable.
 */
function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || /[=\0]/.test(name))
      raiseInvalid(`env.${name}`, 'is not a valid variable name', 'a name without "=" and NUL');
    checkString(value, `env.${name}`, Number.POSITIVE_INFINITY);
  }
}

function checkString(value: string, path: string, maxBytes: number): void {
  if (typeof value !== 'string')
    raiseInvalid(path, 'is not a string', 'a string', value === null ? 'null' : typeof value);
  if (value.includes('\0')) raiseInvalid(path, 'contains a NUL character', 'a string without NUL');
  if (loneSurrogate.test(value)) raiseInvalid(path, 'contains an unpaired surrogate', 'well-formed Unicode');
  if (Buffer.byteLength(value) > maxBytes) raiseInvalid(path, 'is too long', `${maxBytes} bytes at most`);
}

/** The kernel would reject the exec after the fork, and only an exit status would report it. */
function checkArgumentBytes({ program, args, env }: PtySpec): void {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const sizes = { args: [program, ...args], env: variables };
  let total = 0;
  for (const [path, strings] of Object.entries(sizes) as ['args' | 'env', string[]][]) {
    for (const string of strings) {
      const bytes = Buffer.byteLength(string) + 1;
      total += bytes + pointerBytes;
      if (bytes > limits.argBytes) raiseTooLarge(path, program);
    }
  }
  if (total > maxArgumentBytes(total)) raiseTooLarge('args', program);
}

const raiseTooLarge = (path: 'args' | 'env', program: string): never =>
  raise(
    fault.SpawnFailed(
      { path, reason: 'E2BIG', program },
      formatSystemError('arguments', largeSubjects[path], 'E2BIG'),
    ),
  );

const largeSubjects = { args: 'The arguments', env: 'The environment variables' } as const;

const pointerBytes = 8;

function raiseInvalid(path: string, reason: string, expected: string, got?: string): never {
  return raise(fault.Invalid({ path, reason, expected, ...(got === undefined ? {} : { got }) }));
}
