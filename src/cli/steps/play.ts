/** Does the steps of one file to its program, and tells how each went. */
import { Fault } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { RedactionOptions } from '../../core/redact/policy.ts';
import { takeSnapshot } from '../../core/screen/snapshot.ts';
import type { Session } from '../../core/session/session.ts';
import { hidingUnfinishedToo } from '../../core/viewer/unfinished.ts';
import type { World } from '../../core/world.ts';
import { startFailure } from '../startFailure.ts';
import { exits, UsageError } from '../usage.ts';
import { StepFailure } from './kind.ts';
import type { Step, Steps } from './read.ts';
import { Stage } from './stage.ts';

export interface StepReport {
  readonly step: number;
  readonly line: number;
  readonly does: string;
  readonly ok: boolean;
  readonly elapsed_ms: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface Report {
  readonly file: string;
  readonly title: string;
  readonly ok: boolean;
  readonly steps: readonly StepReport[];
  /** The screen before each of the last steps, and at the end, redacted. */
  readonly screens: readonly string[];
  readonly status: number;
}

/** The program ended before a step that waited for something else. */
const endedEarly = 3;

export function begin(world: World, steps: Steps): Session {
  const { program, args, cwd, env, rows, cols } = steps;
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null);
  try {
    return world.open({
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
      redaction: redactionOf(steps),
    });
  } catch (problem) {
    throw startFailure(problem);
  }
}

/** What cannot be hidden is not typed. */
function redactionOf({ file, secrets }: Steps): RedactionOptions {
  const read = RedactionOptions.safeParse({ enabled: true, extra_literals: [...new Set(secrets)] });
  if (read.success) return read.data;
  throw new UsageError(
    `${file}: what the environment has cannot be hidden: ${read.error.issues[0]?.message}`,
  );
}

/** `heard` is told of each step when it is over. */
export async function play(
  world: World,
  session: Session,
  steps: Steps,
  updates: boolean,
  heard: (step: StepReport) => Promise<void>,
): Promise<Report> {
  const stage = new Stage(world, session, updates);
  const reports: StepReport[] = [];
  const screens: string[] = [];
  let status: number = exits.done;
  const look = () => {
    screens.push(screenOf(session));
    if (screens.length > limits.lastScreens) screens.shift();
  };
  for (const [at, step] of steps.steps.entries()) {
    look();
    const { report, failed } = await perform(stage, step, at + 1);
    reports.push(report);
    await heard(report);
    if (report.ok) continue;
    status = failed instanceof Fault && failed.name === 'SessionClosed' ? endedEarly : exits.failed;
    break;
  }
  look();
  const { file, title } = steps;
  const ok = status === exits.done;
  return { file, title, ok, steps: reports, screens, status };
}

async function perform(stage: Stage, step: Step, number: number) {
  const { session, world } = stage;
  const { kind, value, line, name, timeoutMs } = step;
  const told = kind.told ? ` ${kind.told(value)}` : '';
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
    if (!(failed instanceof Fault || failed instanceof StepFailure)) throw failed;
    return { report: report({ ok: false, error: session.redaction.text(failed.message) }), failed };
  }
}

const screenOf = ({ screen, redaction }: Session) =>
  takeSnapshot(screen, { redaction: hidingUnfinishedToo(screen, redaction), cells: 'none' }).plain_text;
