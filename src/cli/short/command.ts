/**
 * Declares commands for one session: options, the request to the server, and the format of the reply. Finds the session,
 * and converts errors to exit statuses.
 */

import { type Client, Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import {
  type Command,
  type CommandOptions,
  count,
  defineCommand,
  flag,
  type OptionValues,
  text,
} from '../command.ts';
import { type FoundServer, type FoundServers, findServers, findSessionServer } from '../connect.ts';
import { CommandError, sessionExitCodes, UsageError } from '../errors.ts';
import { socketOption } from '../options.ts';
import { printJson, printNote, printResult } from '../print.ts';

const sessionOption = text(
  'SESSION',
  'Id or name of the session (default: $PTYWRIGHT_SESSION, or the newest session).',
  { alias: 's', completes: 'session' },
);

export const timeoutOption = count('MS', [0, limits.timeoutMs], 'Timeout in milliseconds.', {
  default: limits.defaultTimeoutMs,
});

export const regexOption = flag('The value is an RE2 pattern.');

const baseOptions = {
  socket: socketOption,
  json: flag('Print one JSON object with the field kind.'),
} as const;

const exits = {
  1: 'Not done: a condition was not met in time, the program has ended, or the server refused the request.',
  3: 'The session does not exist.',
  4: 'No server is running, or it cannot be reached.',
  5: 'An internal error.',
} as const;

const errorClasses: Readonly<Record<number, string>> = {
  [sessionExitCodes.failed]: 'not_met',
  [sessionExitCodes.usage]: 'usage',
  [sessionExitCodes.noSession]: 'no_session',
  [sessionExitCodes.noServer]: 'no_server',
  [sessionExitCodes.internal]: 'internal',
};

/** What a command prints: the text, or with `--json` the object with its kind. */
export interface CommandOutput {
  readonly kind: string;
  readonly json: object;
  /** With its line end. Empty prints nothing. */
  readonly text: string;
  /** For standard error, or for the field `warnings`. */
  readonly warnings?: readonly string[] | undefined;
  /** For standard error only: the object says the same. */
  readonly note?: string | undefined;
}

export type Calls = Client['calls'];

export interface Invocation<O extends CommandOptions> {
  readonly calls: Calls;
  /** All servers on the default sockets, or the server on the given one. */
  readonly servers: readonly FoundServer[];
  /** Id or name, from the option, the environment or the list. */
  readonly session: string;
  readonly sessions: readonly string[];
  readonly given: OptionValues<O>;
  readonly operands: readonly string[];
  readonly words: readonly string[];
}

type SharedOptions = typeof baseOptions & { readonly session?: typeof sessionOption };

interface Declaration<O extends CommandOptions>
  extends Pick<Command<O>, 'name' | 'summary' | 'details' | 'options' | 'operands' | 'examples'> {
  /** `none`: the command is for all sessions, or creates one. */
  readonly needs?: 'none';
  /** How to start the server that the command needs, in place of `ptywright start`. */
  readonly serverHint?: string;
  /** Connects to a server, or starts one. */
  readonly open?: () => Promise<FoundServer>;
  run(invocation: Invocation<O>): Promise<CommandOutput>;
}

export function defineSessionCommand<const O extends CommandOptions>({
  needs,
  serverHint,
  open,
  run,
  options,
  ...declaration
}: Declaration<O>): Command<O & SharedOptions> {
  const shared = { ...(needs !== 'none' && { session: sessionOption }), ...baseOptions };
  return defineCommand({
    ...declaration,
    options: { ...options, ...shared } as unknown as O & SharedOptions,
    exits,
    printUsageError: (error) => printJsonError(error, error),
    environment: { PTYWRIGHT_SESSION: 'Default of --session.' },
    run: async (given, operands, words): Promise<number> => {
      const { socket, json } = given as OptionValues<typeof baseOptions>;
      const named = (given as { session?: string }).session;
      try {
        const servers: FoundServers =
          socket === undefined && open ? [await open()] : await connect(socket, serverHint);
        try {
          const chosen = needs === 'none' ? undefined : await chooseSession(named, servers);
          const { calls } = (chosen?.server ?? servers[0]).client;
          const { session = '', sessions = [] } = chosen ?? {};
          await printOutput(await run({ calls, servers, session, sessions, given, operands, words }), json);
          return sessionExitCodes.done;
        } finally {
          await Promise.all(servers.map(({ client }) => client.close()));
        }
      } catch (problem) {
        const error = toCommandError(problem);
        if (!json) throw error;
        return printJsonError(error, problem);
      }
    },
  });
}

async function connect(
  socket: string | undefined,
  serverHint = 'start a session with: ptywright start PROGRAM',
): Promise<FoundServers> {
  const found = await findServers(socket);
  if (!('missing' in found)) return found;
  const hint = found.isAbsent && socket === undefined ? `; ${serverHint}` : '';
  const [reason] = found.missing.split('; ', found.isAbsent ? 1 : undefined);
  throw new CommandError(hint ? `${reason}${hint}` : found.missing, sessionExitCodes.noServer);
}

interface ChosenSession {
  readonly server: FoundServer;
  readonly session: string;
  /** All sessions of that server. */
  readonly sessions: readonly string[];
}

/** With two servers, the session may be on either. It must be named if both have one. */
async function chooseSession(named: string | undefined, servers: FoundServers): Promise<ChosenSession> {
  const requested = named || process.env.PTYWRIGHT_SESSION || undefined;
  const { server, sessions } = (await findSessionServer(servers, requested)) ?? {
    server: servers[0],
    sessions: [],
  };
  const session = requested ?? sessions.at(-1);
  if (session !== undefined) return { server, session, sessions };
  throw new CommandError(
    'the server has no session; start one with: ptywright start PROGRAM',
    sessionExitCodes.noSession,
  );
}

async function printOutput(output: CommandOutput, asJson: boolean): Promise<void> {
  const { kind, json, text, warnings = [], note } = output;
  if (asJson) return printJson({ kind, ...json, ...(warnings.length > 0 && { warnings }) });
  for (const line of [...warnings, ...(note === undefined ? [] : [note])]) await printNote(line);
  await printResult(text);
}

const faultStatuses: Readonly<Record<string, number>> = {
  Invalid: sessionExitCodes.usage,
  SessionUnknown: sessionExitCodes.noSession,
  Internal: sessionExitCodes.internal,
};

const faultOf = ({ data }: Refusal): string => (data as { readonly fault?: string } | null)?.fault ?? '';

/** A lost connection is reported as a missing server. */
function toCommandError(problem: unknown): CommandError | UsageError {
  if (problem instanceof CommandError || problem instanceof UsageError) return problem;
  if (problem instanceof Refusal) {
    const status = faultStatuses[faultOf(problem)] ?? sessionExitCodes.failed;
    return status === sessionExitCodes.usage
      ? new UsageError(problem.message)
      : new CommandError(
          status === sessionExitCodes.noSession
            ? `${problem.message} (see ptywright sessions)`
            : problem.message,
          status,
        );
  }
  const { message, stack } = problem as Error;
  return /^the connection (?:is closed|closed)/.test(message)
    ? new CommandError(message, sessionExitCodes.noServer)
    : new CommandError(stack ?? String(problem), sessionExitCodes.internal);
}

async function printJsonError(error: CommandError | UsageError, problem: unknown): Promise<number> {
  const status = error instanceof CommandError ? error.status : sessionExitCodes.usage;
  const details =
    problem instanceof Refusal
      ? { message: problem.reason, fault: faultOf(problem), data: problem.data }
      : { message: error.message };
  await printJson({ kind: 'error', class: errorClasses[status], status, ...details });
  return status;
}

/** The condition was not met. */
export const notMet = (message: string): CommandError => new CommandError(message, sessionExitCodes.failed);
