/** `ptywright steps`: files of steps, each done to a program of its own. */
import { permissionNames } from '../../core/permissions.ts';
import { World } from '../../core/world.ts';
import { systemClock } from '../../platform/clock.ts';
import { onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import { expandHome } from '../../platform/home.ts';
import type { Given } from '../command.ts';
import type { steps as declaration } from '../commands/steps.ts';
import { printNote, printResult } from '../print.ts';
import { exits, UsageError } from '../usage.ts';
import { version } from '../version.ts';
import { Folders, type Kept, keepEvidence } from './evidence.ts';
import { begin, play, type Report, type StepReport } from './play.ts';
import { readSteps, type Steps } from './read.ts';
import { Rolling } from './rolling.ts';

type Options = Given<typeof declaration.options>;

/** All files are read before the first program is started; the first failure says how it ends. */
export async function runSteps(given: Options, files: readonly string[]): Promise<number> {
  const all = files.map(readSteps);
  const dir = given['artifact-dir'];
  if (dir === undefined) for (const steps of all) requireNoFolder(steps);
  const world = new World({
    clock: systemClock,
    version,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    artifactDir: dir === undefined ? undefined : expandHome(dir, process.env),
    log: (line) => void printNote(`ptywright steps: ${line}`),
  });
  const signalled = onSignalEnd(world);
  const folders = new Folders();
  let status: number = exits.done;
  try {
    for (const steps of all) {
      const report = await runOne(world, steps, given, folders.take(steps.title));
      status ||= report.status;
      if (signalled() !== undefined) break;
    }
    return signalled() ?? status;
  } finally {
    await world.close();
  }
}

/** Raises UsageError where a step needs a folder, before anything is started. */
function requireNoFolder({ file, steps }: Steps): void {
  const keeping = steps.find(({ kind }) => kind.keeps);
  if (!keeping) return;
  const { kind, line } = keeping;
  throw new UsageError(`${file}:${line}: the step ${kind.name} needs a folder: give --artifact-dir DIR`);
}

async function runOne(world: World, steps: Steps, given: Options, folder: string): Promise<Report> {
  const keeps = given['artifact-dir'] === undefined ? 'never' : given.keep;
  const session = begin(world, steps);
  const rolling = keeps === 'never' ? undefined : new Rolling(world, session);
  const { json } = given;
  if (!json) await printResult(`${steps.title}\n`);
  const report = await play(world, session, steps, given.update, async (step) => {
    if (!json) await printResult(lineOf(step));
  });
  const kept =
    rolling && (keeps === 'always' || !report.ok)
      ? await keepEvidence(world, session, rolling, report, folder)
      : undefined;
  await world.sessions.close(session);
  await tell(report, kept, json);
  return report;
}

async function tell(report: Report, kept: Kept | undefined, json: boolean): Promise<void> {
  const { screens, status: _, ...told } = report;
  const failed = report.steps.find(({ ok }) => !ok);
  const screen = screens.at(-1);
  if (json) {
    const more = { ...(failed && { screen }), ...(kept?.folder !== undefined && { artifacts: kept.folder }) };
    if (kept && kept.lacking.length > 0) await printNote(kept.lacking.join('\n'));
    return printResult(`${JSON.stringify({ ...told, ...more })}\n`);
  }
  if (failed) {
    const { line, step, does, error } = failed;
    await printNote(`${report.file}:${line}: step ${step} (${does}): ${error}`);
    await printNote(`the screen was:\n${screen}`);
  }
  if (kept) await printNote([...kept.lacking, ...(kept.folder ? [`kept in ${kept.folder}`] : [])].join('\n'));
}

const lineOf = ({ ok, step, does, elapsed_ms: ms }: StepReport) =>
  `${ok ? 'ok' : 'not ok'} ${step} ${does} (${ms} ms)\n`;

/** A first signal ends the program, which ends the step, and what was asked for is kept still; a second one ends all. */
function onSignalEnd(world: World): () => number | undefined {
  let status: number | undefined;
  onEndSignals((name) => {
    if (status !== undefined) process.exit(statusOfSignal(name));
    status = statusOfSignal(name);
    for (const session of world.sessions.all()) void session.kill();
  });
  return () => status;
}
