/** `ptywright serve`: from the options to a server, and to what a person is told of it. */
import { createHash, randomUUID } from 'node:crypto';
import { Fault } from '../core/faults.ts';
import { type Permission, permissionNames } from '../core/permissions.ts';
import { systemClock } from '../platform/clock.ts';
import { expandHome, type Home } from '../platform/home.ts';
import { type ListenAddress, readListenAddress } from '../serve/listener.ts';
import { ListenFailure, serve as live } from '../serve/serve.ts';
import { Server } from '../serve/server.ts';
import type { Listening } from '../serve/socket.ts';
import { tongues } from '../serve/tongues.ts';
import type { Given } from './command.ts';
import type { serve as declaration } from './commands/serve.ts';
import { type Log, readSurroundings } from './log/log.ts';
import { openLog } from './log/open.ts';
import { printNote } from './print.ts';
import { inProject } from './tuispec/projectRoot.ts';
import { Failure, UsageError } from './usage.ts';
import { version } from './version.ts';

type Options = Given<typeof declaration.options>;

export async function serve(given: Options, command: readonly string[]): Promise<number> {
  const surroundings = await readSurroundings();
  const { home } = surroundings;
  const listeners = listenersOf(given, home);
  checkCommand(listeners, command);
  const artifactDir = artifactDirOf(given, listeners);
  const log = openLog(surroundings, true);
  const mark = markOf(listeners);
  const tagPrefix = `${mark}${randomUUID().slice(0, 8)}.`;
  const server = new Server({
    clock: systemClock,
    version,
    redactionEnforced: given.redaction === 'enforced',
    grants: grantsOf(given.deny),
    tagPrefix,
    artifactDir,
    log: log.warn,
    pluginLog: (level, line, facts) => log[level](line, facts),
    allowPluginLoad: given['allow-plugin-load'],
    rawView: given['raw-view'],
    checkReplies: given['check-replies'],
    journal: journalIn(log),
  });
  const started = (sockets: readonly Listening[]) => {
    if (given.reap) void reapStrays(mark, tagPrefix, log);
    announce(sockets, given, home);
    log.info('serves', {
      listeners: listeners.map(({ dialect, transport, address }) => `${dialect}+${transport}:${address}`),
    });
    log.prune();
  };
  try {
    loadPlugins(server, given.plugin);
    return await live({
      server,
      listeners,
      command,
      secrets: takeSecrets(process.env),
      names: hostNames(given['allow-host'], listeners),
      framing: given.framing,
      clock: systemClock,
      started,
      log,
      quit: (status) => process.exit(status),
    });
  } catch (problem) {
    throw problem instanceof ListenFailure ? new Failure(problem.message) : problem;
  } finally {
    log.close();
  }
}

const journalIn = (log: Log) =>
  log.keeps('debug') ? { debug: log.debug, trace: log.keeps('trace') ? log.trace : undefined } : undefined;

/** A listener that keeps artifacts has no place of its own for them: clients would look in vain. */
function artifactDirOf(given: Options, listeners: readonly ListenAddress[]): string | undefined {
  const asked = given['artifact-dir'] ?? process.env.TUISPEC_ARTIFACTS_DIR;
  const keeper = listeners.find(({ dialect }) => tongues.get(dialect)!.keepsArtifacts);
  if (keeper && !asked) throw new UsageError(`${keeper.dialect} keeps artifacts: add --artifact-dir DIR`);
  if (asked === undefined) return undefined;
  const dir = expandHome(asked, process.env);
  return keeper?.options.wire === 'client' ? inProject(dir, process.cwd(), process.env) : dir;
}

function hostNames(names: readonly string[], listeners: readonly ListenAddress[]): readonly string[] {
  const wrong = names.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(name));
  if (wrong !== undefined)
    throw new UsageError(`--allow-host ${wrong}: expected the name of a host, such as pty.example.org`);
  const web = listeners.some(({ transport }) => transport === 'ws' || transport === 'http');
  if (names.length > 0 && !web)
    throw new UsageError('--allow-host is for listeners for the web, such as --listen wsh+http://127.0.0.1');
  return names.map((name) => name.toLowerCase());
}

/** Taken out of the environment, which every program of a session gets. */
function takeSecrets(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const { web } of tongues.values()) {
    const name = web?.secret.name;
    const value = name && env[name];
    if (value) secrets[name] = value;
    if (name) delete env[name];
  }
  return secrets;
}

/** Whoever starts the server trusts them: no --allow-plugin-load is asked for. */
function loadPlugins({ world }: Server, manifests: readonly string[]): void {
  for (const manifest of manifests) {
    try {
      world.plugins.load(expandHome(manifest, process.env));
    } catch (problem) {
      throw problem instanceof Fault ? new Failure(problem.message) : problem;
    }
  }
}

/** The same sockets, the same mark: a server finds what its forerunner left. One that has no socket has no successor. */
function markOf(listeners: readonly ListenAddress[]): string {
  const paths = listeners.filter(({ transport }) => transport === 'unix').map(({ address }) => address);
  const name = paths.length > 0 ? paths.join('\n') : randomUUID();
  return `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.`;
}

/** Once the sockets are ours nobody else uses the mark: what carries it, and is not of this run, is left over. */
async function reapStrays(mark: string, ours: string, log: Log): Promise<void> {
  const { reap } = await import('../platform/pty/pty.ts');
  log.info('reaped', { processes: reap(mark, ours) });
}

const grantsOf = (denied: readonly Permission[]): ReadonlySet<Permission> =>
  new Set(permissionNames.filter((name) => !denied.includes(name)));

function listenersOf({ stdio, socket, listen }: Options, home: Home): readonly ListenAddress[] {
  const native = (transport: 'stdio' | 'unix', address: string): ListenAddress => ({
    dialect: 'ptywright',
    transport,
    address,
    options: {},
  });
  const asked = [
    ...(stdio ? [native('stdio', '')] : []),
    ...socket.map((path) => native('unix', path)),
    ...listen.map(listenAddress),
  ];
  if (asked.filter(({ transport }) => transport === 'stdio').length > 1)
    throw new UsageError('standard input can be served once only');
  const listeners = asked.length > 0 ? asked : [native('unix', home.socket)];
  return listeners.map((one) => ({ ...one, address: expandHome(one.address, process.env) }));
}

function listenAddress(text: string): ListenAddress {
  const read = readListenAddress(text, process.env);
  if (typeof read === 'string') throw new UsageError(`--listen ${read}`);
  return read;
}

/** A program without anybody to drive it would never be started, and nobody would be told. */
function checkCommand(listeners: readonly ListenAddress[], [program]: readonly string[]): void {
  const driver = listeners.find(({ dialect }) => tongues.get(dialect)!.drivesOne);
  if (driver && program === undefined)
    throw new UsageError(`${driver.dialect} drives one program: end the line with -- PROGRAM [ARGUMENTS]`);
  if (driver || program === undefined) return;
  const drivers = [...tongues.values()].filter(({ drivesOne }) => drivesOne).map(({ name }) => name);
  throw new UsageError(`${program}: not expected; a program is for a listener of ${drivers.join(' or ')}`);
}

/** A server on standard input is somebody's child, and that somebody knows where it is. */
function announce(sockets: readonly Listening[], { framing, listen }: Options, home: Home): void {
  for (const { path, page } of sockets) {
    void printNote(`ptywright: listening on ${path}`);
    if (page !== undefined) void printNote(`ptywright: watch at ${page}`);
  }
  const [first] = sockets;
  if (!first || framing !== 'ndjson' || listen.length > 0) return;
  const where = first.path === home.socket ? '' : ` --socket ${quoted(first.path)}`;
  void printNote(`ptywright: try: ptywright call server.capabilities${where}`);
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
