/** A client of the native dialect over an open WebSocket. Loads in a browser and needs nothing of Node.js. */
import type { RpcMessage } from '#rpc/envelope.ts';
import { BaseClient } from './baseClient.ts';

/** The part of a WebSocket that the client uses. A browser WebSocket fits. */
export interface OpenSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly reason: string }) => void): void;
}

export class WebClient extends BaseClient {
  constructor(socket: OpenSocket) {
    super((handlers) => {
      socket.addEventListener('message', ({ data }) =>
        handlers.message(JSON.parse(String(data)) as RpcMessage),
      );
      socket.addEventListener('close', ({ reason }) =>
        handlers.closed(Promise.resolve(reason ? new Error(reason) : undefined)),
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
