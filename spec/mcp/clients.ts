/** Clients of @modelcontextprotocol/client, over each transport and in both versions of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openEndpoint } from '#mcp/endpoint.ts';
import { serveHttp } from '#server/httpListener.ts';
import type { ServerOptions } from '#server/server.ts';
import { bin, inProcessServer } from '../harness/server.ts';

export interface Connected {
  readonly client: Client;
  close(): Promise<void>;
}

export type Era = 'legacy' | 'auto';

const newClient = (mode: Era) =>
  new Client({ name: 'spec', version: '1.0.0' }, { versionNegotiation: { mode } });

/** The built command, as an agent starts it. */
export async function overStdio(mode: Era = 'legacy', args: readonly string[] = []): Promise<Connected> {
  const client = newClient(mode);
  const env = { ...process.env } as Record<string, string>;
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args], env });
  await client.connect(transport);
  return { client, close: () => client.close() };
}

export interface Listening {
  readonly url: URL;
  readonly world: ReturnType<typeof inProcessServer>['world'];
  connect(mode?: Era): Promise<Client>;
  close(): Promise<void>;
}

/** A listener in this process, without a token. */
export async function listening(options: Partial<ServerOptions> = {}): Promise<Listening> {
  const server = inProcessServer(options);
  const listener = await serveHttp(server, {
    address: { host: '127.0.0.1', port: 0 },
    secret: { name: 'PTYWRIGHT_TOKEN', kind: 'token', value: undefined },
    allowAllUsers: true,
    createEndpoint: (url) => openEndpoint(server.world, { options: {}, command: [], url }),
  });
  const url = new URL('/mcp', listener.path.replace('ws:', 'http:'));
  const clients: Client[] = [];
  return {
    url,
    world: server.world,
    connect: async (mode = 'legacy') => {
      const client = newClient(mode);
      await client.connect(new StreamableHTTPClientTransport(url));
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await Promise.all([server.close(), listener.close()]);
    },
  };
}

export const overHttp = async (mode: Era = 'legacy'): Promise<Connected> => {
  const listener = await listening();
  return { client: await listener.connect(mode), close: listener.close };
};

export interface Reply {
  readonly structured: Record<string, unknown> & {
    readonly session: string;
    readonly sequence: number;
    readonly rows: Readonly<Record<string, string>>;
  };
  readonly text: string;
  readonly failed: boolean;
  /** Bytes of the whole reply. */
  readonly bytes: number;
}

export async function call(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options?: Parameters<Client['callTool']>[1],
): Promise<Reply> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args }, options);
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return {
    structured: structuredContent as Reply['structured'],
    text,
    failed: isError === true,
    bytes: Buffer.byteLength(JSON.stringify({ content, structuredContent })),
  };
}

export const typed = (line: string) => [
  { type: 'text', value: line },
  { type: 'key', value: 'enter' },
];

/** A shell script as parameters of `start`. */
export const script = (text: string) => ({ program: 'sh', args: ['-c', text] });
