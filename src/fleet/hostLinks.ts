/** The links of gateways to this host. Each is a connection of the native dialect, as if its client were on a socket. */

import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { DialectEndpoint } from '#server/endpoint.ts';
import type { Server } from '#server/server.ts';
import type { Broker, BrokerMessage } from './broker.ts';
import { decodeLinkMessage, encodeLinkMessage, Link, type LinkMessage, type LinkPosition } from './link.ts';
import { beatLink, linkPrefix, linkSubject, parseLinkSubject, rpcSubject } from './subjects.ts';

interface HostLinksOptions {
  readonly broker: Broker;
  readonly host: string;
  /** The start of this host. Links of another start are not for this process. */
  readonly instance: string;
  readonly clock: Clock;
  readonly server: Server;
  /** The endpoint of a link, by its name. */
  endpointOf(link: string): DialectEndpoint;
}

interface AcceptedLink {
  readonly link: Link;
  readonly gateway: string;
}

export class HostLinks {
  readonly #options: HostLinksOptions;
  readonly #links = new Map<string, AcceptedLink>();
  /** Fires when a gateway was silent for too long. */
  readonly #gateways = new Map<string, Disposable>();
  readonly #listeners: readonly Disposable[];

  constructor(options: HostLinksOptions) {
    this.#options = options;
    const { broker, host } = options;
    this.#listeners = [
      broker.subscribe(rpcSubject(host), (message) => this.#handle(message)),
      broker.onConnected((connected) => connected && this.#handleReconnect()),
    ];
  }

  dispose(): void {
    for (const one of this.#listeners) one.dispose();
    for (const silence of this.#gateways.values()) silence.dispose();
    for (const { link } of this.#links.values()) link.destroy();
  }

  #handle({ data, reply }: BrokerMessage): void {
    const address = parseLinkSubject(reply);
    if (!address || address.host !== this.#options.host) return;
    if (address.link === beatLink) return this.#handleBeat(address.gateway, data);
    const message = decodeLinkMessage(data);
    if (message) this.#handleLink(address.gateway, address.link, message);
  }

  #handleLink(gateway: string, name: string, message: LinkMessage): void {
    const known = this.#links.get(name);
    if (!this.#isOurs(name)) return;
    if (known?.gateway === gateway) known.link.handle(message);
    else if (message.kind === 'data' && message.number === 1 && !known)
      this.#accept(gateway, name)?.handle(message);
    else if (message.kind !== 'gone') this.#refuse(gateway, name);
  }

  /** A host that was replaced while it was cut off may get the messages of the new one. */
  #isOurs(link: string): boolean {
    return link.startsWith(linkPrefix(this.#options.instance));
  }

  #accept(gateway: string, name: string): Link | undefined {
    const { server, endpointOf } = this.#options;
    if (this.#links.size >= limits.fleetLinks) return void this.#refuse(gateway, name);
    const link = new Link(this.#publisher(gateway, name));
    this.#links.set(name, { link, gateway });
    link.once('close', () => this.#links.delete(name));
    this.#expectBeats(gateway);
    void server.accept(endpointOf(name), { input: link, output: link, framing: 'ndjson', transport: 'nats' });
    return link;
  }

  #publisher(gateway: string, link: string): (payload: Uint8Array) => void {
    const { broker, host } = this.#options;
    const subject = linkSubject({ gateway, host, link });
    return (payload) => broker.publish(subject, payload);
  }

  #refuse(gateway: string, name: string): void {
    this.#publisher(gateway, name)(encodeLinkMessage('gone'));
  }

  #handleBeat(gateway: string, data: Uint8Array): void {
    const positions = parsePositions(data);
    this.#expectBeats(gateway);
    for (const [name, position] of positions) {
      const known = this.#links.get(name);
      if (known?.gateway === gateway) known.link.sync(...position);
      else if (this.#isOurs(name)) this.#refuse(gateway, name);
    }
    const listed = new Set(positions.map(([name]) => name));
    for (const [name, known] of this.#links)
      if (known.gateway === gateway && known.link.unsettled && !listed.has(name)) known.link.sendSync();
  }

  #expectBeats(gateway: string): void {
    this.#gateways.get(gateway)?.dispose();
    const { broker, clock } = this.#options;
    const silence = clock.after(limits.linkSilenceMs, async () => {
      // After a pause of this process, beats that arrived meanwhile are not read yet. They come before this answer.
      await broker.flush().catch(() => {});
      if (this.#gateways.get(gateway) === silence) this.#closeGateway(gateway);
    });
    this.#gateways.set(gateway, silence);
  }

  #closeGateway(gateway: string): void {
    this.#gateways.delete(gateway);
    // Without a connection, no gateway can be heard. Beats are expected again when it is back.
    if (!this.#options.broker.connected) return;
    for (const known of this.#links.values()) if (known.gateway === gateway) known.link.destroy();
  }

  #handleReconnect(): void {
    for (const { gateway, link } of this.#links.values()) {
      this.#expectBeats(gateway);
      link.sendSync();
    }
  }
}

type Positions = readonly (readonly [name: string, position: LinkPosition])[];

export const formatPositions = (positions: Positions): string =>
  JSON.stringify(Object.fromEntries(positions));

/** Ignores what no gateway sends. */
function parsePositions(data: Uint8Array): Positions {
  try {
    const read = JSON.parse(Buffer.from(data).toString()) as Record<string, unknown>;
    return Object.entries(read).filter(
      (entry): entry is [string, [number, number, number]] =>
        Array.isArray(entry[1]) && entry[1].length === 3 && entry[1].every(Number.isSafeInteger),
    );
  } catch {
    return [];
  }
}
