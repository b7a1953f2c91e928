/** A gateway of a fleet: serves clients like a server, and passes their calls on to the hosts. It holds no sessions. */
import { randomBytes } from 'node:crypto';
import type { Fleet, FleetHost } from '#core.ts';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { pageDialect } from '#dialects/ptywright/pageDialect.ts';
import { sessionInfo } from '#dialects/ptywright/session.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { PermissionContext } from '#permissionCheck.ts';
import { permissionNames } from '#permissions.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { ServerOptions } from '#server/server.ts';
import type { Broker } from './broker.ts';
import { Directory } from './directory.ts';
import { GatewayConnection, type GatewayShared } from './gatewayConnection.ts';
import { GatewayLinks } from './gatewayLinks.ts';
import { HostChannel, type HostChannelHandlers, type UnreachableReason, unreachable } from './hostChannel.ts';
import { readKeptRecording } from './keptRecordings.ts';
import { readKept } from './keptTranscripts.ts';
import { hostOfId } from './subjects.ts';

interface GatewayOptions {
  readonly broker: Broker;
  readonly name: string;
  readonly clock: Clock;
}

/** A new name for each start. A broker can restrict gateways to names with this prefix. */
export const createGatewayName = (): string => `g${randomBytes(6).toString('hex')}`;

export class Gateway implements Fleet {
  readonly host = undefined;
  readonly #options: GatewayOptions;
  readonly #directory: Directory;
  readonly #links: GatewayLinks;
  readonly #clients = new Set<GatewayConnection>();
  readonly #sharedChannels = new Map<string, HostChannel>();
  readonly #listeners: readonly Disposable[];
  /** Fires when the broker was away for too long. */
  #patience: Disposable | undefined;
  /** The broker was away for too long. Calls fail at once until it is back. */
  #abandoned = false;

  constructor(options: GatewayOptions) {
    const { broker, clock, name } = options;
    this.#options = options;
    this.#directory = new Directory({ broker, clock, searchHosts: (session) => this.#searchHosts(session) });
    this.#links = new GatewayLinks({
      broker,
      clock,
      gateway: name,
      onNoResponders: (host) => {
        this.#closeHost(host, 'no_responders');
        this.#directory.markUnreachable(host);
      },
    });
    this.#listeners = [
      broker.onConnected((connected) => this.#handleConnected(connected)),
      this.#directory.onChange((host, change) => {
        if (change === 'reachable') for (const client of this.#clients) client.hosts.hostReachable(host);
        else this.#closeHost(host, change === 'restarted' ? 'link_lost' : 'silent');
      }),
      this.#directory.onLost((host, sessions) => {
        for (const client of this.#clients) client.hosts.sessionsLost(host, sessions);
      }),
    ];
  }

  start(): Promise<void> {
    return this.#directory.start();
  }

  /** Replaces the handlers of the native dialect and of the page. Other dialects find no sessions here. */
  readonly relay: NonNullable<ServerOptions['relay']> = ({ dialect }, local) => {
    const page = dialect === pageDialect;
    if (!page && dialect !== ptywright) return local;
    return (channel, unauthenticated) => {
      const handler = local(channel, unauthenticated);
      const client = new GatewayConnection(this.#sharedFor(page), channel, handler);
      this.#clients.add(client);
      return {
        message: (message) => client.message(message),
        drained: () => client.drained(),
        idled: () => client.idled(),
        closed: (left) => {
          this.#clients.delete(client);
          client.closed(left);
        },
      };
    };
  };

  claimName(): Promise<Disposable> {
    return raise(fault.Unsupported({ reason: 'a gateway holds no sessions' }));
  }

  announce(): Promise<void> {
    return raise(fault.Unsupported({ reason: 'a gateway holds no sessions' }));
  }

  hosts(): Promise<readonly FleetHost[]> {
    return Promise.resolve(this.#directory.all());
  }

  rules(): PermissionContext {
    const hosts = this.#directory.all().filter(({ reachable }) => reachable);
    return {
      grants: new Set(permissionNames.filter((name) => !hosts.some(({ denied }) => denied.includes(name)))),
      redactionEnforced: hosts.some(({ redactionEnforced }) => redactionEnforced),
    };
  }

  async leave(): Promise<void> {
    disposeAll([...this.#listeners, this.#directory, this.#links]);
    this.#patience?.dispose();
    await this.#options.broker.close();
  }

  #sharedFor(page: boolean): GatewayShared {
    return {
      directory: this.#directory,
      clock: this.#options.clock,
      isAbandoned: () => this.#abandoned,
      open: (host, handlers) => this.#open(host, page, handlers),
      readKept: (session, params) => readKept(this.#options, session, params),
      readKeptRecording: (recording, params) => readKeptRecording(this.#options, recording, params),
      callEveryHost: (method, params) => this.#callEveryHost(method, params),
    };
  }

  #callEveryHost(method: string, params: RequestParams | undefined): Promise<readonly RpcOutcome[]> {
    return Promise.all(
      this.#directory
        .reachable()
        .map(
          (host) =>
            new Promise<RpcOutcome>((resolve) =>
              this.#abandoned
                ? resolve(unreachable(host, 'no_broker'))
                : this.#sharedChannel(host).request(method, params, resolve),
            ),
        ),
    );
  }

  async #searchHosts(session: string): Promise<string | undefined> {
    const outcomes = await this.#callEveryHost(sessionInfo.name, { session });
    const found = outcomes.find((outcome) => 'result' in outcome) as
      | { result: { session: string } }
      | undefined;
    return found && hostOfId(found.result.session);
  }

  #sharedChannel(host: string): HostChannel {
    const known = this.#sharedChannels.get(host);
    if (known) return known;
    const closed = () => this.#sharedChannels.delete(host);
    const opened = this.#open(host, false, { notify: () => {}, closed });
    this.#sharedChannels.set(host, opened);
    return opened;
  }

  #open(host: string, page: boolean, handlers: HostChannelHandlers): HostChannel {
    const link = this.#links.open(host, this.#directory.instanceOf(host), page);
    return new HostChannel(host, link, this.#options.clock, handlers);
  }

  /** Calls wait for a broker that is away, as long as a host that can reach one waits for this gateway. */
  #handleConnected(connected: boolean): void {
    this.#patience?.dispose();
    if (!connected) {
      this.#patience = this.#options.clock.after(limits.linkSilenceMs, () => this.#abandon());
    } else if (this.#abandoned) {
      this.#abandoned = false;
      for (const host of this.#directory.reachable())
        for (const client of this.#clients) client.hosts.hostReachable(host);
    }
  }

  #abandon(): void {
    this.#abandoned = true;
    for (const host of this.#directory.reachable()) this.#closeHost(host, 'link_lost');
  }

  /** Fails the calls to this host that are pending. */
  #closeHost(host: string, reason: UnreachableReason): void {
    for (const client of this.#clients) client.hosts.closeHost(host, reason);
    this.#sharedChannels.get(host)?.close(reason);
  }
}
