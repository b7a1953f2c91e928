/** A host of a fleet: serves its sessions to gateways, and records them, their names and its load in the bucket. */
import { randomUUID } from 'node:crypto';
import type { Fleet, FleetHost } from '#core.ts';
import { limits } from '#limits.ts';
import { type Permission, permissionNames } from '#permissions.ts';
import type { Clock } from '#platform/clock.ts';
import { type Disposable, disposeAll, Emitter } from '#platform/lifetimes.ts';
import { createLoadSampler } from '#platform/userInfo.ts';
import { createPageEndpoint } from '#server/pageRoutes.ts';
import type { Server } from '#server/server.ts';
import type { IdRange } from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import type { Broker } from './broker.ts';
import { HostLinks } from './hostLinks.ts';
import { HostRecords, refuseName } from './hostRecords.ts';
import { RecordingOutput } from './keptRecordings.ts';
import { KeptTranscripts } from './keptTranscripts.ts';
import { HostReport, type SessionRecord, toFleetHost } from './reports.ts';
import { hostKey, linkPrefix, pageLinkMark, pingSubject, sessionKey } from './subjects.ts';

export interface HostOptions {
  readonly broker: Broker;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string;
  readonly capacity: number;
  readonly grants: ReadonlySet<Permission>;
  readonly redactionEnforced: boolean;
  /** Sends redacted transcripts and recordings to the broker. */
  readonly keep: boolean;
  readonly clock: Clock;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

/** Another host of this name is in the fleet. */
class HostNameTaken extends Error {}

export class Host implements Fleet {
  readonly #options: HostOptions;
  readonly #instance = randomUUID();
  readonly #sampleLoad = createLoadSampler();
  readonly #records: HostRecords;
  readonly #listeners: Disposable[] = [];
  /** Names that are being reserved, or belong to a session. */
  readonly #names = new Set<string>();
  readonly #nameOf = new WeakMap<Session, string | undefined>();
  #links: HostLinks | undefined;
  #kept: KeptTranscripts | undefined;
  #server: Server | undefined;
  #lastId = 0;
  /** The revision of the record of this host. */
  #revision = 0;
  readonly #onReplaced = new Emitter();
  /** Another host has taken the name while this one was cut off. */
  readonly onReplaced = this.#onReplaced.event;
  #replaced = false;
  #beat: Disposable | undefined;
  #renewedAt: number;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#records = new HostRecords(options);
    this.#renewedAt = options.clock.now();
  }

  get host() {
    return this.#options;
  }

  /** Takes the name of the host in the fleet, and returns where its ids begin. Raises HostNameTaken. */
  async join(): Promise<IdRange> {
    const { broker, name } = this.#options;
    const key = hostKey(name);
    const entry = await broker.get(key);
    const before = HostReport.safeParse(entry?.value);
    if (before.success && (await this.#ask(name)))
      throw new HostNameTaken(`the fleet has a host ${name} already; choose another name with --host NAME`);
    const last = await this.#records.loseFormer(name);
    this.#lastId = Math.max(before.data?.lastId ?? 0, last);
    const revision = await broker.compareAndPut(key, this.#report(), entry?.revision ?? 0);
    if (revision === undefined)
      throw new HostNameTaken(`another host ${name} joined the fleet at the same time`);
    this.#revision = revision;
    return { prefix: `${name}/`, last: this.#lastId };
  }

  /** Serves gateways. */
  start(server: Server): void {
    const { broker, name, clock, keep, grants } = this.#options;
    this.#server = server;
    const { sessions, adapters, recordings } = server.world;
    if (keep && grants.has('transcript.read')) this.#kept = new KeptTranscripts(this.#options);
    const page = createPageEndpoint(server.world);
    const endpointOf = (link: string) =>
      link.startsWith(linkPrefix(this.#instance) + pageLinkMark) ? page : server.native;
    const instance = this.#instance;
    this.#links = new HostLinks({ broker, host: name, instance, clock, server, endpointOf });
    this.#listeners.push(
      this.#links,
      sessions.onUpdate((session, update) => {
        if (update === 'opened') this.#open(session);
        else if (update === 'labelled') this.#relabel(session);
        else if (update === 'closed') this.#forget(session);
      }),
      recordings.onUpdate((recording, update) => {
        if (update === 'removed') this.#kept?.drop(recording);
        else if (grants.has('screen.read'))
          this.#kept?.followRecording(recording, new RecordingOutput(recording));
      }),
      // The adapter of a session is not known yet when the session opens.
      adapters.onUpdate(({ session }, update) => update === 'opened' && this.#record(session)),
      broker.subscribe(pingSubject(name), ({ reply }) => {
        // With another reply subject, a host could make this one publish for it.
        if (reply?.startsWith('_INBOX.')) broker.publish(reply, JSON.stringify(this.#report()));
      }),
      broker.onConnected((connected) => connected && this.#beatNow()),
    );
    this.#beatNow();
  }

  async claimName(name: string): Promise<Disposable> {
    if (this.#names.has(name)) refuseName(name);
    this.#names.add(name);
    try {
      await this.#records.claim(name);
    } catch (problem) {
      this.#names.delete(name);
      throw problem;
    }
    return { dispose: () => this.#releaseName(name) };
  }

  /** A broker that cannot store the record delays it. The session is served anyway. */
  async announce(session: Session): Promise<void> {
    await this.#records.settled(session.id);
  }

  async hosts(): Promise<readonly FleetHost[]> {
    const entries = await this.#options.broker.list('host.*');
    const reports = entries.flatMap(({ value }) => HostReport.safeParse(value).data ?? []);
    const answers = await Promise.all(reports.map(({ host }) => this.#ask(host)));
    const hosts = reports.map((report, at) => toFleetHost(answers[at] ?? report, answers[at] !== undefined));
    return hosts.sort((one, other) => (one.host < other.host ? -1 : 1));
  }

  /** Leaves the fleet, after the server has closed its sessions. */
  async leave(): Promise<void> {
    this.#beat?.dispose();
    disposeAll(this.#listeners);
    this.#kept?.stop();
    const { broker, name } = this.#options;
    // Without a connection, each record would wait for its timeout.
    if (broker.connected && !this.#replaced) {
      await Promise.all([this.#records.close(), this.#kept?.close()]);
      await this.#records.write(hostKey(name), undefined);
    }
    await broker.close();
  }

  /** Records of hosts that died stay for a day. */
  async #ask(host: string): Promise<HostReport | undefined> {
    const answer = await this.#options.broker.ask(pingSubject(host), limits.hostAnswerMs);
    return HostReport.safeParse(answer).data;
  }

  #report(): HostReport {
    const { name, labels, version, capacity, grants, redactionEnforced } = this.#options;
    const { sessions, recordings } = this.#server?.world ?? {};
    return {
      host: name,
      instance: this.#instance,
      version,
      labels,
      capacity,
      ...this.#sampleLoad(),
      sessions: sessions?.all().length ?? 0,
      lastId: Math.max(this.#lastId, sessions?.lastId ?? 0, recordings?.lastId ?? 0),
      denied: permissionNames.filter((permission) => !grants.has(permission)),
      redactionEnforced,
    };
  }

  #beatNow(): void {
    const { clock, name } = this.#options;
    this.#beat?.dispose();
    this.#beat = clock.after(limits.hostBeatMs, () => this.#beatNow());
    if (!this.#options.broker.connected) return;
    void this.#records.inOrder(hostKey(name), () => this.#writeReport());
    this.#records.retry();
    if (clock.now() - this.#renewedAt > limits.fleetRecordMs / 4) this.#renew();
  }

  async #writeReport(): Promise<void> {
    const { broker, name } = this.#options;
    const key = hostKey(name);
    const revision = await broker.compareAndPut(key, this.#report(), this.#revision);
    if (revision !== undefined) {
      this.#revision = revision;
      return;
    }
    // The broker may have stored a report without an answer, or dropped an old one.
    const entry = await broker.get(key);
    const instance = HostReport.safeParse(entry?.value).data?.instance ?? this.#instance;
    if (instance !== this.#instance) this.#handleReplaced();
    else this.#revision = entry?.revision ?? 0;
  }

  /** The records of the name, and what was kept of its sessions, belong to the other host now. */
  #handleReplaced(): void {
    if (this.#replaced) return;
    this.#replaced = true;
    this.#options.log('another host has taken the name of this one, which ends', {
      host: this.#options.name,
    });
    this.#beat?.dispose();
    disposeAll(this.#listeners);
    this.#kept?.stop();
    this.#onReplaced.fire();
  }

  /** The bucket drops what is not renewed. */
  #renew(): void {
    this.#renewedAt = this.#options.clock.now();
    for (const session of this.#server!.world.sessions.all()) {
      this.#record(session);
      if (session.name !== undefined) void this.#records.renewName(session.name);
    }
  }

  #open(session: Session): void {
    this.#kept?.follow(session);
    this.#record(session);
  }

  #record(session: Session): void {
    const { id, name = null, tags } = session;
    if (!this.#nameOf.has(session)) this.#nameOf.set(session, session.name);
    const adapter = this.#server!.world.adapters.findBySession(session)?.id;
    const record: SessionRecord = { session: id, name, tags: [...tags], ...(adapter && { adapter }) };
    void this.#records.write(sessionKey(id), record);
  }

  #relabel(session: Session): void {
    const former = this.#nameOf.get(session);
    this.#nameOf.set(session, session.name);
    if (former !== undefined && former !== session.name) this.#releaseName(former);
    this.#record(session);
  }

  #forget(session: Session): void {
    this.#kept?.drop(session);
    void this.#records.write(sessionKey(session.id), undefined);
    const name = this.#nameOf.get(session);
    if (name !== undefined) this.#releaseName(name);
  }

  #releaseName(name: string): void {
    if (this.#names.delete(name)) void this.#records.freeName(name);
  }
}
