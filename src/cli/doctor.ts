/** `ptywright doctor`: checks the requirements of ptywright on this machine and suggests a fix for each failure. */
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { isFault } from '#faults.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { type Home, resolveHome } from '#platform/paths.ts';
import { claimSocket, type SocketErrorReason } from '#platform/socketFile.ts';
import { unsupportedSystem } from '#platform/systemErrors.ts';
import { createSameUserCheck } from '#platform/userInfo.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { defineCommand, flag } from './command.ts';
import { version } from './commands.ts';
import { exitCodes } from './errors.ts';
import { logLevels, readCliEnvironment } from './log.ts';
import { printResult } from './print.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check that ptywright can run on this machine, and print how to fix each problem.',
  options: { json: flag('Print the checks as JSON.') },
  exits: { 1: 'A check failed.' },
  run: ({ json }): Promise<number> => doctor(json),
});

async function checkBuiltinPlugins(clock: Clock): Promise<string> {
  const { BuiltinPlugins } = await import('#adapters/plugin.ts');
  const { PluginRegistry } = await import('#adapters/pluginRegistry.ts');
  const broken = (_: string, problem: unknown) => {
    throw problem;
  };
  const builtins = new BuiltinPlugins({ version, broken });
  const plugins = new PluginRegistry({ clock, version, log: () => {}, builtins });
  try {
    for (const plugin of plugins.builtins()) await plugins.describe(plugin.name);
    return plugins
      .builtins()
      .map(({ name }) => name)
      .join(', ');
  } finally {
    await plugins.close();
  }
}

/** What to do, by error code or fault reason. */
type Remedies = Readonly<Partial<Record<string, string>>>;

const setHomeRemedy = 'Set PTYWRIGHT_HOME to a directory that you can write to.';

/** For the home directory and everything in it. */
const homeRemedies = ({ root }: Home): Remedies => ({
  EACCES: `${setHomeRemedy} If the directory is yours, you can instead run chmod u+rwx on ${root} or its parent.`,
  ENOTDIR: `A part of the path is not a directory: move that file, or set PTYWRIGHT_HOME to a path other than ${root}.`,
  EEXIST: `Remove the broken symbolic link, or set PTYWRIGHT_HOME to a path other than ${root}.`,
  ENOSPC: 'Free space on that disk, or set PTYWRIGHT_HOME to a directory on another disk.',
  EROFS: 'The disk is read-only: set PTYWRIGHT_HOME to a directory on another disk.',
});

const anotherDoctor = 'Another ptywright doctor is running: try again when it has finished.';

/** Other problems are solved by another home. */
const socketRemedies = ({ root }: Home): Partial<Record<SocketErrorReason, string>> => ({
  too_long: 'Set PTYWRIGHT_HOME to a shorter path.',
  directory_too_open: `Run: chmod 700 ${root}`,
  directory_not_ours: `Set PTYWRIGHT_HOME to a directory that you own, or run: chown "$(id -u)" ${root}`,
  directory_is_link: 'Set PTYWRIGHT_HOME to the target of the symbolic link.',
  directory_is_file: `Move that file, or set PTYWRIGHT_HOME to a path other than ${root}.`,
  not_a_socket: `Move or remove ${root}/doctor.`,
  not_ours: `Move or remove ${root}/doctor.`,
  already_running: anotherDoctor,
  starting: anotherDoctor,
  unusable: 'Set PTYWRIGHT_HOME to a directory on a disk that supports Unix sockets.',
});

const configRemedies = ({ config }: Home): Remedies => ({
  environment: `Unset PTYWRIGHT_LOG, or set it to one of ${logLevels.join(', ')}.`,
  unreadable: `Make ${config} readable (chmod u+r), or remove it.`,
});

/** `otherwise` is the remedy if no table has an entry. */
const createRemedy =
  (tables: readonly ((home: Home) => Remedies)[], otherwise: string) => (problem: unknown, home: Home) => {
    const { reason, code } = (problem ?? {}) as { reason?: string; code?: string };
    const known: Remedies = Object.assign({}, ...tables.map((table) => table(home)));
    return known[code ?? ''] ?? known[reason ?? ''] ?? otherwise;
  };

const remedyForHome = createRemedy([homeRemedies], setHomeRemedy);
const remedyForSocket = createRemedy([homeRemedies, socketRemedies], setHomeRemedy);
const remedyForConfig = createRemedy(
  [configRemedies],
  'Correct that line of config.toml, or remove the file.',
);

/** A plugin or its worker that took too long can be intact. */
const remedyForPlugins = (problem: unknown): string =>
  isFault(problem, 'PluginFailed') && ['deadline', 'crashed'].includes(problem.data.reason)
    ? 'Run ptywright doctor again when the machine is less busy. If the check still fails, reinstall ptywright.'
    : 'Reinstall ptywright: its built-in plugins are damaged.';

/**
 * Creates `path`, writes a test file in it, and runs the callback. Only creating a directory shows that it can be
 * created. Everything created is removed afterwards.
 */
async function withDirectory<T>(path: string, operation: () => T | Promise<T>): Promise<T> {
  const made: string[] = [];
  try {
    for (const folder of missingDirectories(path)) {
      mkdirSync(folder, { mode: 0o700 });
      made.unshift(folder);
    }
    const file = join(path, `.doctor-${process.pid}`);
    writeFileSync(file, 'can be written\n', { flag: 'wx', mode: 0o600 });
    unlinkSync(file);
    return await operation();
  } finally {
    for (const folder of made) removeIfEmpty(folder);
  }
}

/** Outermost first. */
const missingDirectories = (path: string): readonly string[] =>
  existsSync(path) || dirname(path) === path ? [] : [...missingDirectories(dirname(path)), path];

/** Another process may have put something there in the meantime. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw problem;
  }
}

interface DoctorCheck {
  readonly name: string;
  /** What to do, or a function that returns it for a given error. */
  readonly remedy: string | ((problem: unknown, home: Home) => string);
  readonly platform?: NodeJS.Platform;
  /** Returns what was found, or throws the problem. */
  run(home: Home, clock: Clock): string | Promise<string>;
}

const loadPty = () => import('#platform/pty/nativePty.ts');

export const doctorChecks: readonly DoctorCheck[] = [
  {
    name: 'node',
    remedy: `Install Node.js ${packageFile.engines.node}.`,
    run: () => {
      if (!isAtLeast(process.versions.node, packageFile.engines.node))
        throw new Error(`${process.version} is not in the range ${packageFile.engines.node}`);
      return process.version;
    },
  },
  {
    name: 'system',
    remedy: 'Install Node.js on such a system.',
    run: () => {
      const unsupported = unsupportedSystem();
      if (unsupported !== undefined) throw new Error(unsupported);
      return `${process.platform}-${process.arch}`;
    },
  },
  {
    name: 'node-pty',
    remedy:
      'Run: npm rebuild node-pty (needs Python, make and a C++ compiler if no binary is available). If npm blocks install scripts, first run: npm install-scripts approve node-pty',
    run: async () => {
      (await loadPty()).loadNative();
      return `${process.platform}-${process.arch}`;
    },
  },
  {
    name: 'spawn-helper',
    platform: 'darwin',
    remedy: 'Run: chmod +x on that file.',
    run: async () => {
      const { helper } = (await loadPty()).loadNative();
      accessSync(helper, constants.X_OK);
      return helper;
    },
  },
  {
    name: 'terminal',
    remedy: 'Mount /dev/pts (devpts), and allow terminals in the sandbox or container.',
    run: async (_, clock) => {
      const { works, detail, elapsedMs } = await (await import('#platform/pty/pty.ts')).checkPty(clock);
      if (!works) throw new Error(`no reply from the terminal: ${JSON.stringify(detail)}`);
      return `round trip in ${Math.round(elapsedMs)} ms`;
    },
  },
  {
    name: 're2',
    remedy: 'Reinstall ptywright: its package re2js is missing or damaged.',
    run: async () => {
      const { engine, reason } = (await import('#platform/regex.ts')).chooseEngine();
      return reason === undefined ? 'native' : `patterns run in ${engine.name}, in JavaScript: ${reason}`;
    },
  },
  {
    name: 'plugins',
    remedy: remedyForPlugins,
    run: (_, clock) => checkBuiltinPlugins(clock),
  },
  {
    name: 'home',
    remedy: remedyForHome,
    run: ({ root }) => withDirectory(root, () => root),
  },
  {
    name: 'socket',
    remedy: remedyForSocket,
    run: ({ root, socket }) =>
      withDirectory(root, async () => {
        // As long as the real name, because the length of a socket path is limited.
        const claimed = await claimSocket(join(dirname(socket), 'doctor'), createServer());
        await claimed.close();
        return socket;
      }),
  },
  {
    name: 'tcp users',
    remedy: '',
    run: () =>
      createSameUserCheck()
        ? 'identified: wsh and wrightty accept programs of your user without a token'
        : 'not identified here: clients of wsh and wrightty need a token or a password',
  },
  {
    name: 'config',
    remedy: remedyForConfig,
    run: async () => {
      const { level, file } = (await readCliEnvironment()).logging;
      return `log level ${level}${file ? '' : ', no log files'}`;
    },
  },
];

/** `range` is `>=` with a version. */
export const isAtLeast = (version: string, range: string): boolean =>
  version.localeCompare(range.slice('>='.length), 'en', { numeric: true }) >= 0;

/** The result of a check. A failed check does not stop the others. */
interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
}

async function doctor(json: boolean): Promise<number> {
  const findings: Finding[] = [];
  for (const check of doctorChecks.filter(
    ({ platform: only }) => only === undefined || only === process.platform,
  ))
    findings.push(await runCheck(check));
  const ok = findings.every((finding) => finding.ok);
  await printResult(
    json ? `${JSON.stringify({ ok, checks: findings })}\n` : findings.map(formatFinding).join(''),
  );
  return ok ? exitCodes.done : exitCodes.failed;
}

export async function runCheck({ name, remedy, run: look }: DoctorCheck): Promise<Finding> {
  const home = resolveHome(process.env);
  try {
    return { check: name, ok: true, found: await look(home, systemClock) };
  } catch (problem) {
    const [found = ''] = String((problem as Error)?.message ?? problem).split('\n');
    const todo = typeof remedy === 'string' ? remedy : remedy(problem, home);
    return { check: name, ok: false, found, remedy: todo };
  }
}

const formatFinding = ({ check, ok, found, remedy }: Finding): string =>
  `${ok ? 'ok    ' : 'FAILED'} ${check.padEnd(13)} ${found}\n${ok ? '' : `${' '.repeat(21)}${remedy}\n`}`;
