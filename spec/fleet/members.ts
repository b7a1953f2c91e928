/** Hosts and gateways as processes, each behind a wire, and what a client of each gateway sees of every host. */
import type { Client } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { runOnSocket } from '../harness/server.ts';
import { type Cluster, Wire } from './cluster.ts';

type RunningMember = Awaited<ReturnType<typeof runOnSocket>>;

export const delay = (ms: number): Promise<void> => new Promise((resolve) => systemClock.after(ms, resolve));

/** Rejects when the promise takes longer. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof systemClock.after>;
  const late = new Promise<never>((_, reject) => {
    timer = systemClock.after(ms, () => reject(new Error(`took longer than ${ms} ms: ${what}`)));
  });
  return Promise.race([promise, late]).finally(() => timer.dispose());
}

/** Runs a program with a clock that is wrong by this much. */
const skewed = (ms: number): Readonly<Record<string, string>> => {
  const code = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${ms}); }
  static now() { return Real.now() + ${ms}; }
};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

/** A process of the fleet. Its broker addresses are those of its wire. */
export class MemberProcess {
  readonly name: string;
  readonly wire: Wire;
  readonly #args: readonly string[];
  #running: RunningMember | undefined;
  /** How often it was started. */
  starts = 0;
  #path: string | undefined;

  private constructor(name: string, wire: Wire, args: readonly string[]) {
    this.name = name;
    this.wire = wire;
    this.#args = args;
  }

  static async start(cluster: Cluster, name: string, args: readonly string[]): Promise<MemberProcess> {
    const wire = await Wire.to(cluster.clientPorts);
    const member = new MemberProcess(name, wire, [`--fleet=${wire.url}`, ...args]);
    await member.start();
    return member;
  }

  /** Starts again at the same address. */
  async start(skewMs = 0): Promise<void> {
    this.#running = await runOnSocket('ndjson', this.#args, this.#path, skewMs === 0 ? {} : skewed(skewMs));
    this.#path = this.#running.path;
    this.starts += 1;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  get client(): Client {
    return this.#running!.client;
  }

  get pid(): number {
    return this.#running!.process.pid!;
  }

  connect(): Promise<Client> {
    return this.#running!.connect();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running!.process.kill(signal);
  }

  async kill(): Promise<void> {
    const running = this.#running!;
    this.#running = undefined;
    running.process.kill('SIGKILL');
    await running.close();
  }

  /** Ends as an operator ends it. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.close();
  }

  async close(): Promise<void> {
    await this.stop();
    this.wire.close();
  }
}

/** The name of the session of a host that prints continuously. */
const pulseName = (host: string): string => `pulse-${host}`;

const pulse = {
  program: 'sh',
  args: ['-c', 'n=0; while sleep 0.3; do n=$((n+1)); echo $n; done'],
};

export const startPulse = async (host: MemberProcess): Promise<void> => {
  await host.client.calls.session.create({ ...pulse, name: pulseName(host.name) });
};

/** Collects what subscribed clients of one gateway receive. */
export class GatewayView {
  readonly gateway: MemberProcess;
  readonly #clients: Client[] = [];
  readonly #lost = new Map<string, number>();
  readonly #lostListeners = new Set<() => void>();
  readonly #pulseListeners = new Map<string, Set<() => void>>();

  private constructor(gateway: MemberProcess) {
    this.gateway = gateway;
  }

  static async open(gateway: MemberProcess, hosts: readonly string[]): Promise<GatewayView> {
    const view = new GatewayView(gateway);
    const [lifecycle, pulses] = await Promise.all([gateway.connect(), gateway.connect()]);
    view.#clients.push(lifecycle, pulses);
    lifecycle.on('session.lost', ({ session }) => view.#handleLost(session));
    pulses.on('session.output', ({ session }) => view.#handlePulse(session));
    await lifecycle.calls.server.set_notifications({ enabled: true, lifecycle: true, output: false });
    await pulses.calls.server.set_notifications({ enabled: true, sessions: hosts.map(pulseName) });
    return view;
  }

  get client(): Client {
    return this.#clients[0]!;
  }

  /** Resolves when the gateway passes on more output of the host. */
  nextPulse(host: string): Promise<void> {
    return new Promise((resolve) => {
      const listeners = this.#pulseListeners.get(host) ?? new Set();
      this.#pulseListeners.set(host, listeners.add(resolve));
    });
  }

  /** Resolves when the session was reported as lost, to the time of the report. */
  async lost(session: string): Promise<number> {
    for (let at = this.#lost.get(session); ; at = this.#lost.get(session)) {
      if (at !== undefined) return at;
      await new Promise<void>((resolve) => this.#lostListeners.add(resolve));
    }
  }

  isReportedLost(session: string): boolean {
    return this.#lost.has(session);
  }

  #handleLost(session: string): void {
    this.#lost.set(session, systemClock.now());
    for (const listener of this.#lostListeners) listener();
    this.#lostListeners.clear();
  }

  #handlePulse(session: string): void {
    const host = session.split('/')[0]!;
    const listeners = this.#pulseListeners.get(host) ?? [];
    this.#pulseListeners.delete(host);
    for (const listener of listeners) listener();
  }
}
