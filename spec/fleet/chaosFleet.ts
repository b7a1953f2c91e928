/** A fleet of processes on a cluster of brokers, and the checks that pass after every fault. */
import { Broker } from '#fleet/broker.ts';
import { megabytesOf } from '../bench/process.ts';
import { Cluster } from './cluster.ts';
import { Ledger, recoveryMs } from './ledger.ts';
import { GatewayView, MemberProcess, startPulse, within } from './members.ts';

const hostNames = ['h1', 'h2', 'h3'];
const gatewayCount = 2;

export class ChaosFleet {
  readonly cluster: Cluster;
  readonly observer: Broker;
  readonly hosts: readonly MemberProcess[];
  readonly gateways: readonly MemberProcess[];
  /** One for each gateway. */
  readonly views: GatewayView[] = [];

  private constructor(
    cluster: Cluster,
    observer: Broker,
    hosts: readonly MemberProcess[],
    gateways: readonly MemberProcess[],
  ) {
    this.cluster = cluster;
    this.observer = observer;
    this.hosts = hosts;
    this.gateways = gateways;
  }

  static async start(): Promise<ChaosFleet> {
    // A gateway that does not read for this long is disconnected.
    const cluster = await Cluster.start('write_deadline: "1s"');
    await cluster.openKept();
    const observer = await Broker.connect({ url: cluster.url, name: 'host.observer' });
    const members = (names: readonly string[], argsOf: (name: string) => readonly string[]) =>
      Promise.all(names.map((name) => MemberProcess.start(cluster, name, argsOf(name))));
    const hosts = await members(hostNames, (name) => [`--host=${name}`]);
    const gateways = await members(['g1', 'g2'], () => ['--gateway']);
    const fleet = new ChaosFleet(cluster, observer, hosts, gateways);
    await Promise.all(hosts.map(startPulse));
    for (const at of gateways.keys()) await fleet.watch(at);
    await fleet.recovered();
    return fleet;
  }

  /** Opens the view of a gateway that was started. */
  async watch(gateway: number): Promise<void> {
    this.views[gateway] = await GatewayView.open(this.gateways[gateway]!, hostNames);
  }

  /** Resolves when every gateway passes on the output of every host. */
  async recovered(): Promise<void> {
    const pulses = this.views.flatMap((view) =>
      this.hosts.map(({ name }) =>
        within(recoveryMs, `${view.gateway.name} reaches ${name}`, view.nextPulse(name)),
      ),
    );
    await Promise.all(pulses);
  }

  openLedgers(round: number): Promise<readonly Ledger[]> {
    return Promise.all(
      this.hosts.map((host, at) =>
        Ledger.open(this, host, (round + at) % gatewayCount, `ledger-${round}-${host.name}`),
      ),
    );
  }

  /** Every gateway lists what runs and what was lost, and finds what runs by name. */
  async checkLists(ledgers: readonly Ledger[]): Promise<void> {
    for (const { client, gateway } of this.views) {
      const { sessions, lost = [] } = await client.calls.session.list({});
      for (const { session, name, alive } of ledgers) {
        const right = alive
          ? sessions.includes(session) && !lost.includes(session)
          : lost.includes(session) && !sessions.includes(session);
        if (!right)
          throw new Error(`${gateway.name} lists ${session} (${alive}) wrongly: ${sessions}; ${lost}`);
        if (alive && (await client.calls.session.info({ session: name })).session !== session)
          throw new Error(`${gateway.name} has another session for ${name}`);
      }
    }
  }

  /** MB of each host and gateway. */
  memory(): readonly number[] {
    return [...this.hosts, ...this.gateways].map(({ pid }) => Math.round(megabytesOf(pid)));
  }

  /** Far more than a round needs, and less than many rounds would add up to. Returns the figures. */
  async checkFigures(): Promise<string> {
    const { connections, subscriptions, consumers } = await this.cluster.figures();
    const memory = this.memory();
    const figures = `${connections} connections, ${subscriptions} subscriptions, ${consumers} consumers, ${memory} MB`;
    if (connections > 15 || subscriptions > 350 || consumers > 5 || memory.some((mb) => mb > 350))
      throw new Error(`something leaks: ${figures}`);
    return figures;
  }

  async close(): Promise<void> {
    await this.observer.close();
    for (const member of [...this.gateways, ...this.hosts]) await member.close();
    await this.cluster.close();
  }
}
