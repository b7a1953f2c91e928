/** How a call of a plugin fails. */
import type { FailureReason } from './messages.ts';

export type PluginFailureReason = FailureReason | 'crashed' | 'closed';

/** After one of these the worker is not used any more: the next call gets a fresh one. */
export const endsWorker = (reason: PluginFailureReason): boolean => reason !== 'error' && reason !== 'shape';

export class PluginFailure extends Error {
  override readonly name = 'PluginFailure';
  readonly reason: PluginFailureReason;
  /** The function of the plugin that was called; empty where none was. */
  readonly function: string;
  /** The calls inside of the plugin that led there, the innermost first, one a line. */
  readonly calls: string;
  constructor(reason: PluginFailureReason, message: string, called: string, calls = '') {
    super(message);
    this.reason = reason;
    this.function = called;
    this.calls = calls;
  }
}
