/**
 * What a gateway knows of its fleet: the hosts with their load, the host of each session name, and the sessions of lost
 * hosts. A host is lost when it does not answer after a silence. Silence is measured by the arrival of reports on the
 * clock of the gateway, so clocks of hosts may differ.
 */
import type { FleetHost } from '#core.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import type { Broker } from './broker.ts';
import { HostReport, NameRecord, SessionRecord, toFleetHost } from './reports.ts';
import { hostKey, hostOfId, nameKey, pingSubject } from './subjects.ts';

interface KnownHost {
  report: HostReport;
  reachable: boolean;
  /** Sessions placed since the last report. */
  placed: number;
  silence: Disposable | undefined;
  /** Sessions that were lost with this host, or with an earlier start of it. */
  lost: readonly SessionRecord[];
  /** The records of its lost sessions are not read yet. */
  unread: boolean;
  /** The reading that will be done: all sessions of a lost host, or those of its earlier starts. */
  reading: 'all' | 'former' | undefined;
}

/** restarted: it was reachable, and has lost what it had; left: it was stopped. */
type HostChange = 'reachable' | 'restarted' | 'lost' | 'left';

interface DirectoryOptions {
  readonly broker: Broker;
  readonly clock: Clock;
  /** Asks the hosts for the session with this name. */
  readonly searchHosts: (name: string) => Promise<string | undefined>;
}

export class Directory {
  readonly #options: DirectoryOptions;
  readonly #hosts = new Map<string, KnownHost>();
  readonly #hostByName = new Map<string, string>();
  readonly #onChange = new Emitter<[host: string, change: HostChange]>();
  readonly onChange = this.#onChange.event;
  readonly #onLost = new Emitter<[host: string, sessions: readonly SessionRecord[]]>();
  /** Sessions were lost, with their host or because it was restarted. */
  readonly onLost = this.#onLost.event;
  readonly #listeners: Disposable[] = [];
  /** One reading at a time, because each takes the broker tens of milliseconds in a large fleet. */
  #reading: Promise<void> = Promise.resolve();

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { broker } = this.#options;
    this.#listeners.push(
      broker.watch(hostKey('*'), (key, value) => this.#handleReport(key, value)),
      broker.onConnected((connected) => connected && this.#restartSilence()),
    );
    for (const { key, value } of await broker.list(hostKey('*')))
      if (!this.#hosts.has(hostOfKey(key))) this.#handleReport(key, value);
    this.#reading = this.#reading.then(() => this.#readFormer());
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

  /** The last start of the host that was reported. Nothing answers for a host that has left. */
  instanceOf(host: string): string {
    return this.#hosts.get(host)?.report.instance ?? 'none';
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

  /** Looks up the host of the session with this name. Brokers of a cluster that choose a leader cannot read the bucket. */
  async findName(name: string): Promise<string | undefined> {
    const { broker, searchHosts } = this.#options;
    const host = await broker.get(nameKey(name)).then(
      (entry) => NameRecord.safeParse(entry?.value).data?.host,
      () => searchHosts(name),
    );
    this.#hostByName.delete(name);
    if (host === undefined) return undefined;
    const [oldest] = this.#hostByName.keys();
    if (this.#hostByName.size >= limits.fleetNames) this.#hostByName.delete(oldest!);
    this.#hostByName.set(name, host);
    return host;
  }

  /**
   * A message to the host had no receiver. The host may be connecting to another broker of the cluster, so its sessions
   * are reported lost only if it does not answer after a short time.
   */
  markUnreachable(host: string): void {
    const known = this.#hosts.get(host);
    if (!known?.reachable) return;
    this.#leave(host, known, limits.brokerSettleMs);
  }

  #handleReport(key: string, value: unknown): void {
    const host = hostOfKey(key);
    const known = this.#hosts.get(host);
    if (value === undefined) return this.#remove(host, known);
    const { data: report } = HostReport.safeParse(value);
    if (!report || report.host !== host) return;
    if (known) return this.#update(known, report);
    if (this.#hosts.size >= limits.fleetHosts) return;
    const added: KnownHost = {
      report,
      reachable: true,
      placed: 0,
      silence: undefined,
      lost: [],
      unread: false,
      reading: undefined,
    };
    this.#hosts.set(host, added);
    this.#expectReport(host, added);
    this.#onChange.fire(host, 'reachable');
  }

  #update(known: KnownHost, report: HostReport): void {
    if (known.report.instance === report.instance) this.#apply(known, report);
    else void this.#confirmStart(known, report.host);
  }

  /** A report that the broker refuses is seen too: that of a host whose name was taken while it was cut off. */
  async #confirmStart(known: KnownHost, host: string): Promise<void> {
    this.#expectReport(host, known);
    const entry = await this.#options.broker.get(hostKey(host)).catch(() => undefined);
    const { data: report } = HostReport.safeParse(entry?.value);
    if (report?.host === host && this.#hosts.get(host) === known) this.#apply(known, report);
  }

  #apply(known: KnownHost, report: HostReport): void {
    const restarted = known.report.instance !== report.instance;
    const returned = !known.reachable;
    known.report = report;
    known.reachable = true;
    known.placed = 0;
    this.#expectReport(report.host, known);
    if (returned && !restarted) known.lost = known.lost.filter(({ lost }) => lost);
    if (restarted || returned || known.unread) this.#readLost(known, 'former');
    if (returned) this.#onChange.fire(report.host, 'reachable');
    else if (restarted) this.#onChange.fire(report.host, 'restarted');
  }

  #remove(host: string, known: KnownHost | undefined): void {
    if (!known) return;
    known.silence?.dispose();
    this.#hosts.delete(host);
    this.#onChange.fire(host, 'left');
  }

  #expectReport(host: string, known: KnownHost, withinMs: number = limits.hostSilenceMs): void {
    known.silence?.dispose();
    known.silence = this.#options.clock.after(withinMs, () => void this.#probe(host, known));
  }

  async #probe(host: string, known: KnownHost): Promise<void> {
    const { broker } = this.#options;
    if (!broker.connected) return;
    const answer = await broker.ask(pingSubject(host), limits.hostAnswerMs);
    if (this.#hosts.get(host) !== known || !broker.connected) return;
    const { data: report } = HostReport.safeParse(answer);
    if (report?.host === host) this.#update(known, report);
    // This gateway is cut off itself, so it knows nothing about the host.
    else if (answer === 'no_broker') this.#expectReport(host, known);
    else await this.#lose(host, known);
  }

  /** A partition may end before the host reports again, so it is asked from time to time. */
  #leave(host: string, known: KnownHost, askAfterMs: number = limits.hostSilenceMs): void {
    known.reachable = false;
    known.unread = true;
    this.#expectReport(host, known, askAfterMs);
    this.#onChange.fire(host, 'lost');
  }

  /** A lost host is forgotten with its record, which the bucket drops after some time. */
  async #lose(host: string, known: KnownHost): Promise<void> {
    if (known.reachable) this.#leave(host, known);
    else this.#expectReport(host, known);
    if (known.unread) return this.#readLost(known, 'all');
    const entry = await this.#options.broker.get(hostKey(host)).catch(() => 'unknown');
    if (entry === undefined && this.#hosts.get(host) === known && !known.reachable) this.#remove(host, known);
  }

  /** Reads the sessions that hosts lost before this gateway was started. */
  async #readFormer(): Promise<void> {
    const entries = await this.#options.broker.list('session.*.*').catch(() => undefined);
    if (!entries) for (const known of this.#hosts.values()) known.unread = true;
    const records = (entries ?? []).flatMap(({ value }) => SessionRecord.safeParse(value).data ?? []);
    for (const record of records.filter(({ lost }) => lost)) {
      const known = this.#hosts.get(hostOfId(record.session) ?? '');
      if (known && !known.lost.some(({ session }) => session === record.session))
        known.lost = [...known.lost, record];
    }
  }

  #readLost(known: KnownHost, which: 'all' | 'former'): void {
    const queued = known.reading !== undefined;
    known.reading = which;
    if (!queued) this.#reading = this.#reading.then(() => this.#readRecords(known));
  }

  /** Reports the lost sessions that are new. Meanwhile the host may have left, or returned. */
  async #readRecords(known: KnownHost): Promise<void> {
    const all = known.reading === 'all';
    known.reading = undefined;
    const { host } = known.report;
    const entries = await this.#options.broker.listSubset(`session.${host}.*`).catch(() => undefined);
    known.unread = !entries || (!all && !known.reachable);
    if (!entries) return;
    const records = entries.flatMap(({ value }) => SessionRecord.safeParse(value).data ?? []);
    const before = new Set(known.lost.map(({ session }) => session));
    // What was lost before stays lost, also if its host could not write that.
    known.lost = records.filter(
      ({ session, lost }) => lost || before.has(session) || (all && !known.reachable),
    );
    const added = known.lost.filter(({ session }) => !before.has(session));
    if (added.length > 0) this.#onLost.fire(host, added);
  }

  /** While the broker was away, no report could arrive. */
  #restartSilence(): void {
    for (const [host, known] of this.#hosts) this.#expectReport(host, known);
  }
}

const hostOfKey = (key: string): string => key.slice(hostKey('').length);
