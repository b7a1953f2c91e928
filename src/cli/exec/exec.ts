/**
 * `ptywright exec`: runs one session in this process, performs the steps of the options, and prints the last screen.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Core } from '#core.ts';
import { Fault, type FaultName } from '#faults.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { formatHit, noPredicates } from '#matchers/matcher.ts';
import { Matcher } from '#matchers/registry.ts';
import type { z } from '#platform/schema.ts';
import { programExitStatus, signalExitStatus, type TerminationSignal } from '#platform/signals.ts';
import { defaultPolicy } from '#redaction/policy.ts';
import type { PngRenderer } from '#rendering/pngRenderer.ts';
import { defaultScreenshot, takeScreenshot } from '#rendering/screenshot.ts';
import { formatParamsProblem, parseShape } from '#rpc/params.ts';
import { act } from '#session/input.ts';
import type { Session } from '#session/session.ts';
import { toExitData, type WaitResult } from '#session/waits.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import { Action } from '#terminal/input/actions.ts';
import { screenRuns, takeSnapshot } from '#terminal/screenReader.ts';
import { type OptionOccurrence, type OptionValues, orderOptions, parseJsonArgument } from '../command.ts';
import { CommandError, exitCodes, toFileError, UsageError } from '../errors.ts';
import { createLocalCore, endOnSignals, openLocalSession } from '../localCore.ts';
import { parseEnvironment } from '../options.ts';
import { printNote, printResult, quoteShellWord } from '../print.ts';
import { execCommand } from './command.ts';

export type ScreenFormat = 'text' | 'ansi' | 'json';

const screenFormatters: Readonly<Record<ScreenFormat, (session: Session, played: ExecResult) => string>> = {
  text: (session) => takeSnapshot(session.screen, { redaction: session.redaction, cells: 'none' }).plain_text,
  ansi: (session) => formatAnsi(screenRuns(session.screen, session.redaction)),
  json: (session, played) =>
    JSON.stringify({ ...played.report, exit: toExitData(session), snapshot: styledSnapshot(session) }),
};

export const formatLastScreen = (format: ScreenFormat, session: Session, played: ExecResult): string =>
  `${screenFormatters[format](session, played)}\n`;

const styledSnapshot = (session: Session) =>
  takeSnapshot(session.screen, { redaction: session.redaction, cells: 'runs' });

export interface ExecResult {
  readonly status: number;
  /** Why it ended early, for standard error. */
  readonly note?: string;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Exit statuses of `ptywright exec`, besides those of every command. */
const faultStatuses: Readonly<Partial<Record<FaultName, number>>> = {
  Invalid: exitCodes.usage,
  SessionClosed: 3,
};

export async function runExecSteps(
  session: Session,
  steps: readonly ExecStep[],
  timeoutMs: number,
): Promise<ExecResult> {
  let option = '';
  try {
    let last: WaitResult | undefined;
    for (const step of steps) {
      option = step.option;
      last = await runExecStep(session, step, timeoutMs);
    }
    return {
      status: exitCodes.done,
      report: { matched: true, hit: last && formatHit(last.hit, session.redaction) },
    };
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    const message = session.redaction.text(problem.message);
    const isMissed = problem.name === 'Timeout' || problem.name === 'SessionClosed';
    const fault = { name: problem.name, message, data: session.redaction.value(problem.data) };
    return {
      status: faultStatuses[problem.name as FaultName] ?? exitCodes.failed,
      note: isMissed ? session.redaction.text(`${option}: ${problem.message}`) : message,
      report: { matched: false, ...(isMissed && { option: session.redaction.text(option) }), fault },
    };
  }
}

/** The result after a signal. The exit of the program is ignored, because ptywright killed it. */
export function interruptedResult(signal: string): ExecResult {
  const message = `interrupted by ${signal}`;
  const fault = { name: 'Cancelled', message, data: { reason: 'request' } };
  return { status: signalExitStatus(signal), note: message, report: { matched: false, fault } };
}

async function runExecStep(
  session: Session,
  { actions, matcher }: ExecStep,
  timeoutMs: number,
): Promise<WaitResult> {
  const deadline = { timeoutMs };
  const probe = compileMatcher(matcher);
  if (actions.length === 0) return session.wait(probe, deadline).result;
  const { wait } = await act(session, actions, probe, deadline);
  return wait.result;
}

/** An image file of `--screenshot`, with the format of its extension. */
export interface ScreenshotFile {
  readonly file: string;
  readonly format: 'png' | 'svg';
}

/** Runs before the program is started. */
export function parseScreenshotOption(file: string | undefined): ScreenshotFile | undefined {
  if (file === undefined) return undefined;
  const format = (['png', 'svg'] as const).find((name) => file.toLowerCase().endsWith(`.${name}`));
  if (format) return { file: resolve(file), format };
  throw new UsageError(`--screenshot ${file}: expected a name that ends in .png or .svg`);
}

/** Overwrites an existing file, like a shell redirection. With secrets only the owner can read it. */
export async function writeScreenshot(
  { file, format }: ScreenshotFile,
  session: Session,
  painter: PngRenderer,
  raw: boolean,
): Promise<void> {
  const how = { ...defaultScreenshot(), format, redaction: session.redaction };
  try {
    const { data } = await takeScreenshot(session.screen, how, painter);
    writeFileSync(file, data, { encoding: format === 'png' ? 'base64' : 'utf8', mode: raw ? 0o600 : 0o666 });
  } catch (problem) {
    if (problem instanceof Fault) throw new CommandError(`--screenshot: ${problem.message}`);
    throw 'code' in (problem as Error) ? toFileError(file, problem) : problem;
  }
}

export interface ExecStep {
  readonly actions: readonly Action[];
  readonly matcher: Matcher;
  /** The option with the wait, as it was written. */
  readonly option: string;
}

type OptionParsers = Readonly<Record<string, (value: string) => unknown>>;

const inputOptions: OptionParsers = {
  type: (value) => ({ type: 'text', value }),
  key: (value) => ({ type: 'keys', value }),
  act: (value) => parseJsonArgument(value, '--act'),
};

const waitOptions: OptionParsers = {
  wait: (value) => ({ type: 'contains_text', value }),
  'wait-regex': (value) => ({ type: 'screen_regex', value }),
  'wait-stable': (value) => ({ type: 'screen_stable', value: { min_ms: Number(value) } }),
  'wait-exit': () => ({ type: 'process_exited' }),
  matcher: (value) => parseJsonArgument(value, '--matcher'),
};

const waitForExit: Matcher = { type: 'process_exited' };

/** Converts the options to steps. All are parsed before the program starts. */
export function toExecSteps(order: readonly OptionOccurrence[]): readonly ExecStep[] {
  const steps: ExecStep[] = [];
  let actions: Action[] = [];
  for (const { name, value } of order) {
    const input = inputOptions[name];
    const wait = waitOptions[name];
    if (input) actions.push(parseOptionValue(Action, input(String(value)), name));
    if (!wait) continue;
    const matcher = parseOptionValue(Matcher, wait(String(value)), name);
    compileMatcher(matcher, noPredicates, `--${name}`);
    const option = name === 'wait-exit' ? '--wait-exit' : `--${name} ${quoteShellWord(String(value))}`;
    steps.push({ actions, matcher, option });
    actions = [];
  }
  const ends = { actions, matcher: waitForExit, option: '--wait-exit' };
  return actions.length > 0 || steps.length === 0 ? [...steps, ends] : steps;
}

function parseOptionValue<Out>(shape: z.ZodType<Out>, value: unknown, name: string): Out {
  const read = parseShape(shape, value);
  if ('value' in read) return read.value;
  const option = `--${name}`;
  throw new UsageError(
    read.problem.path
      ? `${option}: ${formatParamsProblem(read.problem)}`
      : formatParamsProblem(read.problem, option),
  );
}

type ExecOptions = OptionValues<typeof execCommand.options>;

export async function exec(
  given: ExecOptions,
  operands: readonly string[],
  words: readonly string[],
): Promise<number> {
  const order = orderOptions(execCommand, words);
  const steps = parseExecSteps(order);
  const shot = parseScreenshotOption(given.screenshot);
  const world = createLocalCore('exec');
  const signalled = endOnSignals(world);
  try {
    const how = { ...given, format: resolveFormat(given, order) };
    const session = startSession(world, given, operands);
    const status = await runAndPrint(session, steps, how, signalled);
    if (shot) await writeScreenshot(shot, session, world.pngRenderer, given['no-redact']);
    return status;
  } finally {
    await world.close();
  }
}

async function runAndPrint(
  session: Session,
  steps: readonly ExecStep[],
  { timeout, format, 'exit-status': asProgram }: ExecOptions,
  signalled: () => TerminationSignal | undefined,
): Promise<number> {
  const done = await runExecSteps(session, steps, timeout);
  const signal = signalled();
  const played = signal ? interruptedResult(signal) : done;
  if (played.note !== undefined) await printNote(`ptywright exec: ${played.note}`);
  await printResult(formatLastScreen(format, session, played));
  if (played.status !== exitCodes.done || !asProgram || session.exit === null) return played.status;
  return programExitStatus(session.exit);
}

/** `--json` means `--format json`. The last of both counts. */
function resolveFormat({ format }: ExecOptions, order: readonly OptionOccurrence[]): ScreenFormat {
  const last = order.findLast(({ name }) => name === 'json' || name === 'format');
  return last?.name === 'json' ? 'json' : format;
}

function parseExecSteps(order: readonly OptionOccurrence[]): readonly ExecStep[] {
  try {
    return toExecSteps(order);
  } catch (problem) {
    throw problem instanceof Fault ? new UsageError(problem.message) : problem;
  }
}

function startSession(
  world: Core,
  { rows, cols, cwd, env, ...given }: ExecOptions,
  [program = '', ...args]: readonly string[],
): Session {
  const raw = {
    enabled: false,
    replacement: defaultPolicy.replacement,
    extra_literals: [],
    extra_regexes: [],
  };
  const spawn = { program, args, cwd, env: parseEnvironment(env), rows, cols };
  return openLocalSession(world, spawn, given['no-redact'] ? raw : undefined);
}
