/** `ptywright attach`: finds the session by its id, name or a prefix of either, and shows it on this terminal. */
import type { Client } from '#client/index.ts';
import { tagVariable } from '#platform/pty/processes.ts';
import { programExitStatus } from '#platform/signals.ts';
import { userName } from '#platform/userInfo.ts';
import type { OptionValues } from '../command.ts';
import { type FoundServers, withServers } from '../connect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { printNote, quoteShellWord } from '../print.ts';
import {
  AttachedSession,
  type AttachedSessionOptions,
  type AttachResult,
  formatProgramEnd,
} from './attachedSession.ts';
import type { attachCommand } from './command.ts';
import { requireTerminal } from './localTerminal.ts';

interface ListedSession {
  readonly session: string;
  readonly name: string | null;
  /** Set if two servers are running. */
  readonly socket?: string | undefined;
}

/** Lists the sessions of all servers. */
async function listSessions(servers: FoundServers) {
  const listed = await Promise.all(
    servers.map(async ({ client, path }) => {
      const { details = [] } = await client.calls.session.list({ details: true });
      const socket = servers.length > 1 ? path : undefined;
      return details.map(({ session, name }) => ({ session, name, client, socket }));
    }),
  );
  return listed.flat();
}

export function chooseSession<S extends ListedSession>(all: readonly S[], word: string | undefined): S {
  if (all.length === 0)
    throw new CommandError('the server has no sessions; start one with: ptywright run --share PROGRAM');
  const meant = word === undefined ? all : matchSessions(all, word);
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  const which = (meant.length > 0 ? meant : all).map(sessionLabel).join(', ');
  if (word === undefined) throw new CommandError(`several sessions; expected one of: ${which}`);
  throw new CommandError(`${word}: ${only ? 'several sessions match' : 'no such session'}: ${which}`);
}

/** An exact id or name takes precedence over a prefix. */
function matchSessions<S extends ListedSession>(all: readonly S[], word: string): readonly S[] {
  const exact = all.filter(({ session, name }) => session === word || name === word);
  if (exact.length > 0) return exact;
  return all.filter(({ session, name }) => session.startsWith(word) || name?.startsWith(word));
}

const sessionLabel = ({ session, name, socket }: ListedSession) =>
  `${name === null ? session : `${session} (${name})`}${socket === undefined ? '' : ` on --socket ${socket}`}`;

export async function attach(
  given: OptionValues<typeof attachCommand.options>,
  [word]: readonly string[],
): Promise<number> {
  requireTerminal();
  return withServers(given.socket, async (servers) => {
    const { client, session, name } = chooseSession(await listSessions(servers), word);
    const others = servers.filter((server) => server.client !== client);
    await Promise.all(others.map((server) => server.client.close()));
    return showSession(client, {
      session,
      sessionName: name,
      socket: given.socket,
      name: given.as ?? userName(process.env),
      readOnly: given['read-only'],
      resize: given.resize,
      raw: given.raw,
      inside: given.inside ? undefined : process.env[tagVariable],
    });
  });
}

/** Runs until the user detaches, the program ends or the server is gone. Returns the exit status. */
export async function showSession(client: Client, options: AttachedSessionOptions): Promise<number> {
  const attached = new AttachedSession(client, options);
  try {
    await attached.start();
  } catch (problem) {
    attached.end();
    throw problem;
  }
  return toExitStatus(await attached.finished, options);
}

async function toExitStatus(
  left: AttachResult,
  { session, sessionName, socket }: AttachedSessionOptions,
): Promise<number> {
  const called = sessionName ?? session;
  const onSocket = socket === undefined ? '' : ` --socket ${quoteShellWord(socket)}`;
  switch (left.reason) {
    case 'signal':
      return left.status;
    case 'gone':
      throw new CommandError('the server closed the connection');
    case 'ended': {
      const { exit_code, signal } = left.exit;
      await printNote(`[${called}: ${formatProgramEnd(left.exit)}]`);
      return programExitStatus({ exitCode: exit_code, signal });
    }
    case 'closed':
      await printNote(`[${called}: session closed]`);
      return exitCodes.failed;
    default:
      await printNote(
        `[${left.reason} from ${called}; reattach with: ptywright attach${onSocket} ${called}]`,
      );
      return exitCodes.done;
  }
}
