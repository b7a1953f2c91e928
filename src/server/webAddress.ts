/** Parses the address of a web listener, `//HOST:PORT` or `//HOST`, and classifies hosts. */
import { isIP } from 'node:net';

export interface WebAddress {
  readonly host: string;
  /** 0 for any free port; absent for the first free port of the range where clients look. */
  readonly port: number | undefined;
}

/** Returns an error sentence if the address is invalid. */
export function parseWebAddress(text: string): WebAddress | string {
  const [, bracketed, plain, port] =
    /^\/\/(?:\[([0-9a-f:.]+)\]|([^/:[\]]+))(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) return 'expected //HOST:PORT or //HOST, such as //127.0.0.1:9420';
  if (Number(port ?? 0) > 65_535) return `${port} is not a port; expected 0 to 65535`;
  return { host, port: port === undefined ? undefined : Number(port) };
}

/**
 * Returns the IPv4 address or the IPv6 /64 network of a client, because one machine can use any address in its network.
 */
export function clientNetwork(address = ''): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(missing).fill('0'), ...tail].slice(0, 4).join(':');
}

/** Whether only this machine can connect to the host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export const formatHost = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
