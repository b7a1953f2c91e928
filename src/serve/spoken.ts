/** A dialect as one listener speaks it: what its methods act on, and how long it goes on. */
import type { Caller } from '../rpc/call.ts';
import { Connection } from '../rpc/connection.ts';
import type { Dialect, Envelope } from '../rpc/dialect.ts';
import { Dispatch, type DispatchOptions } from '../rpc/dispatch.ts';
import type { Line } from '../rpc/lineCaller.ts';
import { PlainConnection } from '../rpc/plainConnection.ts';
import type { Message } from '../wire/envelope.ts';
import type { WebRoute } from './route.ts';

/** What holds for every dialect of a server. */
export type Rules = Omit<DispatchOptions<never>, 'dialect' | 'world'>;

export interface Carrier {
  message(message: Message): void;
  drained(): void;
  idled(): void;
  closed(left: () => void): void;
}

export interface Stranger {
  /** The address, or the network, from which he came. */
  readonly from: string;
  /** To be called once he has shown who he is. */
  admitted(): void;
}

/** What a listener is told of its clients, and tells of its end; one that serves the whole world needs neither. */
export interface Life {
  /** A client has come; what comes back is called when it has left. */
  arrive?(): () => void;
  /** A client that can be told something, and has not said anything. */
  greet?(caller: Caller): void;
  /** Where clients have to show who they are, such as a password: until then each is a stranger. */
  meet?(caller: Caller, stranger: Stranger): void;
  /** Clients take whatever comes for the answer to what they asked: they are sent nothing else, not even a ping. */
  readonly quiet?: true;
  /** Kept when the listener has nothing left to serve. */
  readonly ended?: Promise<void>;
  /** What a listener for the web has at its paths; without them the dialect is spoken at all. */
  readonly routes?: readonly WebRoute[];
  /** Why a WebSocket is closed from here: because the server ends, or because there is nothing left to say on it. */
  farewell?(serverEnds: boolean): string;
}

export interface Spoken extends Life {
  /** Of the dialect. */
  readonly name: string;
  readonly envelope: Envelope | undefined;
  /** How to answer those who come by this listener. */
  answering(rules: Rules): (line: Line, stranger?: Stranger) => Carrier;
}

export const spoken = <World>(dialect: Dialect<World>, world: World, life: Life = {}): Spoken => ({
  ...life,
  name: dialect.name,
  envelope: dialect.envelope,
  answering: (rules) => {
    const dispatch = new Dispatch<World>({ ...rules, dialect, world });
    return (line, stranger) => {
      const connection = dialect.envelope
        ? new PlainConnection(line, dispatch)
        : new Connection(line, dispatch);
      life.greet?.(connection);
      if (stranger) life.meet?.(connection, stranger);
      return connection;
    };
  },
});
