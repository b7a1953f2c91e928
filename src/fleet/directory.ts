/**
 * What a gateway knows of its fleet: the hosts with their load, the host of each session name, and the sessions of lost
 * hosts. A host is lost when it does not answer after a silence. Silence is measured by the arrival of reports on the
 * clock of the gateway, so clocks of hosts may differ.
 */
import type { FleetHost } from '#core.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import type { Broker, Entry } from './broker.ts';
import { HostReport, NameRecord, SessionRecord, toFleetHost } from './reports.ts';
import { hostKey, nameKey, pingSubject } from './subjects.ts';

interface KnownHost {
  report: HostReport;
  reachable: boolean;
  /** Sessions placed since the last report. */
  placed: number;
  silence: Disposable | undefined;
  /** Sessions that were lost with this host, or with an earlier start of it. */
  lost: readonly SessionRecord[];
}

type HostChange = 'reachable' | 'lost' | 'left';

interface DirectoryOptions {
  readonly broker: Broker;
  readonly clock: Clock;
}

export class Directory {
  readonly #options: DirectoryOptions;
  readonly #hosts = new Map<string, KnownHost>();
  readonly #hostByName = new Map<string, string>();
  readonly #onChange = new Emitter<[host: string, change: HostChange, lost: readonly SessionRecord[]]>();
  readonly onChange = this.#onChange.event;
  readonly #listeners: Disposable[] = [];

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { broker } = this.#options;
    for (const entry of await broker.list(hostKey('*'))) this.#handleReport(entry);
    this.#listeners.push(
      await broker.watch(hostKey('*'), (entry) => this.#handleReport(entry)),
      broker.onConnected((connected) => connected && this.#restartSilence()),
    );
  }

  dispose(): void {
    disposeAll(this.#listeners);
    for (const { silence } of this.#hosts.values()) silence?.dispose();
  }

  /** The names of the reachable hosts, in order. */
  reachable(): readonly string[] {
    const reachable = [...this.#hosts].filter(([, known]) => known.reachable);
    return reachable.map(([host]) => host).sort();
  }

  all(): readonly FleetHost[] {
    const hosts = [...this.#hosts.values()].map(({ report, reachable, placed }) =>
      toFleetHost({ ...report, sessions: report.sessions + placed }, reachable),
    );
    return hosts.sort((one, other) => (one.host < other.host ? -1 : 1));
  }

  stateOf(host: string): 'reachable' | 'lost' | 'unknown' {
    const known = this.#hosts.get(host);
    return known ? (known.reachable ? 'reachable' : 'lost') : 'unknown';
  }

  /** Counts a session that is placed on a host until its next report. */
  countPlaced(host: string): void {
    const known = this.#hosts.get(host);
    if (known) known.placed += 1;
  }

  /** A host has refused a session, because it is full. */
  markFull(host: string): void {
    const known = this.#hosts.get(host);
    if (known) known.placed = known.report.capacity - known.report.sessions;
  }

  /** Sessions of lost hosts, and sessions that hosts lost before they were restarted. */
  lost(): readonly (SessionRecord & { readonly host: string; readonly labels: HostReport['labels'] })[] {
    return [...this.#hosts.values()].flatMap(({ report: { host, labels }, lost }) =>
      lost.map((record) => ({ ...record, host, labels })),
    );
  }

  /** Finds a lost session by its id, its name or the id of its adapter. */
  findLost(ref: string): SessionRecord | undefined {
    return this.lost().find(({ session, name, adapter }) => [session, name, adapter].includes(ref));
  }

  /** Returns the reachable host that had the session with this name when it was last looked up. */
  rememberedHost(name: string): string | undefined {
    const host = this.#hostByName.get(name);
    return host !== undefined && this.stateOf(host) === 'reachable' ? host : undefined;
  }

  /** Looks up the host of the session with this name. Resolves to undefined too if the broker does not answer. */
  async findName(name: string): Promise<string | undefined> {
    const entry = await this.#options.broker.get(nameKey(name)).catch(() => undefined);
    const host = NameRecord.safeParse(entry?.value).data?.host;
    this.#hostByName.delete(name);
    if (host === undefined) return undefined;
    const [oldest] = this.#hostByName.keys();
    if (this.#hostByName.size >= limits.fleetNames) this.#hostByName.delete(oldest!);
    this.#hostByName.set(name, host);
    return host;
  }

  /** A message to the host had no receiver. */
  markUnreachable(host: string): void {
    const known = this.#hosts.get(host);
    if (known?.reachable) void this.#lose(host, known);
  }

  #handleReport({ key, value }: Entry): void {
    const host = key.slice(hostKey('').length);
    const known = this.#hosts.get(host);
    if (value === undefined) return this.#remove(host, known);
    const { data: report } = HostReport.safeParse(value);
    if (!report || report.host !== host) return;
    if (known) return this.#update(known, report);
    if (this.#hosts.size >= limits.fleetHosts) return;
    const added: KnownHost = { report, reachable: true, placed: 0, silence: undefined, lost: [] };
    this.#hosts.set(host, added);
    this.#expectReport(host, added);
    void this.#loadLost(added);
    this.#onChange.fire(host, 'reachable', []);
  }

  #update(known: KnownHost, report: HostReport): void {
    const restarted = known.report.instance !== report.instance;
    const returned = !known.reachable || restarted;
    known.report = report;
    known.reachable = true;
    known.placed = 0;
    this.#expectReport(report.host, known);
    if (!returned) return;
    void this.#loadLost(known);
    this.#onChange.fire(report.host, 'reachable', []);
  }

  #remove(host: string, known: KnownHost | undefined): void {
    if (!known) return;
    known.silence?.dispose();
    this.#hosts.delete(host);
    this.#onChange.fire(host, 'left', []);
  }

  #expectReport(host: string, known: KnownHost): void {
    known.silence?.dispose();
    known.silence = this.#options.clock.after(limits.hostSilenceMs, () => void this.#probe(host, known));
  }

  async #probe(host: string, known: KnownHost): Promise<void> {
    const { broker } = this.#options;
    if (!broker.connected) return;
    const answer = await broker.ask(pingSubject(host), limits.hostAnswerMs);
    if (this.#hosts.get(host) !== known || !broker.connected) return;
    const { data: report } = HostReport.safeParse(answer);
    if (report?.host === host) this.#update(known, report);
    else if (known.reachable) await this.#lose(host, known);
    else this.#expectReport(host, known);
  }

  async #lose(host: string, known: KnownHost): Promise<void> {
    known.reachable = false;
    // A partition may end before the host reports again.
    this.#expectReport(host, known);
    await this.#loadLost(known);
    if (!known.reachable) this.#onChange.fire(host, 'lost', known.lost);
  }

  /** Reads the records of the sessions that are lost: all of a lost host, or those of its earlier starts. */
  async #loadLost(known: KnownHost): Promise<void> {
    const entries = await this.#options.broker.list(`session.${known.report.host}.*`).catch(() => []);
    const records = entries.flatMap(({ value }) => SessionRecord.safeParse(value).data ?? []);
    known.lost = records.filter(({ lost }) => lost === true || !known.reachable);
  }

  /** While the broker was away, no report could arrive. */
  #restartSilence(): void {
    for (const [host, known] of this.#hosts) this.#expectReport(host, known);
  }
}
