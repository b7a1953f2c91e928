/** The links of a gateway to hosts: gives them names, passes messages on, and sends the beats that settle them. */
import { randomBytes } from 'node:crypto';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { Broker, BrokerMessage } from './broker.ts';
import { formatPositions } from './hostLinks.ts';
import { decodeLinkMessage, Link } from './link.ts';
import {
  beatLink,
  gatewaySubject,
  linkPrefix,
  linkSubject,
  pageLinkMark,
  parseLinkSubject,
  rpcSubject,
} from './subjects.ts';

interface GatewayLinksOptions {
  readonly broker: Broker;
  readonly gateway: string;
  readonly clock: Clock;
  /** A message to the host had no receiver. */
  readonly onNoResponders: (host: string) => void;
}

/** The links to one host, by name. */
interface LinkedHost {
  readonly links: Map<string, Link>;
  beat: Disposable | undefined;
}

export class GatewayLinks {
  readonly #options: GatewayLinksOptions;
  readonly #hosts = new Map<string, LinkedHost>();
  readonly #listeners: readonly Disposable[];
  #settling: Disposable | undefined;

  constructor(options: GatewayLinksOptions) {
    this.#options = options;
    const { broker, gateway } = options;
    this.#listeners = [
      broker.subscribe(gatewaySubject(gateway), (message) => this.#handle(message)),
      broker.onConnected((connected) => this.#settle(connected)),
    ];
  }

  /** Hosts connect again at different moments, so a host that is absent right after the broker is back is not lost. */
  #settle(connected: boolean): void {
    this.#settling?.dispose();
    this.#settling = undefined;
    if (!connected) return;
    this.#beatAll();
    this.#settling = this.#options.clock.after(limits.brokerSettleMs, () => {
      this.#settling = undefined;
      this.#beatAll();
    });
  }

  dispose(): void {
    disposeAll(this.#listeners);
    this.#settling?.dispose();
    for (const { links, beat } of this.#hosts.values()) {
      beat?.dispose();
      for (const link of links.values()) link.destroy();
    }
  }

  /** Opens a link to one start of a host, for one client. `page` limits it to what a browser page may call. */
  open(host: string, instance: string, page: boolean): Link {
    const name = linkPrefix(instance) + (page ? pageLinkMark : '') + randomBytes(9).toString('hex');
    const subject = linkSubject({ gateway: this.#options.gateway, host, link: name });
    const link = new Link((payload) => this.#options.broker.publish(rpcSubject(host), payload, subject));
    const linked = this.#linkedHost(host);
    linked.links.set(name, link);
    link.once('close', () => {
      linked.links.delete(name);
      if (linked.links.size > 0) return;
      linked.beat?.dispose();
      if (this.#hosts.get(host) === linked) this.#hosts.delete(host);
    });
    return link;
  }

  #linkedHost(host: string): LinkedHost {
    const known = this.#hosts.get(host);
    if (known) return known;
    const added: LinkedHost = { links: new Map(), beat: undefined };
    this.#hosts.set(host, added);
    this.#scheduleBeat(host, added);
    return added;
  }

  #handle({ subject, data, noResponders }: BrokerMessage): void {
    const address = parseLinkSubject(subject);
    if (!address) return;
    const link = this.#hosts.get(address.host)?.links.get(address.link);
    if (noResponders) {
      if (this.#settling) return;
      link?.noteNoResponders();
      return this.#options.onNoResponders(address.host);
    }
    const message = decodeLinkMessage(data);
    if (message) link?.handle(message);
  }

  #scheduleBeat(host: string, linked: LinkedHost): void {
    linked.beat = this.#options.clock.after(limits.linkBeatMs, () => {
      this.#beat(host, linked, ({ unsettled }) => unsettled);
      this.#scheduleBeat(host, linked);
    });
  }

  #beatAll(): void {
    for (const [host, linked] of this.#hosts) this.#beat(host, linked, () => true);
  }

  #beat(host: string, { links }: LinkedHost, listed: (link: Link) => boolean): void {
    const positions = [...links]
      .filter(([, link]) => listed(link))
      .map(([name, link]) => [name, link.position] as const);
    const subject = linkSubject({ gateway: this.#options.gateway, host, link: beatLink });
    this.#options.broker.publish(rpcSubject(host), formatPositions(positions), subject);
  }
}
