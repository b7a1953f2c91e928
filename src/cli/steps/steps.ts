/** `ptywright steps`: runs files of steps, each with its own program. */
import { formatScreenBox } from '#client/baseClient.ts';
import { Core } from '#core.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { expandHome } from '#platform/paths.ts';
import { onTerminationSignals, signalExitStatus } from '#platform/signals.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { printNote, printResult } from '../print.ts';
import { version } from '../version.ts';
import type { stepsCommand } from './command.ts';
import { RollingRecording, RunFolders, type SavedEvidence, saveEvidence } from './evidence.ts';
import { readScript, type StepScript } from './script.ts';
import { performSteps, type ScriptReport, type StepReport, startProgram } from './scriptRunner.ts';

type StepsOptions = OptionValues<typeof stepsCommand.options>;

/** Reads all files before the first program starts. The first failure determines the exit status. */
export async function runSteps(given: StepsOptions, files: readonly string[]): Promise<number> {
  const all = files.map(readScript);
  const dir = given['artifact-dir'];
  if (dir === undefined) for (const steps of all) rejectFolderSteps(steps);
  const world = new Core({
    clock: systemClock,
    version,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    artifactDir: dir === undefined ? undefined : expandHome(dir, process.env),
    log: (line) => void printNote(`ptywright steps: ${line}`),
  });
  const signalled = endOnSignals(world);
  const folders = new RunFolders();
  let status: number = exitCodes.done;
  try {
    for (const steps of all) {
      const report = await runScript(world, steps, given, folders.reserve(steps.title));
      status ||= report.status;
      if (signalled() !== undefined) break;
    }
    return signalled() ?? status;
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
  const { screens, status: _, ...told } = report;
  const failed = report.steps.find(({ ok }) => !ok);
  const screen = screens.at(-1);
  if (json) {
    const more = { ...(failed && { screen }), ...(kept?.folder !== undefined && { artifacts: kept.folder }) };
    if (kept && kept.problems.length > 0) await printNote(kept.problems.join('\n'));
    return printResult(`${JSON.stringify({ ...told, ...more })}\n`);
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

/** The first signal kills the program, which ends the step, and evidence is still saved. A second one exits. */
function endOnSignals(world: Core): () => number | undefined {
  let status: number | undefined;
  onTerminationSignals((name) => {
    if (status !== undefined) process.exit(signalExitStatus(name));
    status = signalExitStatus(name);
    for (const session of world.sessions.all()) void session.kill();
  });
  return () => status;
}
