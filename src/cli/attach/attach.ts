/** `ptywright attach`: a session of a server that runs, on our own terminal. */
import { type Client, Refusal } from '../../client/index.ts';
import { statusOfSignal } from '../../platform/endSignals.ts';
import { tagVariable } from '../../platform/pty/tag.ts';
import { userName } from '../../platform/userName.ts';
import type { Given } from '../command.ts';
import type { attach as declaration } from '../commands/attach.ts';
import { connectServer, socketPath } from '../connect.ts';
import { printNote } from '../print.ts';
import { exits, Failure } from '../usage.ts';
import { Attached, endText, type Left, type Wish } from './attached.ts';
import { requireTerminal } from './personTerminal.ts';
import { pick } from './pick.ts';

export async function attach(
  given: Given<typeof declaration.options>,
  [word]: readonly string[],
): Promise<number> {
  requireTerminal();
  const client = await connectServer(socketPath(given.socket));
  try {
    const { session, name } = await pick(client, word);
    return await shown(client, {
      session,
      sessionName: name,
      name: given.as ?? userName(process.env),
      readOnly: given['read-only'],
      resize: given.resize,
      raw: given.raw,
      inside: given.inside ? undefined : process.env[tagVariable],
    });
  } finally {
    await client.close();
  }
}

/** Until the person leaves, the program ends or the server is gone; gives the exit status. */
export async function shown(client: Client, wish: Wish): Promise<number> {
  const attached = new Attached(client, wish);
  try {
    await attached.begin();
  } catch (problem) {
    attached.end();
    throw problem instanceof Refusal ? new Failure(problem.message) : problem;
  }
  return statusOf(await attached.left, wish);
}

async function statusOf(left: Left, { session, sessionName }: Wish): Promise<number> {
  const called = sessionName ?? session;
  switch (left.how) {
    case 'signal':
      return left.status;
    case 'gone':
      throw new Failure('the server has gone');
    case 'ended': {
      const { exit_code, signal } = left.exit;
      await printNote(`[${called}: ${endText(left.exit)}]`);
      return exit_code ?? statusOfSignal(signal ?? '');
    }
    case 'closed':
      await printNote(`[${called} was closed]`);
      return exits.failed;
    default:
      await printNote(`[${left.how} from ${called}; ptywright attach ${called} comes back]`);
      return exits.done;
  }
}
