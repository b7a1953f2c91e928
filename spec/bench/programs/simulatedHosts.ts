/**
 * Hosts of a fleet without programs: they report, answer pings, and list and create sessions. Takes the address of the
 * broker, the number of hosts, and of sessions of each. A line `stop N` on standard input stops the first N hosts as if
 * they were killed, and `start` starts them again.
 */
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { Broker } from '#fleet/broker.ts';
import { HostLinks } from '#fleet/hostLinks.ts';
import type { HostReport } from '#fleet/reports.ts';
import { hostKey, pingSubject, sessionKey } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import { Channel } from '#rpc/channel.ts';
import type { RpcMessage } from '#rpc/envelope.ts';
import type { DialectEndpoint } from '#server/endpoint.ts';
import type { Server } from '#server/server.ts';

const [, , url, hostCount, sessionCount] = process.argv as unknown as [
  string,
  string,
  string,
  number,
  number,
];
const broker = await Broker.connect({ url, name: 'host.simulated' });

class SimulatedHost {
  readonly #name: string;
  readonly #sessions: string[];
  #running: Disposable[] = [];
  #beat: Disposable | undefined;

  constructor(name: string) {
    this.#name = name;
    this.#sessions = Array.from({ length: Number(sessionCount) }, (_, at) => `${name}/s${at + 1}`);
  }

  /** The broker stores what is published on the subject of a key. An acknowledgement for each would take minutes. */
  record(): void {
    for (const session of this.#sessions) {
      const record = { session, name: null, tags: [] };
      broker.publish(`$KV.ptywright.${sessionKey(session)}`, JSON.stringify(record));
    }
  }

  /** Beats begin at a random time, as those of hosts that were started independently. */
  start(): void {
    const links = new HostLinks({
      broker,
      host: this.#name,
      instance: this.#name,
      clock: systemClock,
      server: {
        accept: (_: unknown, { input }: { input: Duplex }) => this.#accept(input),
      } as unknown as Server,
      endpointOf: () => undefined as unknown as DialectEndpoint,
    });
    const pings = broker.subscribe(pingSubject(this.#name), ({ reply }) =>
      broker.publish(reply!, JSON.stringify(this.#report())),
    );
    this.#running = [links, pings];
    this.#beatAfter(Math.random() * limits.hostBeatMs);
  }

  stop(): void {
    disposeAll(this.#running);
    this.#beat?.dispose();
  }

  report(): Promise<void> {
    return broker.put(hostKey(this.#name), this.#report());
  }

  #beatAfter(ms: number): void {
    this.#beat = systemClock.after(ms, () => {
      void this.report();
      this.#beatAfter(limits.hostBeatMs);
    });
  }

  #report(): HostReport {
    return {
      ...{ host: this.#name, instance: this.#name, version: '0.0.0', labels: { region: 'eu' } },
      ...{ sessions: this.#sessions.length, capacity: limits.sessions, lastId: this.#sessions.length },
      ...{ cpu: 0, memoryFree: 1, memoryTotal: 1, denied: [], redactionEnforced: false },
    };
  }

  #accept(stream: Duplex): Promise<void> {
    const channel = new Channel(
      { input: stream, output: stream, framing: 'ndjson', limits, timer: systemClock },
      {
        message: (message) => {
          if ('method' in message && 'id' in message)
            channel.reply(message.id as number, { result: this.#answer(message) });
        },
        closed: () => {},
      },
    );
    return Promise.resolve();
  }

  #answer(message: RpcMessage & { readonly method: string }): unknown {
    if (message.method === 'session.list') return { sessions: this.#sessions };
    if (message.method !== 'session.create') return { enabled: true, sessions: [], adapters: [] };
    const session = `${this.#name}/s${this.#sessions.length + 1}`;
    this.#sessions.push(session);
    return { session, reused: false };
  }
}

const hosts = Array.from({ length: Number(hostCount) }, (_, at) => new SimulatedHost(`h${at + 1}`));
for (const host of hosts) host.record();
await Promise.all(hosts.map((host) => host.report()));
for (const host of hosts) host.start();
await broker.flush();
process.stderr.write(`listening on ${url}\n`);

let stopped = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, count] = line.split(' ');
  if (word === 'stop') {
    stopped = Number(count);
    for (const host of hosts.slice(0, stopped)) host.stop();
  } else for (const host of hosts.slice(0, stopped)) host.start();
});
