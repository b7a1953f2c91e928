/** Real brokers on loopback, and fleets whose members run in this process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Broker } from '#fleet/broker.ts';
import { type FleetMember, joinFleet } from '#fleet/join.ts';
import { keptSubject } from '#fleet/subjects.ts';
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { disposeAll } from '#platform/lifetimes.ts';
import { connectInProcess, type ServerOptions } from '#server/server.ts';
import { NotingClient } from '../harness/connection.ts';
import { pluginPath } from '../harness/programs.ts';

export const natsServer = spawnSync('nats-server', ['--version']).status === 0;

export interface RunningBroker {
  readonly url: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** Starts nats-server with JetStream on a free port. `config` is added to its configuration. `ready` is what it logs. */
export async function startBroker(
  config = '',
  port = -1,
  folder?: string,
  ready = /Server is ready/,
): Promise<RunningBroker> {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'fleet-'));
  const file = join(own, `${port}.conf`);
  writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${own}" }\n${config}\n`);
  const broker = spawn('nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(broker, 'exit');
  // A spec that fails does not close it.
  const kill = () => broker.kill('SIGKILL');
  process.once('exit', kill);
  const listening = await listeningPort(broker, ready);
  return {
    url: `nats://127.0.0.1:${listening}`,
    process: broker,
    close: async () => {
      kill();
      process.off('exit', kill);
      await ended;
      if (!folder) rmSync(own, { recursive: true, force: true });
    },
  };
}

function listeningPort(broker: ChildProcess, ready: RegExp): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    broker.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined && ready.test(output)) resolve(Number(port));
    });
    broker.once('exit', (code) => reject(new Error(`nats-server ended with ${code}: ${output}`)));
  });
}

export interface Member extends FleetMember {
  readonly client: NotingClient;
  connect(): NotingClient;
  close(): Promise<void>;
}

interface MemberOptions extends Partial<ServerOptions> {
  readonly labels?: Readonly<Record<string, string>>;
  readonly capacity?: number;
  readonly keep?: boolean;
}

/** Joins as a host of this name, or without a name as a gateway. */
export async function joinAs(url: string, host?: string, options: MemberOptions = {}): Promise<Member> {
  const { labels = {}, capacity = limits.sessions, keep = true, ...server } = options;
  const member = await joinFleet({
    connection: { url },
    host,
    labels,
    capacity,
    keep,
    server: {
      clock: systemClock,
      redactionEnforced: false,
      grants: new Set(permissionNames),
      version: '0.0.0-spec',
      log: () => {},
      checkReplies: true,
      allowPluginLoad: true,
      ...server,
    },
  });
  member.server.world.plugins.load(pluginPath('echo'));
  const connect = () => {
    const stream = connectInProcess(member.server);
    return new NotingClient({ input: stream, output: stream });
  };
  const close = async () => {
    await member.server.close();
    await member.leave();
  };
  return { ...member, client: connect(), connect, close };
}

/** Resolves when the broker has acknowledged a part of the transcript of this session that ends so, to the part. */
export const nextKept = (observer: Broker, session: string, end = ''): Promise<string> =>
  new Promise((resolve) => {
    const sent = new Map<string, string>();
    const listeners = [
      observer.subscribe(keptSubject(session), ({ data, reply }) => {
        const text = Buffer.from(data).toString();
        if (reply !== undefined && text.endsWith(end)) sent.set(reply, text);
      }),
      observer.subscribe('_INBOX.host.>', ({ subject, data }) => {
        const text = sent.get(subject);
        if (text === undefined || 'error' in JSON.parse(Buffer.from(data).toString())) return;
        disposeAll(listeners);
        resolve(text);
      }),
    ];
  });
