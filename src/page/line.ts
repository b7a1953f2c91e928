/** The way to the server that this page came from: a key buys a ticket, and a ticket opens one WebSocket. */
import { WebClient } from '../client/webClient.ts';

/** The server does not know the key: it is another one by now. */
export class KeyRefused extends Error {}

/** Without a key it comes in only where no server asks for one. */
export async function connect(key: string | undefined, { host, protocol }: Location): Promise<WebClient> {
  const query = key === undefined ? '' : `?ticket=${encodeURIComponent(await buyTicket(key))}`;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/watch/calls${query}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the server cannot be reached')), { once: true });
  });
  return new WebClient(socket);
}

/** What a header can say; anything else is nobody's key. */
const sayable = /^[!-~]+$/;

async function buyTicket(key: string): Promise<string> {
  if (!sayable.test(key)) throw refused();
  const answer = await fetch('/auth/ws-ticket', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    cache: 'no-store',
  });
  if (answer.status === 401 || answer.status === 403) throw refused();
  if (!answer.ok) throw new Error(`the server says ${answer.status}`);
  const { ticket } = (await answer.json()) as { readonly ticket: string };
  return ticket;
}

const refused = () => new KeyRefused('This key opens nothing any more.');
