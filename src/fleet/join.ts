/** `ptywright serve --fleet`: connects to the broker, as a host or as a gateway. Loaded on demand. */
import { Server, type ServerOptions } from '#server/server.ts';
import { Broker, type BrokerOptions } from './broker.ts';
import { createGatewayName, Gateway } from './gateway.ts';
import { Host, type HostOptions } from './host.ts';

export interface FleetMember {
  readonly server: Server;
  /** Whether anyone who reaches the broker can control the fleet. */
  readonly open: boolean;
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

async function joinAsHost(name: string, options: Omit<JoinOptions, 'host'>): Promise<FleetMember> {
  const { connection, labels, capacity, keep, server: serverOptions } = options;
  const { clock, version, log, grants, redactionEnforced } = serverOptions;
  const broker = await Broker.connect({ ...connection, name: `host.${name}` });
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
    return { server, open: !broker.authenticated, leave: () => host.leave() };
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
  const broker = await Broker.connect({ ...connection, name: `gateway.${name}` });
  const gateway = new Gateway({ broker, name, clock: serverOptions.clock });
  try {
    await gateway.start();
  } catch (problem) {
    await broker.close();
    throw problem;
  }
  const server = new Server({ ...serverOptions, fleet: gateway, relay: gateway.relay });
  return { server, open: !broker.authenticated, leave: () => gateway.leave() };
}
