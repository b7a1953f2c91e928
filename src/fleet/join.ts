/** `ptywright serve --fleet`: connects to the broker, as a host or as a gateway. Loaded on demand. */
import { Server, type ServerOptions } from '#server/server.ts';
import { Broker, type BrokerOptions } from './broker.ts';
import { createGatewayName, Gateway } from './gateway.ts';
import { Host, type HostOptions } from './host.ts';

export interface FleetMember {
  readonly server: Server;
  /** Whether anyone who reaches the broker can control the fleet. */
  readonly open: boolean;
  /** Another host has taken the name of this one. Never resolves at a gateway. */
  readonly replaced: Promise<void>;
  /** Leaves the fleet, after the server was closed. */
  leave(): Promise<void>;
}

type Connection = Omit<BrokerOptions, 'name'>;

export type JoinOptions = Pick<HostOptions, 'labels' | 'capacity' | 'keep'> & {
  readonly connection: Connection;
  /** Undefined for a gateway. */
  readonly host: string | undefined;
  readonly server: ServerOptions;
};

export function joinFleet({ host, ...options }: JoinOptions): Promise<FleetMember> {
  return host === undefined ? joinAsGateway(options) : joinAsHost(host, options);
}

async function openBroker(options: BrokerOptions, { log }: ServerOptions): Promise<Broker> {
  const broker = await Broker.connect(options);
  broker.onConnected((connected) =>
    log(`the connection to the broker of the fleet is ${connected ? 'back' : 'lost'}`),
  );
  return broker;
}

async function joinAsHost(name: string, options: Omit<JoinOptions, 'host'>): Promise<FleetMember> {
  const { connection, labels, capacity, keep, server: serverOptions } = options;
  const { clock, version, log, grants, redactionEnforced } = serverOptions;
  const broker = await openBroker({ ...connection, name: `host.${name}` }, serverOptions);
  const host = new Host({
    broker,
    name,
    labels,
    capacity,
    keep,
    version,
    clock,
    log,
    grants,
    redactionEnforced,
  });
  try {
    const ids = await host.join();
    const server = new Server({ ...serverOptions, ids, fleet: host, maxSessions: capacity });
    host.start(server);
    const replaced = new Promise<void>((resolve) => host.onReplaced(resolve));
    return { server, open: !broker.authenticated, replaced, leave: () => host.leave() };
  } catch (problem) {
    await broker.close();
    throw problem;
  }
}

async function joinAsGateway({
  connection,
  server: serverOptions,
}: Omit<JoinOptions, 'host'>): Promise<FleetMember> {
  const name = createGatewayName();
  const broker = await openBroker({ ...connection, name: `gateway.${name}` }, serverOptions);
  const gateway = new Gateway({ broker, name, clock: serverOptions.clock });
  try {
    await gateway.start();
  } catch (problem) {
    await broker.close();
    throw problem;
  }
  const server = new Server({ ...serverOptions, fleet: gateway, relay: gateway.relay });
  const replaced = new Promise<never>(() => {});
  return { server, open: !broker.authenticated, replaced, leave: () => gateway.leave() };
}
