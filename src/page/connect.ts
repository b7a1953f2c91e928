/** Connects to the server of this page. The key buys a ticket, and a ticket opens one WebSocket. */
import { WebClient } from '#client/webClient.ts';
import { decodeUriText } from './route.ts';

/** The server does not accept the key; it may have been restarted with another one. */
export class InvalidKeyError extends Error {}

/** Without a key it connects only to a server that requires none. */
export async function connectPage(key: string | undefined, { host, protocol }: Location): Promise<WebClient> {
  const query = key === undefined ? '' : `?ticket=${encodeURIComponent(await requestTicket(key))}`;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/watch/calls${query}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Cannot reach the server')), { once: true });
  });
  return new WebClient(socket);
}

/** The characters that a header can hold. A key with others is never valid. */
const headerSafe = /^[!-~]+$/;

async function requestTicket(key: string): Promise<string> {
  if (!headerSafe.test(key)) throw invalidKey();
  const answer = await fetch('/auth/ws-ticket', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    cache: 'no-store',
  });
  if (answer.status === 401 || answer.status === 403) throw invalidKey();
  if (!answer.ok) throw new Error(`The server replied with status ${answer.status}`);
  const { ticket } = (await answer.json()) as { readonly ticket: string };
  return ticket;
}

const invalidKey = () => new InvalidKeyError('This key is no longer valid.');

/** An optional name, then the key. The key extends to the end, and may contain any character. */
const keyPattern = /^#(?:as=([^&]*)&)?key=(.*)$/s;

/** The maximum length of a viewer's name. */
const maxNameChars = 128;

export interface PageCredentials {
  readonly key: string | undefined;
  /** The name that other viewers see. */
  readonly name: string | undefined;
}

/**
 * Takes the key and the person's name from the URL hash, which browsers do not send to servers. Removes both from the
 * URL at once, so that no history, bookmark or screenshot keeps the key. The page keeps the key in memory only. After a
 * reload it has no key, and `ptywright watch` prints a new URL.
 */
export function takeKey(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'>,
  past: Pick<History, 'replaceState'>,
): PageCredentials | undefined {
  const found = keyPattern.exec(hash);
  if (!found) return undefined;
  past.replaceState(null, '', `${pathname}${search}#/`);
  const [, name = '', key = ''] = found;
  return {
    key: decodeUriText(key) || undefined,
    name: decodeUriText(name).trim().slice(0, maxNameChars) || undefined,
  };
}
