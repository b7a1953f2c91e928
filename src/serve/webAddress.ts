/** Where a listener for the web listens: `//HOST:PORT`, `//HOST`, and who may be told to come there. */
import { isIP } from 'node:net';

export interface WebAddress {
  readonly host: string;
  /** 0 for any that is free; absent for the first that is free of those where clients look. */
  readonly port: number | undefined;
}

/** A sentence, when it cannot be read. */
export function readWebAddress(text: string): WebAddress | string {
  const [, bracketed, plain, port] =
    /^\/\/(?:\[([0-9a-f:.]+)\]|([^/:[\]]+))(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) return 'expected //HOST:PORT or //HOST, such as //127.0.0.1:9420';
  if (Number(port ?? 0) > 65_535) return `there is no port ${port}`;
  return { host, port: port === undefined ? undefined : Number(port) };
}

/** Where somebody comes from: an address, or of the longer ones the network, in which one machine can have any. */
export function neighbourhood(address = ''): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(missing).fill('0'), ...tail].slice(0, 4).join(':');
}

/** Nobody but this machine can come there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
