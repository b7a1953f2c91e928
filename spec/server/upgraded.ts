/** Returns the status of the reply to a WebSocket handshake: 101 when it succeeds. */
import WebSocket from 'ws';

export const upgraded = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on('error', () => {});
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode!);
    });
  });
