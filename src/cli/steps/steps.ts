/** `ptywright steps`: runs files of steps, each with its own program, and reports the result of each step. */
import { formatScreenBox } from '#client/baseClient.ts';
import type { Core } from '#core.ts';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { expandHome } from '#platform/paths.ts';
import { signalExitStatus } from '#platform/signals.ts';
import { RedactionOptions } from '#redaction/policy.ts';
import type { Session } from '#session/session.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { type TracedCall, TracedCalls } from '#testing/runTrace.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { createFolder, ownerOnly } from '../files.ts';
import { createLocalCore, endOnSignals, openLocalSession } from '../localCore.ts';
import { printNote, printResult } from '../print.ts';
import type { stepsCommand } from './command.ts';
import { RollingRecording, RunFolders, type SavedEvidence, saveEvidence } from './evidence.ts';
import { readScript, type ScriptStep, type StepScript } from './script.ts';
import { ScriptStepError, StepContext } from './step.ts';

type StepsOptions = OptionValues<typeof stepsCommand.options>;

/** Reads all files before the first program starts. The first failure determines the exit status. */
export async function runSteps(given: StepsOptions, files: readonly string[]): Promise<number> {
  const all = files.map(readScript);
  const requested = given['artifact-dir'];
  const dir = requested === undefined ? undefined : expandHome(requested, process.env);
  if (dir === undefined) for (const steps of all) rejectFolderSteps(steps);
  else createFolder(dir, ownerOnly);
  const world = createLocalCore('steps', dir);
  const signalled = endOnSignals(world);
  const folders = new RunFolders();
  let status: number = exitCodes.done;
  try {
    for (const steps of all) {
      const report = await runScript(world, steps, given, folders.reserve(steps.title));
      status ||= report.status;
      if (signalled() !== undefined) break;
    }
    const signal = signalled();
    return signal ? signalExitStatus(signal) : status;
  } finally {
    await world.close();
  }
}

/** Throws UsageError if a step needs a folder, before anything starts. */
function rejectFolderSteps({ file, steps }: StepScript): void {
  const keeping = steps.find(({ kind }) => kind.needsArtifacts);
  if (!keeping) return;
  const { kind, line } = keeping;
  throw new UsageError(`${file}:${line}: the step ${kind.name} needs a directory: add --artifact-dir DIR`);
}

async function runScript(
  world: Core,
  steps: StepScript,
  given: StepsOptions,
  folder: string,
): Promise<ScriptReport> {
  const keeps = given['artifact-dir'] === undefined ? 'never' : given.keep;
  const session = startProgram(world, steps);
  const rolling = keeps === 'never' ? undefined : new RollingRecording(world, session);
  const { json } = given;
  if (!json) await printResult(`${steps.title}\n`);
  const report = await performSteps(world, session, steps, given.update, async (step) => {
    if (!json) await printResult(formatStepLine(step));
  });
  const kept =
    rolling && (keeps === 'always' || !report.ok)
      ? await saveEvidence(world, session, rolling, report, folder)
      : undefined;
  await world.sessions.close(session);
  await printReport(report, kept, json);
  return report;
}

async function printReport(
  report: ScriptReport,
  kept: SavedEvidence | undefined,
  json: boolean,
): Promise<void> {
  const { screens, status: _, calls: _calls, program: _program, ...summary } = report;
  const failed = report.steps.find(({ ok }) => !ok);
  const screen = screens.at(-1);
  if (json) {
    const more = { ...(failed && { screen }), ...(kept?.folder !== undefined && { artifacts: kept.folder }) };
    if (kept && kept.problems.length > 0) await printNote(kept.problems.join('\n'));
    return printResult(`${JSON.stringify({ ...summary, ...more })}\n`);
  }
  if (failed) {
    const { line, step, does, error } = failed;
    await printNote(`${report.file}:${line}: step ${step} (${does}): ${error}`);
    await printNote(formatScreenBox(screen ?? ''));
  }
  if (kept)
    await printNote(
      [...kept.problems, ...(kept.folder ? [`evidence saved in ${kept.folder}`] : [])].join('\n'),
    );
}

const formatStepLine = ({ ok, step, does, elapsed_ms: ms }: StepReport) =>
  `${ok ? 'ok' : 'not ok'} ${step} ${does} (${ms} ms)\n`;

interface StepReport {
  readonly step: number;
  readonly line: number;
  readonly does: string;
  readonly ok: boolean;
  readonly elapsed_ms: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface ScriptReport {
  readonly file: string;
  readonly title: string;
  readonly ok: boolean;
  readonly steps: readonly StepReport[];
  /** The screen before each of the last steps and at the end, redacted. */
  readonly screens: readonly string[];
  readonly status: number;
  /** For the trace. */
  readonly program: string;
  readonly calls: readonly TracedCall[];
}

/** Exit status when the program ended before a step that waited for something else. */
const endedEarlyStatus = 3;

function startProgram(world: Core, steps: StepScript): Session {
  const { program, args, cwd, env, rows, cols } = steps;
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null);
  const unset = Object.keys(env).filter((name) => env[name] === null);
  const spawn = { program, args, cwd, env: Object.fromEntries(set), unset, rows, cols };
  return openLocalSession(world, spawn, scriptRedaction(steps));
}

/** Fails if a secret from the environment cannot be redacted, before anything is typed. */
function scriptRedaction({ file, secrets }: StepScript): RedactionOptions {
  const read = RedactionOptions.safeParse({ enabled: true, extra_literals: [...new Set(secrets)] });
  if (read.success) return read.data;
  throw new UsageError(
    `${file}: cannot redact a value from the environment: ${read.error.issues[0]?.message}`,
  );
}

/** Calls `onReport` after each step. */
async function performSteps(
  world: Core,
  session: Session,
  steps: StepScript,
  updates: boolean,
  onReport: (step: StepReport) => Promise<void>,
): Promise<ScriptReport> {
  const context = new StepContext(world, session, updates);
  const reports: StepReport[] = [];
  const calls = new TracedCalls();
  let status: number = exitCodes.done;
  const began = world.clock.now();
  for (const [at, step] of steps.steps.entries()) {
    const [before, at_ms] = [readScreen(session), Math.round(world.clock.now() - began)];
    const { report, failed } = await performStep(context, step, at + 1);
    reports.push(report);
    calls.add({ ...toTracedCall(report, steps.file), at_ms, before, after: readScreen(session) });
    await onReport(report);
    if (report.ok) continue;
    status = failed instanceof Fault && failed.name === 'SessionClosed' ? endedEarlyStatus : exitCodes.failed;
    break;
  }
  const { file, title } = steps;
  const ok = status === exitCodes.done;
  const screens = [...calls.all.map(({ before }) => before), readScreen(session)].slice(-limits.lastScreens);
  const program = [steps.program, ...steps.args].join(' ');
  return { file, title, ok, steps: reports, screens, status, program, calls: calls.all };
}

const toTracedCall = ({ does, line, ok, elapsed_ms, error }: StepReport, file: string) => ({
  call: does,
  elapsed_ms,
  ok,
  where: `${file}:${line}`,
  ...(error !== undefined && { found: error }),
});

async function performStep(context: StepContext, step: ScriptStep, number: number) {
  const { session, core } = context;
  const { kind, value, line, name, timeoutMs } = step;
  const description = kind.describe ? ` ${kind.describe(value)}` : '';
  const does = session.redaction.text(name ?? `${kind.name}${description}`);
  const began = core.clock.now();
  const report = (rest: Pick<StepReport, 'ok' | 'result' | 'error'>): StepReport => ({
    step: number,
    line,
    does,
    elapsed_ms: Math.round(core.clock.now() - began),
    ...rest,
  });
  try {
    const result = await kind.perform(context, value, { timeoutMs });
    return { report: report({ ok: true, ...(result !== undefined && { result }) }), failed: undefined };
  } catch (failed) {
    if (!(failed instanceof Fault || failed instanceof ScriptStepError)) throw failed;
    return { report: report({ ok: false, error: session.redaction.text(failed.message) }), failed };
  }
}

const readScreen = ({ screen, redaction }: Session) =>
  takeSnapshot(screen, { redaction: alsoHideUnfinished(screen, redaction), cells: 'none' }).plain_text;
