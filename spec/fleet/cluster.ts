/** Three real brokers in a cluster on loopback, and the wires over which the members of a fleet reach them. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node';
import { keptSubject } from '#fleet/subjects.ts';
import { type RunningBroker, startBroker } from './nats.ts';

/** Passes bytes on between local ports and brokers. A cut wire holds them back, as a network without a route does. */
export class Wire {
  readonly url: string;
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #cut = false;

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    this.url = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  }

  static async to(ports: readonly number[]): Promise<Wire> {
    const servers = ports.map(() => createServer({ pauseOnConnect: true }));
    await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    const wire = new Wire(servers);
    for (const [at, server] of servers.entries())
      server.on('connection', (socket) => wire.#accept(socket, ports[at]!));
    return wire;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Ends the connections, and lets no new ones through. */
  sever(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  heal(): void {
    this.#cut = false;
    for (const socket of this.#sockets) socket.resume();
    for (const accept of this.#held.splice(0)) accept();
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(near: Socket, port: number): void {
    this.#track(near);
    if (this.#cut) this.#held.push(() => this.#join(near, port));
    else this.#join(near, port);
  }

  #join(near: Socket, port: number): void {
    const far = connect(port, '127.0.0.1');
    this.#track(far);
    this.#forward(near, far);
    this.#forward(far, near);
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay();
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #forward(from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      if (to.write(bytes)) return;
      from.pause();
      to.once('drain', () => !this.#cut && from.resume());
    });
    from.on('close', () => to.destroy());
    if (!this.#cut) from.resume();
  }
}

/** What the monitoring of the brokers counts, in the whole cluster. */
export interface BrokerFigures {
  readonly connections: number;
  readonly subscriptions: number;
  readonly consumers: number;
}

const size = 3;

/** A stream that takes all room. */
const filler = 'filler';

const leaderLogged = /new (?:JetStream cluster )?metadata leader/;

export class Cluster {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  readonly #ports: readonly number[];
  readonly #config: string;
  readonly #nodes: RunningBroker[] = [];

  private constructor(ports: readonly number[], config: string) {
    this.#ports = ports;
    this.#config = config;
  }

  static async start(config = ''): Promise<Cluster> {
    const cluster = new Cluster(await freePorts(3 * size), config);
    await Promise.all(cluster.clientPorts.map((_, node) => cluster.startNode(node)));
    return cluster;
  }

  get clientPorts(): readonly number[] {
    return this.#ports.slice(0, size);
  }

  get url(): string {
    return this.clientPorts.map((port) => `nats://127.0.0.1:${port}`).join(',');
  }

  /** Resolves when the broker knows the one of the cluster that manages streams. */
  async startNode(node: number): Promise<void> {
    const folder = join(this.#folder, String(node));
    mkdirSync(folder, { recursive: true });
    const broker = startBroker(this.#configOf(node, folder), this.#ports[node], folder, leaderLogged);
    this.#nodes[node] = await broker;
  }

  kill(node: number): Promise<void> {
    return this.#nodes[node]!.close();
  }

  freeze(node: number): void {
    this.#nodes[node]!.process.kill('SIGSTOP');
  }

  thaw(node: number): void {
    this.#nodes[node]!.process.kill('SIGCONT');
  }

  /** Resolves when a broker disconnects a client that does not read. */
  disconnectsSlow(): Promise<void> {
    return new Promise((resolve) => {
      for (const { process } of this.#nodes)
        process.stderr!.on('data', function look(text: string) {
          if (!text.includes('Slow Consumer')) return;
          process.stderr!.off('data', look);
          resolve();
        });
    });
  }

  async figures(): Promise<BrokerFigures> {
    const read = async (path: string, name: string) => {
      const ports = this.#ports.slice(size, 2 * size);
      const replies = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/${path}`)));
      const counted = (await Promise.all(replies.map((reply) => reply.json()))) as Record<string, number>[];
      return counted.map((one) => one[name] ?? 0);
    };
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      connections: sum(await read('connz', 'num_connections')),
      // Each node counts the subscriptions of the others too.
      subscriptions: Math.max(...(await read('subsz', 'num_subscriptions'))),
      consumers: Math.max(...(await read('jsz', 'consumers'))),
    };
  }

  /** The node that leads the others in this stream. */
  async leaderOf(stream: string): Promise<number> {
    const connection = await this.#connect();
    const { streams } = await jetstreamManager(connection);
    const { cluster } = await streams.info(stream);
    await connection.close();
    return Number(cluster!.leader!.slice(1));
  }

  /** Creates the stream of transcripts, smaller than a host would, because brokers reserve its room. */
  async openKept(): Promise<void> {
    const connection = await this.#connect();
    const { streams } = await jetstreamManager(connection);
    await streams.add({
      name: 'ptywright_kept',
      subjects: [keptSubject('*/*')],
      max_bytes: 8 * 1024 * 1024,
      num_replicas: size,
      allow_rollup_hdrs: true,
    });
    await connection.close();
  }

  /** Stores messages until the brokers have no room for more, and returns how many MB they took. */
  async fill(): Promise<number> {
    const connection = await this.#connect();
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: filler, subjects: [filler], num_replicas: size });
    const part = new Uint8Array(512 * 1024);
    let parts = 0;
    const fillOn = (): Promise<number> =>
      jetstream(connection)
        .publish(filler, part)
        .then(
          () => {
            parts += 1;
            return fillOn();
          },
          () => parts / 2,
        );
    return fillOn().finally(() => connection.close());
  }

  /** Makes room again. The brokers may be choosing new leaders, so one request may not be enough. */
  async release(): Promise<void> {
    const connection = await this.#connect();
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    const exists = () =>
      streams.info(filler).then(
        () => true,
        (problem) => problem.code !== 10059,
      );
    while (await exists()) await streams.delete(filler).catch(() => false);
    await connection.close();
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #connect(): Promise<NatsConnection> {
    return connectNats({ servers: this.clientPorts.map((port) => `127.0.0.1:${port}`) });
  }

  #configOf(node: number, folder: string): string {
    const port = (of: number, kind: number) => this.#ports[kind * size + of]!;
    const others = Array.from({ length: size }, (_, at) => at).filter((at) => at !== node);
    const routes = others.map((at) => `"nats://127.0.0.1:${port(at, 2)}"`);
    return `
server_name: n${node}
http: "127.0.0.1:${port(node, 1)}"
# Clients that do not read are disconnected soon.
max_pending: 8MB
jetstream { store_dir: "${folder}", max_file_store: 48MB }
# Closes connections that were cut soon, so that a round does not end with those of an earlier one.
ping_interval: "2s"
cluster {
  name: spec
  listen: "127.0.0.1:${port(node, 2)}"
  no_advertise: true
  routes: [${routes.join(', ')}]
}
${this.#config}`;
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
