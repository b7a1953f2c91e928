/**
 * Writes connections, sessions and calls of a server to its log. Parameters, results and terminal text are never
 * logged.
 */
import type { Core } from '#core.ts';
import type { Clock } from '#platform/clock.ts';
import type { RpcMessage, RpcOutcome } from '#rpc/envelope.ts';

type LogFunction = (line: string, facts: Readonly<Record<string, unknown>>) => void;

export interface AccessLogOptions {
  readonly debug: LogFunction;
  /** Receives one entry per call. */
  readonly trace?: LogFunction | undefined;
}

export interface ConnectionInfo {
  readonly transport: string;
  readonly dialect: string;
}

/** Maximum length of a logged method name or request id. */
const maxLoggedChars = 100;

export class AccessLog {
  readonly options: AccessLogOptions;
  readonly clock: Clock;
  readonly #world: Core;
  #connections = 0;

  constructor(options: AccessLogOptions, world: Core) {
    this.options = options;
    this.clock = world.clock;
    this.#world = world;
    this.#logSessions();
  }

  /** Redacts text that a client chose. Redacts before it cuts, because half a secret would match no rule. */
  redact(text: string): string {
    return this.#world.redaction.text(text).slice(0, maxLoggedChars);
  }

  /** Logs programs by name only. Their arguments may contain secrets that no rule recognizes. */
  #logSessions(): void {
    const { debug } = this.options;
    this.#world.sessions.onUpdate(({ id, program, exit }, update) => {
      if (update === 'opened') debug('session opened', { session: id, program });
      else if (update === 'exited')
        debug('session exited', { session: id, code: exit?.exitCode, signal: exit?.signal });
    });
  }

  /** Returns the log for the calls of this connection, and the function to call when it closes. */
  logConnection(client: ConnectionInfo): { readonly calls: CallLog; closed(why?: string): void } {
    this.#connections += 1;
    const connection = this.#connections;
    this.options.debug('connection opened', { connection, ...client });
    const left = (why?: string) =>
      this.options.debug('connection closed', { connection, ...(why !== undefined && { why }) });
    return { calls: new CallLog(this, { connection }), closed: left };
  }
}

interface LoggedCall {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
}

/** Logs the calls of one connection when they are answered. */
export class CallLog {
  readonly #accessLog: AccessLog;
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #pending = new Map<number, LoggedCall>();

  /** `source` holds the facts that identify the connection. */
  constructor(accessLog: AccessLog, source: Readonly<Record<string, unknown>>) {
    this.#accessLog = accessLog;
    this.#source = source;
  }

  /** Call before the message is dispatched. `names` maps our request id to the id that the client sent. */
  logMessage(message: RpcMessage, names?: { clientIdOf(own: number): string | undefined }): void {
    if (!('method' in message)) return;
    const { options, clock } = this.#accessLog;
    const method = this.#accessLog.redact(message.method);
    if ('id' in message) {
      const own = message.id as number;
      const id = names?.clientIdOf(own);
      const call = { ...this.#source, method, ...(id !== undefined && { id: this.#formatId(id) }) };
      this.#pending.set(own, { facts: call, startedAt: clock.now() });
    } else options.trace?.('notification', { ...this.#source, method });
  }

  /** Keeps an integer beyond the range of a JavaScript number as it was written. */
  #formatId(json: string): unknown {
    const id: unknown = /^-?\d{16,}$/.test(json) ? json : JSON.parse(json);
    return typeof id === 'number' || id === null ? id : this.#accessLog.redact(String(id));
  }

  logReply(own: number, outcome: RpcOutcome): void {
    const begun = this.#pending.get(own);
    if (!begun) return;
    this.#pending.delete(own);
    const { options, clock } = this.#accessLog;
    if ('error' in outcome) options.debug('call failed', { ...begun.facts, fault: faultName(outcome.error) });
    options.trace?.('call', { ...begun.facts, ms: Math.round((clock.now() - begun.startedAt) * 10) / 10 });
  }
}

const faultName = ({ code, data }: { readonly code: unknown; readonly data?: unknown }): unknown =>
  (data as { readonly fault?: unknown } | undefined)?.fault ?? code;
