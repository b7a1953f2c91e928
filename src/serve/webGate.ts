/**
 * Whom a listener for the web talks to. A page in a browser can reach this machine as well as its user can: the name
 * by which it came (Host) and the page that sent it (Origin) tell it from a program.
 */
import { isIP } from 'node:net';
import { bracketed, isLoopback } from './webAddress.ts';

export interface WebPlace {
  readonly host: string;
  readonly port: number;
  /** Of others, by which it may be reached as well: in front of them stands a proxy, or a name of this machine. */
  readonly names?: readonly string[];
}

export interface Come {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** Why somebody who comes so is sent away; undefined for a guest. */
export function refusesWeb({ host, origin, ...come }: Come, place: WebPlace): string | undefined {
  if (host === undefined || !isOurs(host, place)) return 'the Host is not the address of this server';
  if (origin !== undefined && !isSame(origin, host, place))
    return 'the Origin is not this server: pages of others may not come here';
  // What a page of others asks for as an image, or by a link, has no Origin; browsers say so by this.
  if (origin === undefined && /^(?:cross|same)-site$/.test(String(come['sec-fetch-site'])))
    return 'a page of others leads here: open the address by itself';
  return undefined;
}

/** No name that somebody else could let point here: an address, `localhost`, or the name that we listen on. */
function isOurs(authority: string, { host, port, names = [] }: WebPlace): boolean {
  const { name, at } = partsOf(authority);
  if (name === undefined) return false;
  // Behind a proxy the port is that of the proxy.
  if (names.includes(name)) return true;
  if (Number(at ?? 80) !== port) return false;
  if (name === 'localhost' || name === host) return true;
  return isLoopback(host) ? name === '127.0.0.1' || name === '::1' : isIP(name) > 0;
}

/** A page of this machine by another name is one of somebody else, as far as a browser knows. */
function isSame(origin: string, host: string, { names = [] }: WebPlace): boolean {
  const [, tls, authority] = /^http(s?):\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  if (authority === undefined) return false;
  const { name } = partsOf(authority);
  return (name !== undefined && names.includes(name)) || (tls === '' && plain(authority) === plain(host));
}

function partsOf(authority: string): {
  readonly name?: string | undefined;
  readonly at?: string | undefined;
} {
  const [, bare, address, at] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d+))?$/i.exec(authority) ?? [];
  return { name: (bare ?? address)?.toLowerCase(), at };
}

const plain = (authority: string): string => authority.toLowerCase().replace(/:80$/, '');

export const urlOf = ({ host, port }: WebPlace): string => `ws://${bracketed(host)}:${port}`;
