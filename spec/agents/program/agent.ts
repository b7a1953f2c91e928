/** A coding agent as data: how to install it, how to start it offline, and how it talks to its model. */
import type { Scenario } from '../scenarios/scenario.ts';
import type { VariantName } from '../scenarios/variants.ts';
import type { WrittenTurn } from '../score/writtenTurn.ts';
import type { ModelRequest } from '../stub/dialect.ts';
import type { Use } from '../stub/reply.ts';
import type { Folders } from './places.ts';

/** What the program still has to ask before its first prompt. */
export interface Unknown {
  /** Show the trust dialog for the folder. */
  readonly folder?: boolean;
  /** Show the dialog for the key in the environment. */
  readonly key?: boolean;
  /** Start without an account, a key or a provider. */
  readonly account?: boolean;
}

/** Settings that a scenario needs. An agent ignores those that it does not have. */
export interface AgentOptions {
  readonly unknown?: Unknown | undefined;
  /** The default status line, or the output to print. */
  readonly statusLine?: boolean | string | undefined;
  /** Turn on vim mode in the composer. */
  readonly vim?: boolean | undefined;
  /** Set to false to run without hooks and their cost. */
  readonly hooks?: boolean | undefined;
}

/** The surroundings of one run. */
export interface Place {
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
  /** Run by default. `latest` is the newest one of the registry. */
  readonly versions: readonly string[];
  /** Version of Node from npm that runs it, if it needs a later one than this. */
  readonly node?: string;
  /** Paths in `node_modules` of the executable, the first of which that exists is taken. */
  readonly executables: readonly string[];
  readonly args: readonly string[];
  /** Set to false if it runs commands without asking. */
  readonly asks?: boolean;
  /** It does not draw all of a command, so a Yes needs `accept_unseen`. */
  readonly hides?: boolean;
  /** Writes the files that the program expects, and returns the variables that it needs. */
  readonly prepare: (place: Place) => Readonly<Record<string, string>>;
  /** Scenarios of `scenarios/shared.ts` by name, and its own. */
  readonly scenarios: readonly Scenario[];
  readonly variants: readonly VariantName[];
  /** The call that the model makes for a tool of a script. Without it, the tool and its input are the same. */
  readonly calls?: (use: Use) => Use;
  /** A request that no prompt of the user has caused, besides those without tools. */
  readonly isAside?: (requested: ModelRequest) => boolean;
  /** The events that the agent or the stub reports. Others are not expected. */
  readonly events: ReadonlySet<string>;
  /** Reads what the program stored of the session. */
  readonly written?: (folders: Folders) => readonly WrittenTurn[];
}

/** What the stub sees of a turn. Agents without hooks have no other events. */
export const stubEvents: ReadonlySet<string> = new Set(['UserPromptSubmit', 'PreToolUse', 'Stop']);
