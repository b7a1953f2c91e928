/** Declares a coding agent: how to install it, how to start it offline, and how it calls its model. */
import type { Scenario } from '../scenarios/scenario.ts';
import type { VariantName } from '../scenarios/variants.ts';
import type { StoredTurn } from '../score/storedTurn.ts';
import type { ModelRequest } from '../stub/dialect.ts';
import type { ToolCall } from '../stub/reply.ts';
import type { Folders } from './folders.ts';

/** What the agent must still ask before its first prompt. */
export interface FirstRun {
  /** Show the trust dialog for the folder. */
  readonly folder?: boolean;
  /** Show the dialog for the key in the environment. */
  readonly key?: boolean;
  /** Start without an account, a key or a provider. */
  readonly account?: boolean;
}

/** Settings of a scenario. An agent ignores those that it does not support. */
export interface AgentOptions {
  readonly firstRun?: FirstRun | undefined;
  /** The default status line, or the output to print. */
  readonly statusLine?: boolean | string | undefined;
  /** Turn on vim mode in the composer. */
  readonly vim?: boolean | undefined;
  /** Set to false to run without hooks and their cost. */
  readonly hooks?: boolean | undefined;
}

/** The parameters of `prepare`. */
export interface PrepareOptions {
  readonly folders: Folders;
  /** Address of the stub. */
  readonly api: string;
  readonly version: string;
  readonly options: AgentOptions;
}

export interface Agent {
  /** Also the name of its plugin. */
  readonly name: string;
  readonly package: string;
  /** Versions that run by default. `latest` is the newest one of the registry. */
  readonly versions: readonly string[];
  /** Version of Node from npm, if the agent needs a later one than the specs. */
  readonly node?: string;
  /** Paths of the executable in `node_modules`. The first one that exists is used. */
  readonly executables: readonly string[];
  readonly args: readonly string[];
  /** Set to false if the agent runs commands without asking. */
  readonly asksPermission?: boolean;
  /** The agent leaves out parts of a command, so Yes needs `accept_unseen`. */
  readonly hides?: boolean;
  /** Writes the files that the program expects, and returns the variables that it needs. */
  readonly prepare: (place: PrepareOptions) => Readonly<Record<string, string>>;
  /** The shared scenarios, and those of this agent. */
  readonly scenarios: readonly Scenario[];
  readonly variants: readonly VariantName[];
  /** Translates a tool call of a script into the tool of this agent. Default: no change. */
  readonly translateCall?: (use: ToolCall) => ToolCall;
  /** Detects requests that no prompt of the user caused. Requests without tools always are side requests. */
  readonly isSideRequest?: (requested: ModelRequest) => boolean;
  /** The hooks that the agent or the stub reports. */
  readonly events: ReadonlySet<string>;
  /** Reads the session file of the agent. */
  readonly readStoredTurns?: (folders: Folders) => readonly StoredTurn[];
}

/** The events that the stub reports for agents without hooks. */
export const stubEvents: ReadonlySet<string> = new Set(['UserPromptSubmit', 'PreToolUse', 'Stop']);
