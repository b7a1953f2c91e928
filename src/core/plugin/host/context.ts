/** What the worker gives the host table: who the plugin is, what it may do, and the call that is running. */
import type { Asked, RuleTrace } from './asked.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The actions and matchers of the core by name; the declarations themselves need more than a worker should load. */
export interface Vocabulary {
  readonly actions: readonly { readonly name: string; readonly needs: string }[];
  readonly matchers: readonly string[];
}

export interface HostContext {
  readonly plugin: string;
  readonly version: string;
  readonly permissions: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
  /** Nothing while the plugin's files are being loaded. */
  current(): Asked | undefined;
  log(level: LogLevel, text: string): void;
  trace(entry: RuleTrace): void;
}
