/**
 * The connections of one client of a gateway to hosts, and what hosts know about the client: its notifications, its key and
 * its viewers. A host that joins later learns them too.
 */
import { serverResumed, sessionDetached, sessionLost } from '#dialects/ptywright/events.ts';
import { exit, serverResume, serverSetNotifications } from '#dialects/ptywright/server.ts';
import { sessionAttach } from '#dialects/ptywright/viewers.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { ClientChannel } from '#rpc/dispatch.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { Directory } from './directory.ts';
import {
  type HostChannel,
  type HostChannelHandlers,
  type UnreachableReason,
  unreachable,
} from './hostChannel.ts';
import type { SessionRecord } from './reports.ts';
import { mergeOutcomes, paramOf } from './routes.ts';
import { hostOfId } from './subjects.ts';

/** How the clients of a gateway reach hosts. */
export interface HostAccess {
  readonly directory: Directory;
  /** Whether the broker was away for so long that calls fail at once. */
  isAbandoned(): boolean;
  open(host: string, handlers: HostChannelHandlers): HostChannel;
  readonly clock: Clock;
}

export type SendReply = (outcome: RpcOutcome) => void;

export class ClientHosts {
  readonly #access: HostAccess;
  readonly #client: ClientChannel;
  readonly #channels = new Map<string, HostChannel>();
  /** Viewers of this client, by id, with their session. */
  readonly #viewers = new Map<string, string>();
  /** Parameters of the subscription, while there is one. */
  #subscription: RequestParams | undefined;
  /** Parameters of `server.resume`, with which each connection to a host begins. */
  #key: RequestParams | undefined;
  /** Opens connections again to hosts that refused them. */
  readonly #retries = new Map<string, Disposable>();
  #closed = false;

  constructor(access: HostAccess, client: ClientChannel) {
    this.#access = access;
    this.#client = client;
  }

  /** Returns the function that cancels the call. */
  call(host: string, method: string, params: RequestParams | undefined, reply: SendReply): () => void {
    const reason = this.#obstacle(host);
    if (reason) {
      reply(unreachable(host, reason));
      return () => {};
    }
    const channel = this.#channel(host);
    const sent = channel.request(method, params, (outcome) => {
      if (method === sessionAttach.name) this.#noteViewer(outcome);
      reply(outcome);
    });
    return () => channel.cancel(sent);
  }

  notify(host: string, method: string, params: RequestParams | undefined): void {
    if (!this.#obstacle(host)) this.#channel(host).notify(method, params);
  }

  /** Answers `server.set_notifications`. Returns false if no host has to know. */
  subscribe(params: RequestParams | undefined, reply: SendReply): boolean {
    const enabled = paramOf(serverSetNotifications.name, params, 'enabled') === true;
    this.#subscription = enabled ? params : undefined;
    const subscribed = this.#access.directory
      .reachable()
      .filter((host) => enabled && this.#isSubscribed(host));
    return this.#callAll(
      [...subscribed, ...this.#channels.keys()],
      serverSetNotifications.name,
      params,
      (outcomes) => {
        const replies = [...outcomes.values()];
        const result = replies.find((one) => 'result' in one);
        if (!result) this.#subscription = undefined;
        reply(result ?? replies[0]!);
      },
    );
  }

  /** The same for `server.resume`. Any host may know the client: from a gateway that died, or from a lost connection. */
  resume(params: RequestParams | undefined, reply: SendReply): boolean {
    const before = this.#subscription;
    this.#key = undefined;
    const hosts = [...this.#access.directory.reachable(), ...this.#channels.keys()];
    const called = this.#callAll(hosts, serverResume.name, params, (outcomes) => {
      const merged = mergeOutcomes(serverResume.name, [...outcomes.values()]);
      if ('result' in merged && this.#subscription === before)
        this.#restoreSubscription(outcomes, notificationsOf(merged));
      reply(merged);
    });
    this.#key = params;
    return called;
  }

  /** The client leaves for good, so hosts do not keep it. */
  release(): void {
    if (this.#key) for (const channel of this.#channels.values()) channel.notify(exit.name, undefined);
  }

  /** The client takes notifications again. */
  drained(): void {
    for (const channel of this.#channels.values()) channel.resume();
  }

  close(): void {
    this.#closed = true;
    disposeAll(this.#retries.values());
    for (const channel of this.#channels.values()) channel.close();
  }

  /** A host joined, returned or was restarted, or the broker is back. */
  hostReachable(host: string): void {
    if (this.#channels.has(host) || this.#obstacle(host)) return;
    if (this.#subscription && this.#isSubscribed(host))
      this.#channel(host).request(serverSetNotifications.name, this.#subscription, () => {});
    else if (this.#key) this.#channel(host);
  }

  /** The host cannot be reached, or has been restarted. */
  closeHost(host: string, reason: UnreachableReason): void {
    this.#channels.get(host)?.close(reason);
  }

  sessionsLost(host: string, lost: readonly SessionRecord[]): void {
    if (paramOf(serverSetNotifications.name, this.#subscription, 'lifecycle') !== true) return;
    for (const { session, name } of lost)
      if (this.#isSelected(session, name)) this.#client.notify(sessionLost.name, { session, host });
  }

  #obstacle(host: string): UnreachableReason | undefined {
    const { directory, isAbandoned } = this.#access;
    if (isAbandoned()) return 'no_broker';
    return directory.stateOf(host) === 'lost' ? 'silent' : undefined;
  }

  #callAll(
    names: readonly string[],
    method: string,
    params: RequestParams | undefined,
    done: (outcomes: ReadonlyMap<string, RpcOutcome>) => void,
  ): boolean {
    const hosts = new Set(names);
    const outcomes = new Map<string, RpcOutcome>();
    for (const host of hosts)
      this.call(host, method, params, (outcome) => {
        outcomes.set(host, outcome);
        if (outcomes.size === hosts.size) done(outcomes);
      });
    return hosts.size > 0;
  }

  #restoreSubscription(outcomes: ReadonlyMap<string, RpcOutcome>, notifications: object | null): void {
    if (!notifications) return;
    this.#subscription = { ...notifications, enabled: true };
    for (const [host, outcome] of outcomes)
      if (!notificationsOf(outcome) && this.#isSubscribed(host))
        this.call(host, serverSetNotifications.name, this.#subscription, () => {});
  }

  /** Whether the subscription may select something of this host. Names can be anywhere. */
  #isSubscribed(host: string): boolean {
    const refs = this.#selected();
    return refs.length === 0 || refs.some((ref) => (hostOfId(ref) ?? host) === host);
  }

  #isSelected(session: string, name: string | null): boolean {
    const refs = this.#selected();
    return refs.length === 0 || refs.includes(session) || (name !== null && refs.includes(name));
  }

  #selected(): readonly string[] {
    const list = (name: string) => paramOf(serverSetNotifications.name, this.#subscription, name);
    return [list('sessions'), list('adapters')].flatMap((refs) =>
      Array.isArray(refs) ? (refs as string[]) : [],
    );
  }

  #channel(host: string): HostChannel {
    const known = this.#channels.get(host);
    if (known) return known;
    const opened = this.#access.open(host, {
      notify: (method, params) => this.#forward(host, method, params),
      closed: () => this.#handleClosed(host, opened.answered),
    });
    this.#channels.set(host, opened);
    if (this.#key) opened.request(serverResume.name, this.#key, () => {});
    return opened;
  }

  #forward(host: string, method: string, params: RequestParams | undefined): void {
    if (method === serverResumed.name) {
      if (!this.#key) return;
      this.#key = undefined;
      this.#subscription = undefined;
    }
    if (method === sessionDetached.name) this.#viewers.delete((params as { viewer: string }).viewer);
    this.#client.notify(method, params);
    if (this.#client.clogged) this.#channels.get(host)?.pause();
  }

  #noteViewer(outcome: RpcOutcome): void {
    if (!('result' in outcome)) return;
    const { viewer, session } = outcome.result as { viewer: string; session: string };
    this.#viewers.set(viewer, session);
  }

  /** Viewers of the host are gone. Its notifications continue when it can be reached, or takes connections again. */
  #handleClosed(host: string, answered: boolean): void {
    this.#channels.delete(host);
    if (this.#closed) return;
    for (const [viewer, session] of this.#viewers)
      if (hostOfId(viewer) === host) {
        this.#viewers.delete(viewer);
        this.#client.notify(sessionDetached.name, { session, viewer, reason: 'closed' });
      }
    const { clock, directory } = this.#access;
    if (directory.stateOf(host) !== 'reachable') return;
    if (answered) return this.hostReachable(host);
    this.#retries.get(host)?.dispose();
    this.#retries.set(
      host,
      clock.after(limits.linkBeatMs, () => this.hostReachable(host)),
    );
  }
}

const notificationsOf = (outcome: RpcOutcome): object | null =>
  'result' in outcome ? (outcome.result as { readonly notifications: object | null }).notifications : null;
