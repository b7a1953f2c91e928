/** A client of a gateway: chooses the host that answers a request, and passes the reply on. */
import type { FleetHost } from '#core.ts';
import { adapterTranscript } from '#dialects/ptywright/adapter.ts';
import { recordingRead } from '#dialects/ptywright/recording.ts';
import { sessionTranscript } from '#dialects/ptywright/screen.ts';
import { exit } from '#dialects/ptywright/server.ts';
import { sessionList } from '#dialects/ptywright/session.ts';
import { fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { ClientChannel } from '#rpc/dispatch.ts';
import type { RequestParams, RpcMessage, RpcNotification, RpcOutcome, RpcRequest } from '#rpc/envelope.ts';
import type { ConnectionHandler } from '#server/endpoint.ts';
import { ClientHosts, type HostAccess, type SendReply } from './clientHosts.ts';
import { dataOf, isFaultOutcome, toErrorOutcome } from './hostChannel.ts';
import { choosePlace, listFree, type PlaceRequest } from './placement.ts';
import { mergeOutcomes, paramOf, routeOf } from './routes.ts';
import { hostOfId } from './subjects.ts';

/** What the clients of a gateway share. */
export interface GatewayShared extends HostAccess {
  /** Reads what was kept of the transcript of a lost session. Resolves to undefined if that does not answer the call. */
  readKept(session: string, params: RequestParams | undefined): Promise<RpcOutcome | undefined>;
  /** Reads what was kept of a recording of a lost host. Resolves to undefined if nothing was. */
  readKeptRecording(recording: string, params: RequestParams | undefined): Promise<RpcOutcome | undefined>;
  /** Calls all reachable hosts over connections that the clients share. */
  callEveryHost(method: string, params: RequestParams | undefined): Promise<readonly RpcOutcome[]>;
}

type Cancel = () => void;
type Request = RpcRequest & { readonly id: number };
type Message = RpcNotification | RpcRequest;

export class GatewayConnection implements ConnectionHandler {
  readonly #shared: GatewayShared;
  readonly #client: ClientChannel;
  readonly #local: ConnectionHandler;
  /** The connections of the client to hosts. */
  readonly hosts: ClientHosts;
  /** Cancels the requests that hosts work on. */
  readonly #cancels = new Map<number, Cancel>();
  /** Messages that came while the host of a name is looked up, to keep their order. Undefined while none is. */
  #waiting: Message[] | undefined;
  #closed = false;

  constructor(shared: GatewayShared, client: ClientChannel, local: ConnectionHandler) {
    this.#shared = shared;
    this.#client = client;
    this.#local = local;
    this.hosts = new ClientHosts(shared, client);
  }

  message(message: RpcMessage): void {
    if (!('method' in message)) return;
    if (this.#waiting) this.#waiting.push(message);
    else this.#handle(message);
  }

  #handle(message: Message): void {
    if (message.method === '$/cancelRequest' && !('id' in message)) return this.#cancel(message);
    if (message.method === exit.name) this.hosts.release();
    const route = routeOf(message.method);
    if (route.to === 'local') return this.#local.message(message);
    if (!('id' in message)) return this.#notifyHost(message, route);
    const request = message as Request;
    if (route.to === 'every') this.#callEvery(request);
    else if (route.to === 'placed') void this.#place(request);
    else if (route.to === 'subscription' || route.to === 'client') this.#callAsClient(request, route.to);
    else this.#callRef(request, paramOf(request.method, request.params, route.param!));
  }

  drained(): void {
    this.hosts.drained();
    this.#local.drained();
  }

  idled(): void {
    this.#local.idled();
  }

  closed(left: () => void): void {
    this.#closed = true;
    this.hosts.close();
    this.#local.closed(left);
  }

  #cancel(message: RpcNotification): void {
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
    if (host === undefined && this.#shared.isAbandoned())
      this.#reply(request.id, toErrorOutcome(fault.Busy({ reason: 'busy', limit: 'names', max: 0 })));
    else if (host === undefined) this.#local.message(request);
    else if (this.#shared.directory.stateOf(host) === 'reachable') this.#call(host, request);
    else this.#callOrReadKept(host, request, name);
  }

  /** The transcript of a lost session is read where it was kept. */
  #callOrReadKept(host: string, request: Request, ref: string): void {
    if (request.method === recordingRead.name) return this.#readRecording(host, request, ref);
    const { directory, readKept } = this.#shared;
    const lost = transcripts.includes(request.method) ? directory.findLost(ref) : undefined;
    if (!lost) return this.#call(host, request);
    void readKept(lost.session, request.params).then((kept) => {
      if (this.#closed) return;
      if (kept) this.#reply(request.id, kept);
      else this.#call(host, request);
    });
  }

  /** A host that was restarted does not know its earlier recordings. */
  #readRecording(host: string, request: Request, recording: string): void {
    this.#call(host, request, (outcome) => {
      const lost =
        this.#shared.directory.stateOf(host) === 'lost' && isFaultOutcome(outcome, 'HostUnreachable');
      if (!lost && dataOf(outcome).reason !== 'unknown_recording') return this.#reply(request.id, outcome);
      void this.#shared.readKeptRecording(recording, request.params).then((kept) => {
        if (!this.#closed) this.#reply(request.id, kept ?? outcome);
      });
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
    reply: SendReply = (outcome) => this.#reply(id, outcome),
  ): void {
    let answered = false;
    const cancel = this.hosts.call(host, method, params, (outcome) => {
      answered = true;
      reply(outcome);
    });
    if (!answered) this.#cancels.set(id, cancel);
  }

  #notifyHost({ method, params }: RpcNotification, route: ReturnType<typeof routeOf>): void {
    const ref = route.to === 'ref' ? paramOf(method, params, route.param!) : undefined;
    if (typeof ref !== 'string') return;
    const { directory } = this.#shared;
    const inId = hostOfId(ref);
    const known = inId !== undefined && directory.stateOf(inId) !== 'unknown';
    const host = known ? inId : directory.rememberedHost(ref);
    const notify = (to: string | undefined) => to !== undefined && this.hosts.notify(to, method, params);
    if (host === undefined) this.#lookUp(ref, notify);
    else notify(host);
  }

  /** Without hosts, the gateway answers as a server without sessions. */
  #callAsClient(request: Request, to: 'subscription' | 'client'): void {
    const reply: SendReply = (outcome) => this.#reply(request.id, outcome);
    const called =
      to === 'client'
        ? this.hosts.resume(request.params, reply)
        : this.hosts.subscribe(request.params, reply);
    if (!called) this.#local.message(request);
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
}

const transcripts: readonly string[] = [sessionTranscript.name, adapterTranscript.name];

/** The session exists, so its host need not be what `place` asks for. */
function withoutPlace(request: Request): Request {
  const { place: _, ...params } = request.params as Readonly<Record<string, unknown>>;
  return { ...request, params };
}
