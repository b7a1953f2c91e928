/**
 * The connection to the broker: messages, a key-value bucket, and a stream of transcripts and recordings.
 * Long because it is the only file that imports the packages of NATS.
 */
import { randomBytes } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type StoredMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import {
  connect,
  credsAuthenticator,
  headers,
  type Msg,
  type NatsConnection,
  type NodeConnectionOptions,
  nanos,
  nkeyAuthenticator,
  type Status,
} from '@nats-io/transport-node';
import { limits } from '#limits.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';
import { keptSubject } from './subjects.ts';

export interface BrokerOptions {
  /** `nats://` or `tls://`, with a user and a password or a token. Several are separated by commas. */
  readonly url: string;
  /** Shown in the monitoring of the broker, and part of the subjects of replies: `host.NAME` or `gateway.NAME`. */
  readonly name: string;
  /** The content of a credentials file, or the seed of an NKey. */
  readonly credentials?: Uint8Array | undefined;
  readonly seed?: Uint8Array | undefined;
  readonly tls?:
    | { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string }
    | undefined;
}

/** The bucket of the fleet, with the keys `host.NAME`, `name.NAME` and `session.HOST.NUMBER`. */
const bucket = 'ptywright';

/** The prefix of the subjects on which the bucket stores its keys. */
const keySubject = `$KV.${bucket}.`;

/** The stream of kept transcripts and recordings: one subject each. */
const keptStream = 'ptywright_kept';

/** Wrong last sequence: the key was written meanwhile. */
const conflictCode = 10071;

const missingStreamCode = 10059;

/** The header of a message that replaces the earlier ones of its subject. */
const replacing = ['Nats-Rollup', 'sub'] as const;

/** The header with the state of a recording. */
const recordingHeader = 'Ptywright-Recording';

export interface BrokerMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly reply: string | undefined;
  /** No one subscribes to the subject to which this side published. */
  readonly noResponders: boolean;
}

export interface Entry {
  readonly key: string;
  /** Undefined if the key was deleted, and null if it is no JSON. */
  readonly value: unknown;
  readonly revision: number;
}

/** Part of a kept transcript or recording. */
export interface KeptText {
  readonly text: string;
  /** Cursor after the text: in redacted characters, or in bytes of a recording. */
  readonly to: number;
  readonly recording?: KeptRecordingPart;
}

interface KeptRecordingPart {
  /** The state of the recording, as JSON. */
  readonly state: string;
  /** Differs from that of all other parts. */
  readonly id: string;
  /** Removes what was kept under the id of the recording before. */
  readonly first: boolean;
}

export class Broker {
  readonly #connection: NatsConnection;
  readonly #store: KV;
  readonly #stream: JetStreamClient;
  readonly #onConnected = new Emitter<[connected: boolean]>();
  /** The connection was lost, or is back. */
  readonly onConnected = this.#onConnected.event;
  #connected = true;

  private constructor(connection: NatsConnection, store: KV) {
    this.#connection = connection;
    this.#store = store;
    this.#stream = jetstream(connection);
    void this.#watchStatus();
  }

  static async connect(options: BrokerOptions): Promise<Broker> {
    const connection = await connect(toConnectionOptions(options));
    try {
      return new Broker(connection, await openStore(connection));
    } catch (problem) {
      await connection.close();
      throw problem;
    }
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Whether the broker asked for a proof of who this is. */
  get authenticated(): boolean {
    return this.#connection.info?.auth_required === true;
  }

  publish(subject: string, data: Uint8Array | string, reply?: string): void {
    if (!this.#connection.isClosed())
      this.#connection.publish(subject, data, reply === undefined ? {} : { reply });
  }

  subscribe(subject: string, listener: (message: BrokerMessage) => void, queue?: string): Disposable {
    const callback = (problem: Error | null, message: Msg) => {
      if (!problem) listener(toMessage(message));
    };
    const subscription = this.#connection.subscribe(subject, { callback, ...(queue && { queue }) });
    return { dispose: () => subscription.unsubscribe() };
  }

  /**
   * Resolves to undefined without an answer, to `no_responders` if no one subscribes, and to `no_broker` if the broker
   * itself does not answer.
   */
  async ask(subject: string, timeoutMs: number): Promise<unknown> {
    let reached = false;
    try {
      // The broker answers this after it has passed the question on.
      void this.#connection.flush().then(
        () => {
          reached = true;
        },
        () => {},
      );
      const answer = await this.#connection.request(subject, '', { timeout: timeoutMs });
      return answer.json();
    } catch (problem) {
      if ((problem as { isNoResponders?: () => boolean }).isNoResponders?.()) return 'no_responders';
      return reached ? undefined : 'no_broker';
    }
  }

  async get(key: string): Promise<Entry | undefined> {
    const entry = await this.#store.get(key);
    if (!entry) return undefined;
    const { operation, revision } = entry;
    return { key, revision, value: operation === 'PUT' ? parseRecord(entry) : undefined };
  }

  async put(key: string, value: object): Promise<void> {
    await this.#store.put(key, JSON.stringify(value));
  }

  /**
   * Writes the key if it still has this revision; 0 if it must not exist. Returns the new revision, or undefined if the key
   * was written meanwhile.
   */
  async compareAndPut(key: string, value: object, revision: number): Promise<number | undefined> {
    const text = JSON.stringify(value);
    try {
      return await (revision === 0 ? this.#store.create(key, text) : this.#store.update(key, text, revision));
    } catch (problem) {
      if ((problem as { code?: number }).code === conflictCode) return undefined;
      throw problem;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#store.delete(key);
  }

  /** Returns the present entries whose key matches. */
  async list(filter: string): Promise<readonly Entry[]> {
    const messages = await this.#read(`KV_${bucket}`, `${keySubject}${filter}`, DeliverPolicy.LastPerSubject);
    const entries = messages.map((message) => ({ ...toKeyed(message), revision: message.seq }));
    return entries.filter(({ value }) => value !== undefined);
  }

  /**
   * As `list`, for few entries in a bucket of many. The broker finds the keys and sends each in a quarter of the time
   * that it takes to create a consumer, for which it looks at all records. The leader of a cluster answers.
   */
  async listSubset(filter: string): Promise<readonly Entry[]> {
    const stream = `KV_${bucket}`;
    const { streams } = await this.#stream.jetstreamManager(false);
    const { state } = await streams.info(stream, { subjects_filter: `${keySubject}${filter}` });
    const subjects = Object.keys(state.subjects ?? {});
    // Each is a request, also for a deleted key, which the broker keeps for a day.
    if (subjects.length > limits.fleetSubset) return this.list(filter);
    const stored = await Promise.all(
      subjects.map((one) => streams.getMessage(stream, { last_by_subj: one })),
    );
    const entries = stored.flatMap((message) =>
      message ? [{ ...toKeyed(message), revision: message.seq }] : [],
    );
    return entries
      .filter(({ value }) => value !== undefined)
      .sort((one, other) => one.revision - other.revision);
  }

  /** Reports each write to a key that matches. Those while the connection was lost are not reported. */
  watch(filter: string, listener: (key: string, value: unknown) => void): Disposable {
    const callback = (problem: Error | null, message: Msg) => {
      if (problem) return;
      const { key, value } = toKeyed(message);
      listener(key, value);
    };
    const subscription = this.#connection.subscribe(`${keySubject}${filter}`, { callback });
    return { dispose: () => subscription.unsubscribe() };
  }

  /** Creates the stream of kept transcripts and recordings. One that exists stays as its operator has set it. */
  async openKept(): Promise<void> {
    await openStream(this.#connection, {
      name: keptStream,
      subjects: [keptSubject('*/*')],
      max_bytes: limits.keptBytes,
      max_msgs_per_subject: limits.keptParts,
      allow_rollup_hdrs: true,
    });
  }

  /** Resolves when the broker has stored the text. It stores a text that is sent again only once. */
  async appendKept(id: string, { text, to, recording }: KeptText): Promise<void> {
    const given = headers();
    if (recording) given.set(recordingHeader, recording.state);
    if (recording?.first) given.set(...replacing);
    const msgID = `${id}:${to}${recording ? `:${recording.id}` : ''}`;
    await this.#stream.publish(keptSubject(id), text, { msgID, headers: given });
  }

  /** Removes what was kept of a session or a recording. */
  async dropKept(id: string): Promise<void> {
    const given = headers();
    given.set(...replacing);
    await this.#stream.publish(keptSubject(id), '', { headers: given });
  }

  /** Returns what was kept of a session or a recording, in order. */
  async readKept(id: string): Promise<readonly KeptText[]> {
    const messages = await this.#read(keptStream, keptSubject(id), DeliverPolicy.All);
    const parts = messages.map((message) => {
      const [, to, part = ''] = message.headers?.get('Nats-Msg-Id').split(':') ?? [];
      const state = message.headers?.get(recordingHeader);
      return {
        text: message.string(),
        to: Number(to),
        ...(state && { recording: { state, id: part, first: false } }),
      };
    });
    return parts.filter(({ to }) => Number.isSafeInteger(to));
  }

  /**
   * Returns the present messages of a stream. In a cluster, any node may send them, also one that was restarted and lags
   * behind. The leader says which message is the last.
   */
  async #read(stream: string, subject: string, policy: DeliverPolicy): Promise<readonly JsMsg[]> {
    const { streams } = await this.#stream.jetstreamManager(false);
    const last = await streams.getMessage(stream, { last_by_subj: subject });
    if (!last) return [];
    for (let readings = 0; readings < limits.brokerReads; readings++) {
      const messages = await this.#readFromOne(stream, subject, policy).catch((problem) => {
        // The leader has the stream, so this broker was restarted and does not have it yet.
        if (isStreamMissing(problem)) return [];
        throw problem;
      });
      if (messages.some(({ seq }) => seq >= last.seq)) return messages;
    }
    throw new Error(`no broker has all messages of ${subject} yet`);
  }

  async #readFromOne(stream: string, subject: string, policy: DeliverPolicy): Promise<readonly JsMsg[]> {
    const { consumers } = await this.#stream.jetstreamManager(false);
    const consumer = await consumers.add(stream, {
      name: randomBytes(9).toString('hex'),
      filter_subject: subject,
      deliver_policy: policy,
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      // In case that it cannot be deleted.
      inactive_threshold: nanos(limits.consumerIdleMs),
    });
    const messages: JsMsg[] = [];
    try {
      const count = consumer.num_pending;
      if (count === 0) return messages;
      const pulled = this.#stream.consumers.getConsumerFromInfo(consumer);
      for await (const message of await pulled.fetch({
        max_messages: count,
        expires: limits.consumerIdleMs,
      })) {
        messages.push(message);
        // A record that is written meanwhile comes again at the end, and counts as pending.
        if (messages.length === count || message.info.pending === 0) return messages;
      }
      throw new Error(`the broker did not send ${count - messages.length} messages of ${subject}`);
    } finally {
      await consumers.delete(stream, consumer.name).catch(() => false);
    }
  }

  /** Resolves when everything published has reached the broker. */
  flush(): Promise<void> {
    return this.#connection.flush();
  }

  async close(): Promise<void> {
    await this.#connection.drain().catch(() => this.#connection.close());
  }

  async #watchStatus(): Promise<void> {
    for await (const status of this.#connection.status()) {
      const connected = connectedAfter[status.type];
      if (connected === undefined || connected === this.#connected) continue;
      this.#connected = connected;
      this.#onConnected.fire(connected);
    }
  }
}

const isStreamMissing = (problem: unknown): boolean =>
  problem instanceof JetStreamApiError && problem.code === JetStreamApiCodes.StreamNotFound;

const connectedAfter: Partial<Record<Status['type'], boolean>> = { disconnect: false, reconnect: true };

const toMessage = ({ subject, data, reply, headers }: Msg): BrokerMessage => ({
  subject,
  data,
  reply,
  noResponders: data.length === 0 && headers?.code === 503,
});

/** A write to the bucket. A deletion has no value. */
function toKeyed(message: JsMsg | Msg | StoredMsg) {
  const headers = 'header' in message ? message.header : message.headers;
  const deleted = headers?.has('KV-Operation');
  return { key: message.subject.slice(keySubject.length), value: deleted ? undefined : parseRecord(message) };
}

/** Any host can write anything to its keys, and an error here would end the connection. */
function parseRecord(record: Pick<Msg, 'json'>): unknown {
  try {
    return record.json();
  } catch {
    return null;
  }
}

/** Reconnects for ever, after a random time, so that the clients of a restarted broker do not come all at once. */
const toConnectionOptions = ({
  url,
  name,
  credentials,
  seed,
  tls,
}: BrokerOptions): NodeConnectionOptions => ({
  ...parseServers(url, tls),
  name,
  timeout: limits.brokerConnectMs,
  inboxPrefix: `_INBOX.${name}`,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  reconnectJitter: 400,
  reconnectJitterTLS: 400,
  pingInterval: 5000,
  maxPingOut: 2,
  ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  ...(seed && { authenticator: nkeyAuthenticator(seed) }),
});

/** Moves the user and the password out of the addresses, where the package does not read them. */
function parseServers(url: string, tls: BrokerOptions['tls']): NodeConnectionOptions {
  const servers = url.split(',').map((one) => new URL(one));
  const { username, password } = servers[0]!;
  const secured = tls !== undefined || servers.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: servers.map(({ host }) => host),
    ...(username && password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username && !password && { token: decodeURIComponent(username) }),
    ...(secured && {
      tls: { ...tls, ...checkAddresses(servers.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''))) },
    }),
  };
}

/** The package does not give an address to Node, so that Node would look for `localhost` in the certificate. */
const checkAddresses = (hosts: readonly string[]) => ({
  checkServerIdentity: (name: string, certificate: PeerCertificate) => {
    const problems = [name, ...hosts].map((host) => checkServerIdentity(host, certificate));
    return problems.includes(undefined) ? undefined : problems.at(-1);
  },
});

/** In a cluster, three nodes keep the bucket and the stream. */
const countReplicas = (connection: NatsConnection): number =>
  connection.info?.cluster === undefined ? 1 : 3;

/** Creates a stream. One that exists stays as its operator has set it. */
async function openStream(
  connection: NatsConnection,
  config: Partial<StreamConfig> & { readonly name: string },
): Promise<void> {
  const { streams } = await jetstreamManager(connection);
  try {
    await streams.info(config.name);
  } catch (problem) {
    if ((problem as { code?: number }).code !== missingStreamCode) throw problem;
    await streams.add({
      ...config,
      max_age: nanos(limits.fleetRecordMs),
      num_replicas: countReplicas(connection),
    });
  }
}

/** The package would create the bucket so that a write to one key can replace all of them. */
async function openStore(connection: NatsConnection): Promise<KV> {
  await openStream(connection, {
    name: `KV_${bucket}`,
    subjects: [`${keySubject}>`],
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    deny_delete: true,
  });
  return new Kvm(connection).open(bucket);
}
