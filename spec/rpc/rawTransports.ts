/** A raw connection to a separate server, on every transport. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Framing } from '#rpc/framing.ts';
import { bin, inProcessServer, runOnSocket } from '../harness/server.ts';
import { RawLine, rawInProcess, rawOnSocket } from '../server/rawLine.ts';

export interface RawServer {
  readonly line: RawLine;
  close(): Promise<void>;
}

async function inProcess(framing: Framing): Promise<RawServer> {
  const server = inProcessServer();
  return { line: rawInProcess(server, framing), close: () => server.close() };
}

async function onStdio(framing: Framing): Promise<RawServer> {
  const server = spawn(process.execPath, [bin, 'serve', '--stdio', '--framing', framing], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const line = new RawLine(server.stdout, server.stdin, framing);
  return {
    line,
    close: async () => {
      server.stdin.end();
      await ended;
    },
  };
}

async function onSocket(framing: Framing): Promise<RawServer> {
  const server = await runOnSocket(framing);
  return { line: await rawOnSocket(server.path, framing), close: () => server.close() };
}

export const rawTransports: Readonly<Record<string, () => Promise<RawServer>>> = {
  'in process, ndjson': () => inProcess('ndjson'),
  'in process, Content-Length': () => inProcess('lsp'),
  'stdio, ndjson': () => onStdio('ndjson'),
  'stdio, Content-Length': () => onStdio('lsp'),
  'socket, ndjson': () => onSocket('ndjson'),
  'socket, Content-Length': () => onSocket('lsp'),
};
