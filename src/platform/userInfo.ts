/** The local user and host: names, load, and which local user owns the other end of a TCP connection. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIPv4, type Socket } from 'node:net';
import { cpus, endianness, freemem, totalmem, userInfo } from 'node:os';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the user name from the environment or from the account. In a container the account may have no name;
 * os.userInfo then throws.
 */
export function userName(env: Environment, account = () => userInfo().username): string | undefined {
  if (env.USER) return env.USER;
  try {
    return account() || undefined;
  } catch {
    return undefined;
  }
}

export { hostname as hostName } from 'node:os';

interface HostLoad {
  /** The used share of all processors since the last sample, from 0 to 1. */
  readonly cpu: number;
  /** In bytes. */
  readonly memoryFree: number;
  readonly memoryTotal: number;
}

/** Returns a function that samples the load of this machine. */
export function createLoadSampler(): () => HostLoad {
  let before = readProcessors();
  return () => {
    const now = readProcessors();
    const total = now.total - before.total;
    const idle = now.idle - before.idle;
    before = now;
    const cpu = total > 0 ? Math.min(1, Math.max(0, 1 - idle / total)) : 0;
    return { cpu, memoryFree: freemem(), memoryTotal: totalmem() };
  };
}

function readProcessors(): { readonly idle: number; readonly total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.idle + times.user + times.nice + times.sys + times.irq;
  }
  return { idle, total };
}

/** The socket addresses that identify a connection in the socket tables of the kernel. */
type TcpConnection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Whether the other end of a local connection belongs to the user of this process. */
export type SameUserCheck = (connection: TcpConnection) => Promise<boolean>;

const socketTables = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** The kernel shows this id for every user that a user namespace does not map. */
const unmappedUser = 65_534;

/**
 * Undefined where the kernel gives no answer: outside Linux, without /proc, and when this process has the unmapped
 * user.
 */
export function createSameUserCheck(): SameUserCheck | undefined {
  const user = process.geteuid?.();
  if (process.platform !== 'linux' || user === undefined || user === unmappedUser) return undefined;
  try {
    readFileSync(socketTables[0]);
  } catch {
    return undefined;
  }
  const read = shareReads(readTables);
  return async (connection) => {
    // Rows can move while the table is read in pieces, so a missing row is searched for in two more reads.
    for (let tries = 0; tries < 3; tries++) {
      const found = findSocketUser(await read(), connection);
      if (found !== undefined) return found === user;
    }
    return false;
  };
}

/** Undefined when no process holds the other end. The kernel then shows user 0 for any user. */
export function findSocketUser(table: string, connection: TcpConnection): number | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = connection;
  if (localAddress === undefined || remoteAddress === undefined) return undefined;
  for (const form of [hexAddress, mappedAddress]) {
    const row = ` ${form(remoteAddress)}:${hexPort(remotePort)} ${form(localAddress)}:${hexPort(localPort)} `;
    const at = table.indexOf(row);
    if (at === -1) continue;
    const [, , , , user, , inode] = table.slice(at + row.length, table.indexOf('\n', at)).split(/ +/);
    if (inode !== '0') return Number(user);
  }
  return undefined;
}

const readTables = async (): Promise<string> =>
  (await Promise.all(socketTables.map((path) => readFile(path, 'latin1').catch(() => '')))).join('');

/** Shares one read between calls. A call during a read gets the next one, so its table was read after the call. */
function shareReads(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const reading = read();
      running = reading;
      return reading;
    });
    return next;
  };
}

const hexPort = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0');

const hexAddress = (address: string): string =>
  hexWords(isIPv4(address) ? Buffer.from(parseIPv4(address)) : parseIPv6(address));

const parseIPv4 = (address: string): readonly number[] => address.split('.').map(Number);

/** The form in which an IPv6 socket with an IPv4 peer is listed. */
const mappedAddress = (address: string): string =>
  isIPv4(address) ? hexWords(Buffer.from([...Array(10).fill(0), 255, 255, ...parseIPv4(address)])) : '';

/** The kernel prints an address as 32-bit numbers in the byte order of the machine. */
function hexWords(bytes: Buffer): string {
  const ordered = Buffer.from(bytes);
  if (endianness() === 'LE') ordered.swap32();
  return ordered.toString('hex').toUpperCase();
}

function parseIPv6(address: string): Buffer {
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const bytes = Buffer.alloc(16);
  for (const [at, group] of [...head, ...zeros, ...tail].slice(0, 8).entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2);
  return bytes;
}
