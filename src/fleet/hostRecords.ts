/** What a host writes into the bucket of the fleet: its report, its sessions, and the names that it reserves. */
import { Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Broker, Entry } from './broker.ts';
import { NameRecord, SessionRecord } from './reports.ts';
import { nameKey, pingSubject, sessionKey } from './subjects.ts';

interface RecordsOptions {
  readonly broker: Broker;
  readonly name: string;
  readonly clock: Clock;
  readonly log: (line: string, facts?: Readonly<Record<string, unknown>>) => void;
}

export const refuseName = (name: string): never =>
  raise(fault.Invalid({ path: 'name', reason: 'another session has that name; choose another', got: name }));

type Write = () => Promise<unknown>;

/** The records of one host. Writes of one key keep their order. */
export class HostRecords {
  readonly #options: RecordsOptions;
  readonly #writing = new Map<string, Promise<void>>();
  /** The last write of each key that the broker refused, lost, or was not connected for. */
  readonly #failed = new Map<string, Write>();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** Writes a record, or deletes it. */
  write(key: string, record: object | undefined): Promise<void> {
    const { broker } = this.#options;
    return this.inOrder(key, () => (record ? broker.put(key, record) : broker.delete(key)));
  }

  /** Writes again what the broker did not take. */
  retry(): void {
    for (const [key, write] of this.#failed) void this.inOrder(key, write);
    this.#failed.clear();
  }

  /** While this host was cut off, a session of another host may have taken the name. */
  renewName(name: string): Promise<void> {
    const { broker, name: host } = this.#options;
    const key = nameKey(name);
    return this.inOrder(key, async () => {
      const entry = await broker.get(key);
      if ([host, undefined].includes(ownerOf(entry)))
        await broker.compareAndPut(key, { host }, entry?.revision ?? 0);
    });
  }

  freeName(name: string): Promise<void> {
    const { broker, name: host } = this.#options;
    const key = nameKey(name);
    return this.inOrder(key, async () => {
      if (ownerOf(await broker.get(key)) === host) await broker.delete(key);
    });
  }

  /** Resolves when the broker has taken the write, or when it will be tried again. */
  inOrder(key: string, write: Write): Promise<void> {
    const before = this.#writing.get(key) ?? Promise.resolve();
    const writing: Promise<void> = before
      .then(() => this.#try(key, write))
      .then((taken) => {
        if (this.#writing.get(key) !== writing) return;
        this.#writing.delete(key);
        if (!taken && this.#failed.size < limits.failedRecords) this.#failed.set(key, write);
      });
    this.#failed.delete(key);
    this.#writing.set(key, writing);
    return writing;
  }

  /** Without a connection, a write would wait for its timeout. */
  async #try(key: string, write: Write): Promise<boolean> {
    const { broker, log } = this.#options;
    if (!broker.connected) return false;
    try {
      await write();
      return true;
    } catch (problem) {
      log('the broker did not take a record', { key, problem: String(problem) });
      return false;
    }
  }

  async settled(session: string): Promise<void> {
    await this.#writing.get(sessionKey(session));
  }

  async close(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async claim(name: string): Promise<void> {
    try {
      await this.#insist(() => this.#compareAndSet(name));
    } catch (problem) {
      if (problem instanceof Fault) throw problem;
      raise(fault.Busy({ reason: 'busy', limit: 'names', max: 0 }));
    }
  }

  /** Brokers of a cluster that choose a leader take no records for some seconds, so they are asked again. */
  async #insist<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, log } = this.#options;
    const deadline = clock.now() + limits.fleetClaimMs;
    for (;;)
      try {
        return await ask();
      } catch (problem) {
        if (problem instanceof Fault) throw problem;
        log('the broker did not answer', { problem: String(problem) });
        if (clock.now() > deadline) throw problem;
        await new Promise<void>((resolve) => clock.after(limits.fleetClaimMs / 20, resolve));
      }
  }

  /** The name of a session whose host is gone is free. */
  async #compareAndSet(name: string): Promise<void> {
    const { broker, name: host } = this.#options;
    const key = nameKey(name);
    this.#failed.delete(key);
    await this.#writing.get(key);
    if (await broker.compareAndPut(key, { host }, 0)) return;
    const entry = await broker.get(key);
    const owner = ownerOf(entry);
    if (owner !== undefined && owner !== host) {
      const answer = await broker.ask(pingSubject(owner), limits.hostAnswerMs);
      if (answer !== 'no_responders') refuseName(name);
    }
    if (!(await broker.compareAndPut(key, { host }, entry?.revision ?? 0))) refuseName(name);
  }

  /** Marks the sessions of an earlier start of this host as lost, and frees their names. Returns the last number. */
  async loseFormer(host: string): Promise<number> {
    const entries = await this.#insist(() => this.#options.broker.listSubset(`session.${host}.*`));
    await Promise.all(entries.map((entry) => this.#lose(entry)));
    return Math.max(0, ...entries.map(({ key }) => Number(/s(\d+)$/.exec(key)?.[1] ?? 0)));
  }

  async #lose({ key, value }: Entry): Promise<void> {
    const record = SessionRecord.safeParse(value).data;
    if (!record || record.lost) return;
    if (record.name !== null) await this.freeName(record.name);
    await this.#insist(() => this.#options.broker.put(key, { ...record, lost: true }));
  }
}

const ownerOf = (entry: Entry | undefined): string | undefined =>
  NameRecord.safeParse(entry?.value).data?.host;
