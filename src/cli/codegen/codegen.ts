/** `ptywright codegen`: shows a session on this terminal, records what the person does, and writes a test of it. */

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { connectStream } from '#client/client.ts';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { standardOutput } from '#platform/standardStreams.ts';
import { redactWords } from '#redaction/policy.ts';
import { connectInProcess, Server } from '#server/server.ts';
import type { Session } from '#session/session.ts';
import { type Chord, requireChord } from '#terminal/input/keys.ts';
import { modifiers, namedKeys } from '#terminal/input/keyTable.ts';
import { AttachedSession, type AttachResult } from '../attach/attachedSession.ts';
import { requireTerminal } from '../attach/localTerminal.ts';
import type { OptionValues } from '../command.ts';
import { version } from '../commands.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { writeOutputFile } from '../files.ts';
import { openLocalSession } from '../localCore.ts';
import { parseEnvironment } from '../options.ts';
import { printNote, printResult } from '../print.ts';
import type { codegenCommand } from './command.ts';
import { TestRecorder, type TestStep } from './recorder.ts';
import { type RecordedTest, type TargetName, targetNames, targets } from './targets.ts';

type CodegenOptions = OptionValues<typeof codegenCommand.options>;

interface Output {
  readonly target: TargetName;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

export async function codegen(given: CodegenOptions, operands: readonly string[]): Promise<number> {
  const outputs = planOutputs(given);
  const key = given.key === undefined ? undefined : parseKey(given.key);
  const env = parseEnvironment(given.env);
  requireTerminal();
  const server = new Server({
    clock: systemClock,
    version,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    log: (line) => void printNote(`ptywright codegen: ${line}`),
  });
  try {
    const [command = '', ...words] = operands;
    const { rows, cols } = terminalSize();
    const spawn = { program: command, args: words, cwd: given.cwd, env, rows, cols };
    const session = openLocalSession(server.world, spawn, undefined);
    const began = systemClock.now();
    const recorder = new TestRecorder(session);
    const { left, steps } = await recordSession(server, session, recorder, key, given.key);
    const [program = '', ...args] = redactWords(session.redaction, operands);
    const test: RecordedTest = {
      program,
      args,
      cwd: given.cwd,
      env: session.redaction.value(env) as Record<string, string>,
      rows,
      cols,
      durationMs: systemClock.now() - began,
      steps,
    };
    for (const output of outputs) await writeTest(test, output, given.force);
    await printNote(formatSummary(recorder.assertions, key === undefined ? defaultKey : given.key!));
    return left.reason === 'signal' ? left.status : exitCodes.done;
  } finally {
    await server.close();
  }
}

const defaultKey = 'ctrl+] a';

/** Throws UsageError before the program starts. */
function planOutputs({ target, output: files, force }: CodegenOptions): readonly Output[] {
  if (files.length === 0) return [{ target: target ?? 'typescript', file: undefined }];
  return files.map((file) => {
    if (!force && existsSync(file)) throw new UsageError(`${file} already exists; overwrite it with --force`);
    const found = target ?? targetNames.find((name) => targets[name].extension === extname(file));
    if (found) return { target: found, file };
    const known = targetNames.map((name) => targets[name].extension).join(', ');
    throw new UsageError(`${file}: expected a name that ends in ${known}, or --target`);
  });
}

/** A character without modifiers could no longer be typed. */
function parseKey(text: string): Chord {
  let chord: Chord;
  try {
    chord = requireChord(text);
  } catch (problem) {
    throw problem instanceof Fault ? new UsageError(`--key ${text}: ${problem.message}`) : problem;
  }
  if ((chord.modifiers & ~modifiers.shift) === 0 && !Object.hasOwn(namedKeys, chord.key))
    throw new UsageError(`--key ${text}: expected a function key, or a key with ctrl or alt`);
  return chord;
}

/** The last row of this terminal is the status line. */
function terminalSize(): GridSize {
  const { rows, columns } = standardOutput();
  return {
    rows: Math.max(limits.minRows, Math.min(rows - 1, limits.maxRows)),
    cols: Math.max(limits.minCols, Math.min(columns, limits.maxCols)),
  };
}

async function recordSession(
  server: Server,
  session: Session,
  recorder: TestRecorder,
  chord: Chord | undefined,
  keyName: string | undefined,
): Promise<{ readonly left: AttachResult; readonly steps: readonly TestStep[] }> {
  const asserts = keyName ?? defaultKey;
  const client = connectStream(connectInProcess(server));
  const attached = new AttachedSession(client, {
    session: session.id,
    sessionName: null,
    socket: undefined,
    name: undefined,
    readOnly: false,
    resize: true,
    raw: false,
    inside: undefined,
    extension: {
      keys: { a: () => recorder.assert(), u: () => recorder.undo() },
      direct: chord && { chord, letter: 'a' },
      status: [
        [`${asserts} asserts the text at the cursor`, 'ctrl+] u undoes', 'ctrl+] d ends'],
        [`${asserts} asserts`, 'ctrl+] d ends'],
        ['ctrl+] d ends'],
      ],
    },
  });
  try {
    await attached.start();
    const left = await attached.finished;
    return { left, steps: recorder.finish() };
  } finally {
    attached.end();
    await client.close();
  }
}

async function writeTest(test: RecordedTest, { target, file }: Output, force: boolean): Promise<void> {
  const { generate, usage } = targets[target];
  const code = generate(test);
  if (file === undefined) return printResult(code);
  await writeOutputFile(file, force, (path) => writeFile(path, code));
  await printNote(`${file}: ${test.steps.length} steps; run it with: ${usage.replace('FILE', file)}`);
}

const formatSummary = (assertions: number, key: string): string =>
  assertions === 0
    ? `no assertions besides the waits; ${key} asserts the text at the cursor`
    : `${assertions} assertion${assertions === 1 ? '' : 's'}`;
