/** An endpoint is a dialect as one listener serves it, with the state that its methods act on. */
import type { Duplex } from 'node:stream';
import type { Dialect, Envelope } from '#rpc/dialect.ts';
import {
  type ClientChannel,
  Dispatcher,
  type DispatchOptions,
  EnvelopeConnection,
  JsonRpcConnection,
} from '#rpc/dispatch.ts';
import type { RpcMessage } from '#rpc/envelope.ts';
import type { Caller, Method } from '#rpc/method.ts';
import type { WebRoute } from './router.ts';
import type { Server } from './server.ts';

/** Dispatch options that are the same for every dialect of a server. */
export type DispatchRules = Omit<DispatchOptions<never>, 'dialect' | 'world'>;

export interface ConnectionHandler {
  message(message: RpcMessage): void;
  drained(): void;
  idled(): void;
  closed(left: () => void): void;
}

export interface UnauthenticatedClient {
  /** Address or network of the client. */
  readonly from: string;
  /** Call once the client has authenticated. */
  admitted(): void;
}

/** Hooks of a listener for the life cycle of its connections. All are optional. */
export interface EndpointHooks {
  /** Called when a client connects. The returned function is called when it disconnects. */
  onConnect?(): () => void;
  /** Called when the client can receive notifications, before it has sent anything. */
  onReady?(caller: Caller): void;
  /**
   * Handles authentication inside the dialect, such as with a password. Until it succeeds, the client is
   * unauthenticated.
   */
  authenticate?(caller: Caller, unauthenticated: UnauthenticatedClient): void;
  /** Clients take any message for a reply, so nothing unrequested may be sent, not even a ping. */
  readonly noPings?: true;
  /** Maximum size of a message of a client, if it is not `limits.frameBytes`. */
  readonly frameBytes?: number;
  /** Resolves when the listener has nothing left to serve. */
  readonly ended?: Promise<void>;
  /** Routes of a web listener. Without routes the dialect is served at every path. */
  readonly routes?: readonly WebRoute[];
  /** Serves a connection to a Unix socket or the standard streams byte by byte, in place of the channel of the server. */
  stream?(stream: Duplex, server: Server): void;
  /** Close reason of a WebSocket that the server closes: `serverEnds`, or there is nothing left to send. */
  closeReason?(serverEnds: boolean): string;
}

export interface DialectEndpoint extends EndpointHooks {
  readonly name: string;
  readonly dialect: { readonly methods: ReadonlyMap<string, Pick<Method<never>, 'waits'>> };
  readonly envelope: Envelope | undefined;
  /** Returns the function that creates the handler of each new connection. */
  handlerFactory(
    rules: DispatchRules,
  ): (channel: ClientChannel, unauthenticated?: UnauthenticatedClient) => ConnectionHandler;
}

export const createEndpoint = <World>(
  dialect: Dialect<World>,
  world: World,
  life: EndpointHooks = {},
): DialectEndpoint => ({
  ...life,
  name: dialect.name,
  dialect,
  envelope: dialect.envelope,
  handlerFactory: (rules) => {
    const dispatch = new Dispatcher<World>({ ...rules, dialect, world });
    return (line, unauthenticated) => {
      const connection = dialect.envelope
        ? new EnvelopeConnection(line, dispatch)
        : new JsonRpcConnection(line, dispatch);
      life.onReady?.(connection.client);
      if (unauthenticated) life.authenticate?.(connection.client, unauthenticated);
      return connection;
    };
  },
});
