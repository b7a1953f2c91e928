/** What to do, by what was found wrong: a system error, the reason of a refusal, or anything else. */
import type { Home } from '../../platform/home.ts';
import type { SocketRefusal } from '../../platform/socketFile.ts';
import { levels } from '../log/level.ts';

type Remedies = Readonly<Partial<Record<string, string>>>;

const elsewhere = 'Set PTYWRIGHT_HOME to a directory that you can write to.';

/** The same for all that is put into it. */
const homeRemedies = ({ root }: Home): Remedies => ({
  EACCES: `${elsewhere} Or, if it is yours, run: chmod u+rwx on ${root}, or on the directory above it.`,
  ENOTDIR: `Something that is no directory is in the way: move it, or set PTYWRIGHT_HOME to another path than ${root}.`,
  EEXIST: `Remove the symbolic link that leads nowhere, or set PTYWRIGHT_HOME to another path than ${root}.`,
  ENOSPC: 'Make room on that disk, or set PTYWRIGHT_HOME to a directory on another one.',
  EROFS: 'That disk is read only: set PTYWRIGHT_HOME to a directory on another one.',
});

const socketRemedies = ({ root }: Home): Readonly<Record<SocketRefusal, string>> => ({
  too_long: 'Set PTYWRIGHT_HOME to a shorter path.',
  directory_too_open: `Run: chmod 700 ${root}`,
  directory_not_ours: `Set PTYWRIGHT_HOME to a directory of your own, or run: chown "$(id -u)" ${root}`,
  directory_is_link: 'Set PTYWRIGHT_HOME to the directory that the link leads to.',
  directory_is_file: `Move that file away, or set PTYWRIGHT_HOME to another path than ${root}.`,
  not_a_socket: `Move ${root}/doctor away.`,
  not_ours: `Move ${root}/doctor away.`,
  already_running: 'Another doctor is at work: run it again when that one has ended.',
  starting: 'Another doctor is at work: run it again when that one has ended.',
  abstract: elsewhere,
  windows_pipe: elsewhere,
  unusable: 'Set PTYWRIGHT_HOME to a directory on a disk that holds sockets.',
});

const configRemedies = ({ config }: Home): Remedies => ({
  environment: `Unset PTYWRIGHT_LOG, or set it to one of ${levels.join(', ')}.`,
  unreadable: `Make ${config} a file that you can read (chmod u+r), or remove it.`,
});

/** `otherwise` is for what is in no table. */
const by =
  (tables: readonly ((home: Home) => Remedies)[], otherwise: string) => (problem: unknown, home: Home) => {
    const { reason, code } = (problem ?? {}) as { reason?: string; code?: string };
    const known: Remedies = Object.assign({}, ...tables.map((table) => table(home)));
    return known[code ?? ''] ?? known[reason ?? ''] ?? otherwise;
  };

export const remedyForHome = by([homeRemedies], elsewhere);
export const remedyForSocket = by([homeRemedies, socketRemedies], elsewhere);
export const remedyForConfig = by([configRemedies], 'Correct that line of config.toml, or remove the file.');
