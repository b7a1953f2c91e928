/** An MCP client that stays connected: over a pair of streams, or over HTTP with a session id. */
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BaseClient } from '#client/baseClient.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { Emitter } from '#platform/lifetimes.ts';
import { createMcpServer } from './mcpServer.ts';
import { watchResources } from './resources.ts';
import { ToolContext } from './toolContext.ts';

export interface McpOptions {
  readonly clock: Clock;
  readonly version: string;
  /** Opens a connection to the server whose sessions the tools use. */
  connect(): BaseClient;
}

export interface McpConnection {
  /** Returns a server for the transport. The last one receives the changes of resources. */
  createServer(era: 'legacy' | 'modern'): Server;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function openMcpConnection({ clock, version, connect }: McpOptions): McpConnection {
  const client = connect();
  const context = new ToolContext({ client, clock });
  /** The URIs that the client gave, with the URIs of the changes. */
  const subscribed = new Map<string, string>();
  let server: Server | undefined;
  let initialized = false;
  /** The URIs under which the client receives a change. */
  let receives = (_uri: string): readonly string[] => [];
  // The transport may be closed already.
  const send = (sent: Promise<void> | undefined) => void sent?.catch(() => {});
  const watching = watchResources(context, {
    updated: (changed) => {
      for (const uri of receives(changed)) send(server?.sendResourceUpdated({ uri }));
    },
    listChanged: () => initialized && send(server?.sendResourceListChanged()),
  });
  return {
    createServer: (era) => {
      const created = createMcpServer({
        context,
        version,
        // In the modern protocol, the transport filters the changes.
        ...(era === 'legacy' && {
          subscribe: (uri, resolved) =>
            void (resolved === undefined ? subscribed.delete(uri) : subscribed.set(uri, resolved)),
        }),
      });
      server = created;
      if (era === 'modern') {
        initialized = true;
        receives = (uri) => [uri];
      } else
        created.oninitialized = () => {
          initialized = true;
          receives = (changed) => [...subscribed].flatMap(([uri, id]) => (id === changed ? [uri] : []));
        };
      return created;
    },
    closed: client.closed.then(() => watching.dispose()),
    close: async () => {
      watching.dispose();
      await client.close();
    },
  };
}

/** Resolves when the client has left, or the server has ended. */
export async function serveMcpStream(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  options: McpOptions,
): Promise<void> {
  const connection = openMcpConnection(options);
  // The transport closes at once when its input ends.
  const received = input.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(received, output, { maxBufferSize: limits.frameBytes });
  const served = serveStdio(({ era }) => connection.createServer(era), {
    transport,
    maxSubscriptions: limits.sessions,
  });
  const answered = trackRequests(transport);
  input.once('end', () => {
    const timer = options.clock.after(limits.lastAnswersMs, () => received.end());
    // The last messages are still in the stream.
    setImmediate(() =>
      answered().then(() => {
        timer.dispose();
        received.end();
      }),
    );
  });
  const left = new Promise<void>((resolve) => {
    const listening = transport.onclose;
    transport.onclose = () => {
      listening?.();
      resolve();
    };
  });
  await Promise.race([left, connection.closed]);
  await served.close();
  await connection.close();
}

/** Returns a function that resolves when no request is without a reply. */
function trackRequests(transport: StdioServerTransport): () => Promise<void> {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  const open = new Set<unknown>();
  const answered = new Emitter();
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id);
    onmessage?.(message);
  };
  transport.send = async (message) => {
    await send(message);
    if (!('method' in message) && open.delete(message.id) && open.size === 0) answered.fire();
  };
  return () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => answered.event(resolve)));
}
