/** `ptywright exec`: one session in this process, from start to last screen. */
import { Fault } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { permissionNames } from '../../core/permissions.ts';
import { defaultPolicy } from '../../core/redact/policy.ts';
import type { Session } from '../../core/session/session.ts';
import { World } from '../../core/world.ts';
import { systemClock } from '../../platform/clock.ts';
import { type EndSignal, onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import type { Given } from '../command.ts';
import type { exec as declaration } from '../commands/exec.ts';
import { printNote, printResult } from '../print.ts';
import type { Occurrence } from '../read.ts';
import { startFailure } from '../startFailure.ts';
import { exits, UsageError } from '../usage.ts';
import { version } from '../version.ts';
import { environmentOf } from './environment.ts';
import { type Format, pictureOf } from './picture.ts';
import { interrupted, play } from './play.ts';
import { shoot, shotOf } from './shot.ts';
import { type Step, stepsOf } from './steps.ts';

type Options = Given<typeof declaration.options>;

export async function exec(
  given: Options,
  operands: readonly string[],
  order: readonly Occurrence[],
): Promise<number> {
  const steps = readSteps(order);
  const shot = shotOf(given.screenshot);
  const world = new World({
    clock: systemClock,
    version,
    redactionEnforced: false,
    grants: new Set(permissionNames),
    log: (line) => void printNote(`ptywright exec: ${line}`),
  });
  const signalled = onSignalEnd(world);
  try {
    const how = { ...given, format: formatOf(given, order) };
    const session = start(world, given, operands);
    const status = await playAndPrint(session, steps, how, signalled);
    if (shot) await shoot(shot, session, world.painter, given['no-redact']);
    return status;
  } finally {
    await world.close();
  }
}

async function playAndPrint(
  session: Session,
  steps: readonly Step[],
  { timeout, format, 'exit-status': asProgram }: Options,
  signalled: () => EndSignal | undefined,
): Promise<number> {
  const done = await play(session, steps, timeout);
  const signal = signalled();
  const played = signal ? interrupted(signal) : done;
  if (played.note !== undefined) await printNote(`ptywright exec: ${played.note}`);
  await printResult(pictureOf(format, session, played));
  if (played.status !== exits.done || !asProgram || session.exit === null) return played.status;
  return session.exit.exitCode ?? statusOfSignal(session.exit.signal ?? '');
}

/** --json is one more way to write --format: the last one counts. */
function formatOf({ format }: Options, order: readonly Occurrence[]): Format {
  const last = order.findLast(({ name }) => name === 'json' || name === 'format');
  return last?.name === 'json' ? 'json' : format;
}

function readSteps(order: readonly Occurrence[]): readonly Step[] {
  try {
    return stepsOf(order);
  } catch (problem) {
    throw problem instanceof Fault ? new UsageError(problem.message) : problem;
  }
}

function start(
  world: World,
  { rows, cols, cwd, env, ...given }: Options,
  [program = '', ...args]: readonly string[],
): Session {
  const size = { rows, cols, pixelWidth: 0, pixelHeight: 0 };
  const raw = {
    enabled: false,
    replacement: defaultPolicy.replacement,
    extra_literals: [],
    extra_regexes: [],
  };
  const spawn = { program, args, cwd, env: environmentOf(env), clearEnv: false, size };
  try {
    return world.open({
      spawn,
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
      redaction: given['no-redact'] ? raw : undefined,
    });
  } catch (problem) {
    throw startFailure(problem);
  }
}

/** A first signal ends the program, which ends the wait, and the screen is printed still; a second one ends all. */
function onSignalEnd(world: World): () => EndSignal | undefined {
  let first: EndSignal | undefined;
  onEndSignals((name) => {
    if (first !== undefined) process.exit(statusOfSignal(name));
    first = name;
    for (const session of world.sessions.all()) void session.kill();
  });
  return () => first;
}
