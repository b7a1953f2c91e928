/** `ptywright run --share`: a program in a session of a server that runs, shown here; others may attach to it. */
import { type Client, Refusal } from '../../client/index.ts';
import { inheritable } from '../../core/session/spawnPlan.ts';
import { userName } from '../../platform/userName.ts';
import type { Given } from '../command.ts';
import type { run as declaration } from '../commands/run.ts';
import { connectServer, socketPath } from '../connect.ts';
import { Failure } from '../usage.ts';
import { shown } from './attach.ts';
import { requireTerminal } from './personTerminal.ts';

type Options = Given<typeof declaration.options>;

/** The program is gone with the session once it has ended; whoever only detaches leaves it to the server. */
export async function share(given: Options, [program = '', ...args]: readonly string[]): Promise<number> {
  requireTerminal();
  const client = await connectServer(socketPath(given.socket));
  try {
    const session = await begun(client, given, program, args);
    const { rows, cols } = given;
    const status = await shown(client, {
      session,
      sessionName: given.name ?? null,
      name: userName(process.env),
      readOnly: false,
      resize: rows === undefined && cols === undefined,
      raw: false,
      inside: undefined,
    });
    await closeIfEnded(client, session);
    return status;
  } finally {
    await client.close();
  }
}

async function begun(client: Client, given: Options, program: string, args: string[]): Promise<string> {
  const { rows = 24, cols = 80, name } = given;
  const where = { cwd: process.cwd(), env: ownEnvironment(), clear_env: true };
  try {
    const { session } = await client.calls.session.create({ program, args, ...where, rows, cols, name });
    return session;
  } catch (problem) {
    throw problem instanceof Refusal ? failureOf(problem) : problem;
  }
}

/** As shells tell it. */
function failureOf(refusal: Refusal): Failure {
  if (!refusal.is('SpawnFailed')) return new Failure(refusal.message);
  return new Failure(refusal.message, refusal.data.reason === 'ENOENT' ? 127 : 126);
}

/** What is about this terminal would be wrong of that one. */
function ownEnvironment(): Record<string, string> {
  const { TERM: _, COLORTERM: __, ...env } = inheritable(process.env);
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)));
}

async function closeIfEnded(client: Client, session: string): Promise<void> {
  try {
    const { running } = await client.calls.session.info({ session });
    if (!running) await client.calls.session.close({ session });
  } catch {
    // Somebody has closed it already, or the server has gone.
  }
}
