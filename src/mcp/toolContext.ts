/** The native client behind an MCP connection, with the exits and the screens that were reported to the agent. */
import type { BaseClient } from '#client/baseClient.ts';
import { Refusal } from '#client/index.ts';
import type { Exit } from '#dialects/ptywright/method.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { Emitter } from '#platform/lifetimes.ts';
import type { z } from '#platform/schema.ts';
import { PendingCalls } from './pendingCalls.ts';

export type SessionExit = z.output<typeof Exit>;

/** Rows as the agent knows them. A row that was cut off is missing, or is an older one. */
interface ReportedScreen {
  readonly sequence: number;
  readonly rows: readonly string[];
}

interface ToolContextOptions {
  readonly client: BaseClient;
  readonly clock: Clock;
  /** Several clients use this context, so a reply cannot be relative to an earlier one. */
  readonly shared?: boolean;
}

export class ToolContext {
  readonly client: BaseClient;
  readonly clock: Clock;
  readonly pending = new PendingCalls();
  readonly #shared: boolean;
  readonly #exits = new Map<string, SessionExit>();
  readonly #names = new Map<string, string>();
  readonly #screens = new Map<string, readonly ReportedScreen[]>();
  readonly #sessionChanged = new Emitter<[session: string]>();
  readonly #sessionsChanged = new Emitter();
  /** Reports each change of a screen, and the exit. */
  readonly onSessionChanged = this.#sessionChanged.event;
  /** Reports that a session was opened, closed or renamed. */
  readonly onSessionsChanged = this.#sessionsChanged.event;
  /** Resolves to whether this server sends notifications. They need the permission `transcript.read`. */
  readonly #notified: Promise<boolean>;

  constructor({ client, clock, shared = false }: ToolContextOptions) {
    this.client = client;
    this.clock = clock;
    this.#shared = shared;
    const { session: news } = client.news;
    news.changed(({ session }) => this.#sessionChanged.fire(session));
    news.exited(({ session, exit_code, signal }) => {
      this.noteExit(session, { exit_code, signal });
      this.#sessionChanged.fire(session);
    });
    news.opened(({ session }) => {
      this.calls.session.info({ session }).then((info) => this.#noteName(info), ignoreRefusal);
      this.#sessionsChanged.fire();
    });
    news.labelled((labels) => {
      this.#noteName(labels);
      this.#sessionsChanged.fire();
    });
    news.closed(({ session }) => {
      this.#names.delete(session);
      this.#exits.delete(session);
      this.#screens.delete(session);
      this.#sessionsChanged.fire();
    });
    this.#notified = client.calls.server
      .set_notifications({ enabled: true, output: false, lifecycle: true })
      .then(
        () => true,
        () => false,
      );
    client.calls.session
      .list({ details: true })
      .then(({ details = [] }) => details.map((info) => this.#noteName(info)), ignoreRefusal);
  }

  /** Returns the current name of a session. */
  nameOf(session: string): string | undefined {
    return this.#names.get(session);
  }

  #noteName({ session, name }: { readonly session: string; readonly name: string | null }): void {
    if (name === null) this.#names.delete(session);
    else this.#names.set(session, name);
  }

  get calls(): BaseClient['calls'] {
    return this.client.calls;
  }

  /** Returns the id of a session by its id or name. */
  async sessionId(session: string): Promise<string> {
    return /^(?:[^/]+\/)?s\d+$/.test(session)
      ? session
      : (await this.calls.session.info({ session })).session;
  }

  /** Returns how the program ended, or undefined while it runs. */
  async exitOf(session: string): Promise<SessionExit | undefined> {
    const known = this.#exits.get(session);
    if (known || (await this.#notified)) return known;
    const { exit } = await this.calls.session.info({ session });
    return exit ?? undefined;
  }

  /** Keeps an exit of which no notification was received yet. */
  noteExit(session: string, exit: SessionExit | null | undefined): void {
    if (exit) this.#exits.set(session, exit);
  }

  /** The screen to which a reply is relative. Undefined if the reply must be complete. */
  reported(session: string, since: number | undefined): ReportedScreen | undefined {
    const screens = this.#screens.get(session) ?? [];
    if (since === undefined) return this.#shared ? undefined : screens.at(-1);
    return screens.findLast(({ sequence }) => sequence === since);
  }

  report(session: string, screen: ReportedScreen): void {
    const others = (this.#screens.get(session) ?? []).filter(({ sequence }) => sequence !== screen.sequence);
    this.#screens.set(session, [...others, screen].slice(-limits.mcpScreens));
  }
}

export const isRefusal = <Name extends Parameters<Refusal['is']>[0]>(problem: unknown, name: Name) =>
  problem instanceof Refusal && problem.is(name);

/** A client without the permission, or whose connection has ended, learns no names. */
const ignoreRefusal = (): void => {};
