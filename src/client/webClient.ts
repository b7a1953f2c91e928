/** A client of the native protocol over a WebSocket that is open. It loads in a browser, and brings nothing of Node. */
import type { Message } from '../wire/envelope.ts';
import { Talk } from './talk.ts';

/** What is asked of a WebSocket: that of a browser will do. */
export interface OpenSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly reason: string }) => void): void;
}

export class WebClient extends Talk {
  constructor(socket: OpenSocket) {
    super((hearer) => {
      socket.addEventListener('message', ({ data }) => hearer.message(JSON.parse(String(data)) as Message));
      socket.addEventListener('close', ({ reason }) =>
        hearer.closed(Promise.resolve(reason ? new Error(reason) : undefined)),
      );
      const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
      return {
        request: (id, method, params) => say({ id, method, params }),
        notify: (method, params) => say({ method, params }),
        end: () => socket.close(),
      };
    });
  }
}
