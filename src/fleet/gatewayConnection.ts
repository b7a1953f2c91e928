/** A client of a gateway. Its requests go to hosts over one connection to each, and their replies come back. */
import type { FleetHost } from '#core.ts';
import { serverResumed, sessionDetached, sessionLost } from '#dialects/ptywright/events.ts';
import { exit, serverResume, serverSetNotifications } from '#dialects/ptywright/server.ts';
import { sessionList } from '#dialects/ptywright/session.ts';
import { adapterTranscript, sessionTranscript } from '#dialects/ptywright/transcript.ts';
import { sessionAttach } from '#dialects/ptywright/viewers.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { ClientChannel } from '#rpc/connection.ts';
import type { RequestParams, RpcMessage, RpcNotification, RpcOutcome, RpcRequest } from '#rpc/envelope.ts';
import type { ConnectionHandler } from '#server/endpoint.ts';
import type { Directory } from './directory.ts';
import {
  dataOf,
  type HostChannel,
  type HostChannelHandlers,
  isFaultOutcome,
  toErrorOutcome,
  type UnreachableReason,
  unreachable,
} from './hostChannel.ts';
import { choosePlace, listFree, type PlaceRequest } from './placement.ts';
import type { SessionRecord } from './reports.ts';
import { mergeOutcomes, paramOf, routeOf } from './routes.ts';
import { hostOfId } from './subjects.ts';

/** What the clients of a gateway share. */
export interface GatewayShared {
  readonly directory: Directory;
  open(host: string, handlers: HostChannelHandlers): HostChannel;
  /** Reads what was kept of the transcript of a lost session. Resolves to undefined if that does not answer the call. */
  readKept(session: string, params: RequestParams | undefined): Promise<RpcOutcome | undefined>;
  /** Calls all reachable hosts over connections that the clients share. */
  callEveryHost(method: string, params: RequestParams | undefined): Promise<readonly RpcOutcome[]>;
}

type Reply = (outcome: RpcOutcome) => void;
type Cancel = () => void;
type Request = RpcRequest & { readonly id: number };
type Message = RpcNotification | RpcRequest;

export class GatewayConnection implements ConnectionHandler {
  readonly #shared: GatewayShared;
  readonly #client: ClientChannel;
  readonly #local: ConnectionHandler;
  readonly #hosts = new Map<string, HostChannel>();
  /** Cancels the requests that hosts work on. */
  readonly #cancels = new Map<number, Cancel>();
  /** Viewers of this client, by id, with their session. */
  readonly #viewers = new Map<string, string>();
  /** Parameters of the subscription, while there is one. */
  #subscription: RequestParams | undefined;
  /** Parameters of `server.resume`, with which each connection to a host begins. */
  #key: RequestParams | undefined;
  /** Messages that came while the host of a name is looked up, to keep their order. Undefined while none is. */
  #waiting: Message[] | undefined;
  #closed = false;

  constructor(shared: GatewayShared, client: ClientChannel, local: ConnectionHandler) {
    this.#shared = shared;
    this.#client = client;
    this.#local = local;
  }

  message(message: RpcMessage): void {
    if (!('method' in message)) return;
    if (this.#waiting) this.#waiting.push(message);
    else this.#handle(message);
  }

  #handle(message: Message): void {
    if (message.method === '$/cancelRequest') return this.#cancel(message);
    if (message.method === exit.name) this.#release();
    const route = routeOf(message.method);
    if (route.to === 'local') return this.#local.message(message);
    if (!('id' in message)) return this.#notifyHost(message, route);
    const request = message as Request;
    if (route.to === 'every') this.#callEvery(request);
    else if (route.to === 'placed') void this.#place(request);
    else if (route.to === 'subscription') this.#subscribe(request);
    else if (route.to === 'client') this.#resume(request);
    else this.#callRef(request, paramOf(request.method, request.params, route.param!));
  }

  drained(): void {
    for (const host of this.#hosts.values()) host.resume();
    this.#local.drained();
  }

  idled(): void {
    this.#local.idled();
  }

  closed(left: () => void): void {
    this.#closed = true;
    for (const host of this.#hosts.values()) host.close();
    this.#local.closed(left);
  }

  /** A host joined, returned or was restarted. */
  hostReachable(host: string): void {
    if (this.#hosts.has(host)) return;
    if (this.#subscription && this.#isSubscribed(host))
      this.#channel(host).request(serverSetNotifications.name, this.#subscription, () => {});
    else if (this.#key) this.#channel(host);
  }

  /** The host cannot be reached, or has been restarted. */
  closeHost(host: string, reason: UnreachableReason): void {
    this.#hosts.get(host)?.close(reason);
  }

  sessionsLost(host: string, lost: readonly SessionRecord[]): void {
    if (paramOf(serverSetNotifications.name, this.#subscription, 'lifecycle') !== true) return;
    for (const { session, name } of lost)
      if (this.#isSelected(session, name)) this.#client.notify(sessionLost.name, { session, host });
  }

  #cancel(message: RpcNotification | RpcRequest): void {
    const { id } = message.params as unknown as { readonly id: number };
    const cancel = this.#cancels.get(id);
    if (cancel) cancel();
    else this.#local.message(message);
  }

  #reply(id: number, outcome: RpcOutcome): void {
    this.#cancels.delete(id);
    this.#client.reply(id, outcome);
  }

  /** A session, adapter or recording that no host has is unknown to the gateway too, which says so in its own words. */
  #callRef(request: Request, ref: unknown): void {
    if (typeof ref !== 'string') return this.#local.message(request);
    const host = hostOfId(ref);
    const { directory } = this.#shared;
    if (host !== undefined && directory.stateOf(host) !== 'unknown')
      return this.#callOrReadKept(host, request, ref);
    const remembered = directory.rememberedHost(ref);
    if (remembered === undefined) return this.#lookUp(ref, (found) => this.#callNamed(request, ref, found));
    this.#call(remembered, request, (outcome) => {
      // The name may have moved to another host since.
      if (!isFaultOutcome(outcome, 'SessionUnknown')) return this.#reply(request.id, outcome);
      void directory.findName(ref).then((found) => {
        if (!this.#closed) this.#callNamed(request, ref, found === remembered ? undefined : found);
      });
    });
  }

  #callNamed(request: Request, name: string, host: string | undefined): void {
    if (host === undefined) this.#local.message(request);
    else if (this.#shared.directory.stateOf(host) === 'reachable') this.#call(host, request);
    else this.#callOrReadKept(host, request, name);
  }

  /** The transcript of a lost session is read where it was kept. */
  #callOrReadKept(host: string, request: Request, ref: string): void {
    const { directory, readKept } = this.#shared;
    const lost = transcripts.includes(request.method) ? directory.findLost(ref) : undefined;
    if (!lost) return this.#call(host, request);
    void readKept(lost.session, request.params).then((kept) => {
      if (this.#closed) return;
      if (kept) this.#reply(request.id, kept);
      else this.#call(host, request);
    });
  }

  /** Finds the host of a name. Later messages wait, so that calls by id do not overtake this one. */
  #lookUp(name: string, then: (host: string | undefined) => void): void {
    const waiting: Message[] = [];
    this.#waiting = waiting;
    void this.#shared.directory.findName(name).then((host) => {
      if (this.#closed) return;
      then(host);
      this.#waiting = undefined;
      for (const message of waiting) this.message(message);
    });
  }

  #call(
    host: string,
    { id, method, params }: Request,
    reply: Reply = (outcome) => this.#reply(id, outcome),
  ): void {
    if (this.#shared.directory.stateOf(host) === 'lost') return reply(unreachable(host, 'silent'));
    const channel = this.#channel(host);
    const sent = channel.request(method, params, (outcome) => {
      if (method === sessionAttach.name) this.#noteViewer(outcome);
      reply(outcome);
    });
    this.#cancels.set(id, () => channel.cancel(sent));
  }

  #notifyHost({ method, params }: RpcNotification, route: ReturnType<typeof routeOf>): void {
    const ref = route.to === 'ref' ? paramOf(method, params, route.param!) : undefined;
    if (typeof ref !== 'string') return;
    const { directory } = this.#shared;
    const inId = hostOfId(ref);
    const known = inId !== undefined && directory.stateOf(inId) !== 'unknown';
    const host = known ? inId : directory.rememberedHost(ref);
    const notify = (to: string | undefined) => to !== undefined && this.#channel(to).notify(method, params);
    if (host === undefined) this.#lookUp(ref, notify);
    else notify(host);
  }

  #callEvery({ id, method, params }: Request): void {
    void this.#shared.callEveryHost(method, params).then((outcomes) => {
      if (outcomes.length === 0)
        return this.#local.message({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      const merged = mergeOutcomes(method, outcomes);
      this.#reply(id, method === sessionList.name ? this.#addLost(merged, params) : merged);
    });
  }

  #addLost(outcome: RpcOutcome, params: RequestParams | undefined): RpcOutcome {
    const read = (name: string) => paramOf(sessionList.name, params, name);
    const [host, tag, labels] = [read('host'), read('tag'), read('labels') as Record<string, string>];
    const lost = this.#shared.directory
      .lost()
      .filter((one) => host === undefined || one.host === host)
      .filter((one) => tag === undefined || one.tags.includes(tag as string))
      .filter((one) => Object.entries(labels ?? {}).every(([label, value]) => one.labels[label] === value));
    if (lost.length === 0 || !('result' in outcome)) return outcome;
    return { result: { ...(outcome.result as object), lost: lost.map(({ session }) => session) } };
  }

  /** A session that exists under the name is reused before a host is chosen. */
  async #place(request: Request): Promise<void> {
    const { method, params } = request;
    const read = (name: string) => paramOf(method, params, name);
    const prior = read('prior_adapter');
    const former = typeof prior === 'string' ? hostOfId(prior) : undefined;
    const { directory } = this.#shared;
    if (former !== undefined && directory.stateOf(former) === 'reachable') return this.#call(former, request);
    const name = read('reuse') === true ? read('name') : undefined;
    const named = typeof name === 'string' ? await directory.findName(name) : undefined;
    if (this.#closed) return;
    if (named !== undefined && directory.stateOf(named) === 'reachable')
      return this.#call(named, withoutPlace(request));
    this.#placeOnNext(request, (read('place') ?? {}) as PlaceRequest, new Set());
  }

  #placeOnNext(request: Request, place: PlaceRequest, tried: Set<string>): void {
    const { directory } = this.#shared;
    const hosts: readonly FleetHost[] = directory.all();
    const host = tried.size < limits.fleetTries ? choosePlace(hosts, place, tried) : undefined;
    if (host === undefined)
      return this.#reply(request.id, toErrorOutcome(fault.NoHost(listFree(hosts, place))));
    tried.add(host);
    directory.countPlaced(host);
    this.#call(host, request, (outcome) => {
      const full = isFaultOutcome(outcome, 'Busy') && dataOf(outcome).limit === 'sessions';
      const absent = isFaultOutcome(outcome, 'HostUnreachable') && dataOf(outcome).reason === 'no_responders';
      if (full) directory.markFull(host);
      if (full || absent) this.#placeOnNext(request, place, tried);
      else if (this.#isNameRace(request, outcome)) void this.#place(request);
      else this.#reply(request.id, outcome);
    });
  }

  /** Another client created the session of this name at the same time. */
  #isNameRace({ method, params }: Request, outcome: RpcOutcome): boolean {
    if (paramOf(method, params, 'reuse') !== true || !isFaultOutcome(outcome, 'Invalid')) return false;
    return dataOf(outcome).path === 'name' && String(dataOf(outcome).reason).startsWith('another session');
  }

  #subscribe(request: Request): void {
    const { id, method, params } = request;
    const enabled = paramOf(method, params, 'enabled') === true;
    this.#subscription = enabled ? params : undefined;
    const { directory } = this.#shared;
    const wanted = directory.reachable().filter((host) => enabled && this.#isSubscribed(host));
    const hosts = new Set([...wanted, ...this.#hosts.keys()]);
    if (hosts.size === 0) return this.#local.message(request);
    this.#callHosts(hosts, request, (outcomes) => {
      const replies = [...outcomes.values()];
      const result = replies.find((one) => 'result' in one);
      if (!result) this.#subscription = undefined;
      this.#reply(id, result ?? replies[0]!);
    });
  }

  /** Any host may know the client: from a gateway that died, or from a connection that was lost. */
  #resume(request: Request): void {
    const { id, method, params } = request;
    const before = this.#subscription;
    const hosts = new Set([...this.#shared.directory.reachable(), ...this.#hosts.keys()]);
    if (hosts.size === 0) {
      this.#key = params;
      return this.#local.message(request);
    }
    this.#key = undefined;
    this.#callHosts(hosts, request, (outcomes) => {
      const merged = mergeOutcomes(method, [...outcomes.values()]);
      if ('result' in merged && this.#subscription === before)
        this.#restoreSubscription(outcomes, notificationsOf(merged));
      this.#reply(id, merged);
    });
    this.#key = params;
  }

  #restoreSubscription(outcomes: ReadonlyMap<string, RpcOutcome>, notifications: object | null): void {
    if (!notifications) return;
    this.#subscription = { ...notifications, enabled: true };
    for (const [host, outcome] of outcomes)
      if (!notificationsOf(outcome) && this.#isSubscribed(host))
        this.#channel(host).request(serverSetNotifications.name, this.#subscription, () => {});
  }

  /** The client leaves for good, so hosts do not keep it. */
  #release(): void {
    if (this.#key) for (const host of this.#hosts.values()) host.notify(exit.name, undefined);
  }

  #callHosts(
    hosts: ReadonlySet<string>,
    { method, params }: Request,
    done: (outcomes: ReadonlyMap<string, RpcOutcome>) => void,
  ): void {
    const outcomes = new Map<string, RpcOutcome>();
    for (const host of hosts)
      this.#channel(host).request(method, params, (outcome) => {
        outcomes.set(host, outcome);
        if (outcomes.size === hosts.size) done(outcomes);
      });
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
    const known = this.#hosts.get(host);
    if (known) return known;
    const opened = this.#shared.open(host, {
      notify: (method, params) => this.#forward(host, method, params),
      closed: () => this.#hostClosed(host),
    });
    this.#hosts.set(host, opened);
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
    if (this.#client.clogged) this.#hosts.get(host)?.pause();
  }

  #noteViewer(outcome: RpcOutcome): void {
    if (!('result' in outcome)) return;
    const { viewer, session } = outcome.result as { viewer: string; session: string };
    this.#viewers.set(viewer, session);
  }

  /** Viewers of the host are gone. Its notifications continue when it can be reached. */
  #hostClosed(host: string): void {
    this.#hosts.delete(host);
    if (this.#closed) return;
    for (const [viewer, session] of this.#viewers)
      if (hostOfId(viewer) === host) {
        this.#viewers.delete(viewer);
        this.#client.notify(sessionDetached.name, { session, viewer, reason: 'closed' });
      }
    if (this.#shared.directory.stateOf(host) === 'reachable') this.hostReachable(host);
  }
}

const transcripts: readonly string[] = [sessionTranscript.name, adapterTranscript.name];

const notificationsOf = (outcome: RpcOutcome): object | null =>
  'result' in outcome ? (outcome.result as { readonly notifications: object | null }).notifications : null;

/** The session exists, so its host need not be what `place` asks for. */
function withoutPlace(request: Request): Request {
  const { place: _, ...params } = request.params as Readonly<Record<string, unknown>>;
  return { ...request, params };
}
