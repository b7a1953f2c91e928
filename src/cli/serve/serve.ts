/** `ptywright serve` and `ptywright tuispec server`: creates a server from the options and reports its listeners. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Fault } from '#faults.ts';
import { type Permission, permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { expandHome, type Home } from '#platform/paths.ts';
import { takeInheritedSockets } from '#platform/socketFile.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import { unsupportedSystem } from '#platform/systemErrors.ts';
import { userName } from '#platform/userInfo.ts';
import { dialectDefinitions } from '#server/dialects.ts';
import { type ListenAddress, parseListenAddress } from '#server/listenAddress.ts';
import { ListenError, runServer } from '#server/serve.ts';
import { Server, type ServerOptions } from '#server/server.ts';
import type { Listener } from '#server/unixListener.ts';
import { type OptionValues, parseCommandLine } from '../command.ts';
import { version } from '../commands.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';
import { createFolder, ownerOnly } from '../files.ts';
import { type Log, openLog, readCliEnvironment } from '../log.ts';
import { printNote, quoteShellWord, shownCommand } from '../print.ts';
import type { tuispecServerCommand } from '../tuispec/commands.ts';
import { type mcpCommand, serveCommand } from './command.ts';
import { joinFleetOf, parseFleetOptions } from './fleet.ts';

/** Resolves a relative folder like tuispec: from TUISPEC_PROJECT_ROOT, the enclosing project or the current folder. */
function resolveInProject(dir: string, from: string, env: NodeJS.ProcessEnv): string {
  return isAbsolute(dir) ? dir : join(env.TUISPEC_PROJECT_ROOT || findProjectRoot(from) || from, dir);
}

function findProjectRoot(from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (listFolder(at).some((name) => name === '.git' || /\.cabal$|^cabal\.project$/.test(name))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Returns nothing for an unreadable folder. */
function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

type ServeCommandOptions = OptionValues<typeof serveCommand.options>;

export async function serve(given: ServeCommandOptions, command: readonly string[]): Promise<number> {
  const unsupported = unsupportedSystem();
  if (unsupported !== undefined) throw new CommandError(unsupported);
  const environment = await readCliEnvironment();
  const { home } = environment;
  const listeners = parseListeners(given, home, takeInheritedSockets(process.env));
  checkProgram(listeners, command);
  const secrets = takeSecrets(process.env);
  const artifactDir = resolveArtifactDir(given, listeners);
  if (given['no-auth']) checkNoAuth(listeners, secrets);
  if (artifactDir !== undefined) createFolder(artifactDir, ownerOnly);
  const log = await openLog(environment, true);
  const mark = createServerMark(listeners);
  const tagPrefix = `${mark}${randomUUID().slice(0, 8)}.`;
  const fleet = parseFleetOptions(given, listeners);
  const serverOptions: ServerOptions = { ...toServerOptions(given, log), tagPrefix, artifactDir };
  const member = fleet && (await joinFleetOf(fleet, serverOptions, log));
  const server = member?.server ?? new Server(serverOptions);
  const started = (sockets: readonly Listener[]) => {
    printListeners(sockets, given, home);
    if (given.reap) void reapStrays(mark, tagPrefix, log);
    else if (sockets.some(({ wasStale }) => wasStale)) void warnAboutStrays(mark, tagPrefix);
    if (given['no-auth']) log.warn('TCP clients need no secret (--no-auth)');
    log.info('serving', {
      listeners: listeners.map(({ dialect, transport, address }) => `${dialect}+${transport}:${address}`),
    });
    log.prune();
  };
  try {
    loadPlugins(server, given.plugin);
    return await runServer({
      server,
      listeners,
      command,
      secrets,
      names: parseHostNames(given['allow-host'], listeners),
      allowAllUsers: given['no-auth'],
      framing: given.framing,
      idleExitMs: given['idle-exit'],
      ended: member?.replaced.then(() => exitCodes.failed),
      clock: systemClock,
      onStarted: started,
      log,
      quit: (status) => process.exit(status),
    });
  } catch (problem) {
    throw problem instanceof ListenError ? new CommandError(problem.message) : problem;
  } finally {
    await member?.leave();
    log.close();
  }
}

const toServerOptions = (given: ServeCommandOptions, log: Log): ServerOptions => ({
  clock: systemClock,
  version,
  redactionEnforced: given.redaction === 'enforced',
  grants: grantedPermissions(given.deny),
  log: log.warn,
  pluginLog: (level, line, facts) => log[level](line, facts),
  allowPluginLoad: given['allow-plugin-load'],
  rawView: given['raw-view'],
  checkReplies: given['check-replies'],
  accessLog: accessLogOptions(log),
  maxSessions: given['max-sessions'],
});

const accessLogOptions = (log: Log) =>
  log.isEnabled('debug')
    ? { debug: log.debug, trace: log.isEnabled('trace') ? log.trace : undefined }
    : undefined;

/** Dialects with artifacts need a folder from the user, where clients can find them. */
function resolveArtifactDir(
  given: ServeCommandOptions,
  listeners: readonly ListenAddress[],
): string | undefined {
  const requested = given['artifact-dir'] ?? process.env.TUISPEC_ARTIFACTS_DIR;
  const keeper = listeners.find(({ dialect }) => dialectDefinitions.get(dialect)!.needsArtifactDir);
  if (keeper && !requested)
    throw new UsageError(`${keeper.dialect} needs a directory for artifacts: add --artifact-dir DIR`);
  if (requested === undefined) return undefined;
  const dir = expandHome(requested, process.env);
  return keeper?.options.wire === 'client' ? resolveInProject(dir, process.cwd(), process.env) : dir;
}

const isWeb = ({ transport }: ListenAddress): boolean => transport === 'ws' || transport === 'http';

function checkNoAuth(listeners: readonly ListenAddress[], secrets: Readonly<Record<string, string>>): void {
  const web = listeners.filter(isWeb);
  if (web.length === 0)
    throw new UsageError(
      '--no-auth needs an HTTP or WebSocket listener, such as --listen wsh+http://127.0.0.1',
    );
  for (const { dialect } of web) {
    const { name } = dialectDefinitions.get(dialect)!.web!.secret;
    if (secrets[name] !== undefined)
      throw new UsageError(
        `--no-auth cannot be combined with ${name}, which sets a secret; remove one of them`,
      );
  }
}

function parseHostNames(names: readonly string[], listeners: readonly ListenAddress[]): readonly string[] {
  const wrong = names.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(name));
  if (wrong !== undefined)
    throw new UsageError(`--allow-host ${wrong}: expected a host name, such as pty.example.org`);
  if (names.length > 0 && !listeners.some(isWeb))
    throw new UsageError(
      '--allow-host needs an HTTP or WebSocket listener, such as --listen wsh+http://127.0.0.1',
    );
  return names.map((name) => name.toLowerCase());
}

/** Removes the secrets from the environment, which every program of a session inherits. */
function takeSecrets(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const { web } of dialectDefinitions.values()) {
    const name = web?.secret.name;
    const value = name && env[name];
    if (value) secrets[name] = value;
    if (name) delete env[name];
  }
  return secrets;
}

/** Plugins on the command line are trusted, so --allow-plugin-load is not required. */
function loadPlugins({ world }: Server, manifests: readonly string[]): void {
  for (const manifest of manifests) {
    try {
      world.plugins.load(expandHome(manifest, process.env));
    } catch (problem) {
      throw problem instanceof Fault ? new CommandError(problem.message) : problem;
    }
  }
}

/**
 * The mark is derived from the socket paths, so that a server finds processes that a predecessor left behind. Without a
 * socket it is random.
 */
function createServerMark(listeners: readonly ListenAddress[]): string {
  const paths = listeners
    .filter(({ transport, descriptor }) => transport === 'unix' && descriptor === undefined)
    .map(({ address }) => address);
  // The first hash of a process takes 2 ms.
  if (paths.length === 0) return `${randomBytes(8).toString('hex')}.`;
  return `${createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16)}.`;
}

/** Once the sockets are claimed, no other server uses the mark. Its processes from earlier runs are strays. */
async function reapStrays(mark: string, ours: string, log: Log): Promise<void> {
  const { killStrays } = await import('#platform/pty/pty.ts');
  log.info('killed orphaned processes', { processes: killStrays(mark, ours) });
}

async function warnAboutStrays(mark: string, ours: string): Promise<void> {
  const { countStrays } = await import('#platform/pty/pty.ts');
  const left = countStrays(mark, ours);
  const who =
    left === 1
      ? 'process of an earlier server is still running'
      : 'processes of an earlier server are still running';
  if (left > 0)
    await printNote(`ptywright: ${left} ${who}; to kill orphaned processes, start the server with --reap`);
}

const grantedPermissions = (denied: readonly Permission[]): ReadonlySet<Permission> =>
  new Set(permissionNames.filter((name) => !denied.includes(name)));

function parseListeners(
  { stdio, socket, listen }: ServeCommandOptions,
  home: Home,
  inherited: readonly number[],
): readonly ListenAddress[] {
  const native = (transport: 'stdio' | 'unix', address: string): ListenAddress => ({
    dialect: 'ptywright',
    transport,
    address,
    options: {},
  });
  const requested = [
    ...(stdio ? [native('stdio', '')] : []),
    ...socket.map((path) => native('unix', path)),
    ...listen.map(parseListenOption),
  ];
  if (requested.filter(({ transport }) => transport === 'stdio').length > 1)
    throw new UsageError('only one listener can use standard input and output');
  if (requested.length === 0 && inherited.length > 0)
    return inherited.map((fd) => ({ ...native('unix', `descriptor ${fd}`), descriptor: fd }));
  const listeners = requested.length > 0 ? requested : [native('unix', home.socket)];
  return listeners.map((one) => ({ ...one, address: expandHome(one.address, process.env) }));
}

function parseListenOption(text: string): ListenAddress {
  const read = parseListenAddress(text, process.env);
  if (typeof read === 'string') throw new UsageError(`--listen ${read}`);
  return read;
}

/** Rejects a program that no listener would start. */
function checkProgram(listeners: readonly ListenAddress[], [program]: readonly string[]): void {
  const driver = listeners.find(({ dialect }) => dialectDefinitions.get(dialect)!.drivesCommand);
  if (driver && program === undefined)
    throw new UsageError(`${driver.dialect} drives one program: add -- PROGRAM [ARGUMENTS] at the end`);
  if (driver || program === undefined) return;
  const drivers = [...dialectDefinitions.values()]
    .filter(({ drivesCommand }) => drivesCommand)
    .map(({ name }) => name);
  throw new UsageError(
    `${program}: unexpected program; only a listener of ${drivers.join(' or ')} starts one`,
  );
}

/** Prints the listeners. A server on standard input is a child process, and its parent needs no such message. */
function printListeners(
  sockets: readonly Listener[],
  { framing, listen, 'no-auth': anyone }: ServeCommandOptions,
  home: Home,
): void {
  for (const { path, page, accessNote } of sockets) {
    void printNote(`ptywright: listening on ${path}`);
    if (page !== undefined) void printNote(`ptywright: watch at ${page}`);
    if (accessNote !== undefined) void printNote(`ptywright: at ${path}: ${accessNote}`);
  }
  if (anyone) {
    const who = userName(process.env) ?? 'the user of this server';
    void printNote(
      `ptywright: WARNING: --no-auth: every user of this machine can run programs as ${who} through this server`,
    );
  }
  const [first] = sockets;
  if (!first || framing !== 'ndjson' || listen.length > 0) return;
  const where = first.path === home.socket ? '' : ` --socket ${quoteShellWord(first.path)}`;
  void printNote(`ptywright: try: ${shownCommand()} call server.capabilities${where}`);
}

const serveWith = (words: readonly string[]): Promise<number> =>
  serve(parseCommandLine(serveCommand, words).given as ServeCommandOptions, []);

type TuispecServerOptions = OptionValues<typeof tuispecServerCommand.options>;

export function serveTuispec(given: TuispecServerOptions): Promise<number> {
  const dir = given['artifact-dir'];
  const words = [
    `--listen=tuispec+stdio:?${listenerQuery(given)}`,
    ...(dir === undefined ? [] : [`--artifact-dir=${dir}`]),
  ];
  return serveWith(words);
}

/** Omits options that are not given, so that environment variables can set them. */
function listenerQuery(given: TuispecServerOptions): string {
  const requested = {
    cols: given.cols,
    rows: given.rows,
    timeout: given['timeout-seconds'],
    ambiguity: given['ambiguity-mode'],
  };
  const entries = Object.entries(requested).filter(([, value]) => value !== undefined);
  return ['wire=client', ...entries.map(([name, value]) => `${name}=${value}`)].join('&');
}

/** Without a socket it is a server with one client, like `serve --stdio`. */
export async function serveMcp({
  socket,
  ...given
}: OptionValues<typeof mcpCommand.options>): Promise<number> {
  const words = [
    ...(given.redaction === 'default' ? [] : [`--redaction=${given.redaction}`]),
    ...given.deny.map((name) => `--deny=${name}`),
    ...given.plugin.map((manifest) => `--plugin=${manifest}`),
  ];
  if (socket === undefined) return serveWith(['--listen=mcp+stdio:', ...words]);
  if (words[0] !== undefined)
    throw new UsageError(`${words[0]} belongs to the server: give it to ptywright serve, without --socket`);
  const [{ serveMcpStream }, { withServer }] = await Promise.all([
    import('#mcp/connection.ts'),
    import('../connect.ts'),
  ]);
  await withServer(socket, (client) =>
    serveMcpStream(
      { input: standardInput(), output: standardOutput() },
      { clock: systemClock, version, connect: () => client },
    ),
  );
  return exitCodes.done;
}
