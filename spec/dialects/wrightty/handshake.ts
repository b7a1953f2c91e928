/** Opening handshakes for specs. */
import { once } from 'node:events';
import { createConnection } from 'node:net';

/** Sends a handshake with exactly these headers and returns the status code. */
export async function handshake(port: number, headers: readonly string[]): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  const lines = [
    'GET / HTTP/1.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString().slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
}
