/**
 * `ptywright run --share`: runs a program in a session of a running server and shows it here. Others can attach to it.
 */
import { type Client, Refusal } from '#client/index.ts';
import { inheritableVariables } from '#platform/environment.ts';
import { userName } from '#platform/userInfo.ts';
import { showSession } from '../attach/attach.ts';
import { requireTerminal } from '../attach/localTerminal.ts';
import type { OptionValues } from '../command.ts';
import { withServer } from '../connect.ts';
import { CommandError, exitCodes, spawnExitStatus } from '../errors.ts';
import type { runCommand } from './command.ts';

type ShareOptions = OptionValues<typeof runCommand.options>;

/** Closes the session if the program has ended. After a detach the session stays on the server. */
export async function share(
  given: ShareOptions,
  [program = '', ...args]: readonly string[],
): Promise<number> {
  requireTerminal();
  return withServer(given.socket, async (client) => {
    const session = await createSession(client, given, program, args);
    const { rows, cols } = given;
    const status = await showSession(client, {
      session,
      sessionName: given.name ?? null,
      socket: given.socket,
      name: userName(process.env),
      readOnly: false,
      resize: rows === undefined && cols === undefined,
      raw: false,
      inside: undefined,
    });
    await closeIfEnded(client, session);
    return status;
  });
}

async function createSession(
  client: Client,
  given: ShareOptions,
  program: string,
  args: string[],
): Promise<string> {
  const { rows = 24, cols = 80, name } = given;
  const where = { cwd: process.cwd(), env: inheritableVariables(process.env), clear_env: true };
  try {
    const { session } = await client.calls.session.create({ program, args, ...where, rows, cols, name });
    return session;
  } catch (problem) {
    throw problem instanceof Refusal ? toCommandError(problem) : problem;
  }
}

const toCommandError = (refusal: Refusal): CommandError =>
  new CommandError(
    refusal.message,
    refusal.is('SpawnFailed') ? spawnExitStatus(refusal.data.reason) : exitCodes.failed,
  );

async function closeIfEnded(client: Client, session: string): Promise<void> {
  try {
    const { running } = await client.calls.session.info({ session });
    if (!running) await client.calls.session.close({ session });
  } catch {
    // The session is closed already, or the server is gone.
  }
}
