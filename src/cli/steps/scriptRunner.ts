/** Runs the steps of one file and reports the result of each. */
import type { Core } from '#core.ts';
import { Fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { RedactionOptions } from '#redaction/policy.ts';
import type { Session } from '#session/session.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { toSpawnFailure } from '../spawnFailure.ts';
import type { ScriptStep, StepScript } from './script.ts';
import { ScriptStepError, StepContext } from './step.ts';

export interface StepReport {
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
}

/** Exit status when the program ended before a step that waited for something else. */
const endedEarlyStatus = 3;

export function startProgram(world: Core, steps: StepScript): Session {
  const { program, args, cwd, env, rows, cols } = steps;
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null);
  try {
    return world.openSession({
      spawn: {
        program,
        args,
        ...(cwd !== undefined && { cwd }),
        env: Object.fromEntries(set),
        unset: Object.keys(env).filter((name) => env[name] === null),
        clearEnv: false,
        size: { rows, cols, pixelWidth: 0, pixelHeight: 0 },
      },
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
      redaction: scriptRedaction(steps),
    });
  } catch (problem) {
    throw toSpawnFailure(problem);
  }
}

/** Fails if a secret from the environment cannot be redacted, before anything is typed. */
function scriptRedaction({ file, secrets }: StepScript): RedactionOptions {
  const read = RedactionOptions.safeParse({ enabled: true, extra_literals: [...new Set(secrets)] });
  if (read.success) return read.data;
  throw new UsageError(
    `${file}: cannot redact a value from the environment: ${read.error.issues[0]?.message}`,
  );
}

/** Calls `heard` after each step. */
export async function performSteps(
  world: Core,
  session: Session,
  steps: StepScript,
  updates: boolean,
  heard: (step: StepReport) => Promise<void>,
): Promise<ScriptReport> {
  const stage = new StepContext(world, session, updates);
  const reports: StepReport[] = [];
  const screens: string[] = [];
  let status: number = exitCodes.done;
  const look = () => {
    screens.push(readScreen(session));
    if (screens.length > limits.lastScreens) screens.shift();
  };
  for (const [at, step] of steps.steps.entries()) {
    look();
    const { report, failed } = await performStep(stage, step, at + 1);
    reports.push(report);
    await heard(report);
    if (report.ok) continue;
    status = failed instanceof Fault && failed.name === 'SessionClosed' ? endedEarlyStatus : exitCodes.failed;
    break;
  }
  look();
  const { file, title } = steps;
  const ok = status === exitCodes.done;
  return { file, title, ok, steps: reports, screens, status };
}

async function performStep(stage: StepContext, step: ScriptStep, number: number) {
  const { session, core: world } = stage;
  const { kind, value, line, name, timeoutMs } = step;
  const told = kind.describe ? ` ${kind.describe(value)}` : '';
  const does = session.redaction.text(name ?? `${kind.name}${told}`);
  const began = world.clock.now();
  const report = (rest: Pick<StepReport, 'ok' | 'result' | 'error'>): StepReport => ({
    step: number,
    line,
    does,
    elapsed_ms: Math.round(world.clock.now() - began),
    ...rest,
  });
  try {
    const result = await kind.perform(stage, value, { timeoutMs });
    return { report: report({ ok: true, ...(result !== undefined && { result }) }), failed: undefined };
  } catch (failed) {
    if (!(failed instanceof Fault || failed instanceof ScriptStepError)) throw failed;
    return { report: report({ ok: false, error: session.redaction.text(failed.message) }), failed };
  }
}

const readScreen = ({ screen, redaction }: Session) =>
  takeSnapshot(screen, { redaction: alsoHideUnfinished(screen, redaction), cells: 'none' }).plain_text;
