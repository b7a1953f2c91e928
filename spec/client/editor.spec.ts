/** An editor's client: the unmodified reader, writer and connection of vscode-jsonrpc. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ParameterStructures,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { program } from '../harness/programs.ts';
import { bin, inProcessServer, runOnSocket } from '../harness/server.ts';
import { rawInProcess } from '../server/rawLine.ts';
import { absent } from '../server/sessions.ts';

interface Editor {
  readonly connection: MessageConnection;
  /** What `exit` ends: the process with its status, or the connection. */
  readonly ended: Promise<unknown>;
  readonly endsWith: unknown;
  close(): Promise<void>;
}

function editorOver(input: Readable, output: Writable): MessageConnection {
  const connection = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  connection.listen();
  return connection;
}

async function onStdio(): Promise<Editor> {
  const server = spawn(process.execPath, [bin, 'serve', '--stdio', '--framing', 'lsp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit').then(([status]) => status as number);
  return {
    connection: editorOver(server.stdout, server.stdin),
    ended: exited,
    endsWith: 0,
    close: async () => {
      server.stdin.end();
      await exited;
    },
  };
}

async function onSocket(): Promise<Editor> {
  const server = await runOnSocket('lsp');
  const socket = createConnection(server.path);
  await once(socket, 'connect');
  const ended = once(socket, 'end').then(() => 'the end of the stream');
  return {
    connection: editorOver(socket, socket),
    ended,
    endsWith: 'the end of the stream',
    close: () => server.close(),
  };
}

async function inProcess(): Promise<Editor> {
  const server = inProcessServer();
  const { stream } = rawInProcess(server, 'lsp');
  stream.removeAllListeners('data');
  const ended = once(stream, 'end').then(() => 'the end of the stream');
  return {
    connection: editorOver(stream, stream),
    ended,
    endsWith: 'the end of the stream',
    close: () => server.close(),
  };
}

describe.each([
  ['stdio', onStdio],
  ['a socket', onSocket],
  ['streams in process', inProcess],
] as const)('an editor over %s', (_, start) => {
  it('initializes, requests, subscribes, cancels, shuts down and exits', async () => {
    const { connection, ended, endsWith, close } = await start();
    const problems: unknown[] = [];
    connection.onError((problem) => problems.push(problem));
    try {
      const greeting = await connection.sendRequest('initialize', {
        processId: process.pid,
        clientInfo: { name: 'editor', version: '1' },
        rootUri: null,
        workspaceFolders: null,
        capabilities: { workspace: { applyEdit: true }, textDocument: {} },
      });
      expect(greeting).toMatchObject({
        serverInfo: { name: 'ptywright' },
        capabilities: { name: 'ptywright' },
      });
      await connection.sendNotification('initialized', {});
      await connection.sendNotification('$/setTrace', { value: 'off' });
      await connection.sendNotification('workspace/didChangeConfiguration', { settings: null });

      const { session } = await connection.sendRequest<{ session: string }>(
        'session.create',
        program('asks-name'),
      );
      const received: string[] = [];
      const hello = new Promise<void>((resolve) =>
        connection.onNotification('session.output', ({ output }: { output: string }) => {
          received.push(output);
          if (received.join('').includes('hello ада 💡')) resolve();
        }),
      );
      await connection.sendRequest('server.set_notifications', { enabled: true });
      await connection.sendRequest('session.act', {
        session,
        actions: [{ type: 'text', value: 'ада 💡\n' }],
        matcher: { type: 'contains_text', value: 'hello' },
      });
      await hello;

      await connection.sendRequest('session.resize', session, 30, 90);
      expect(
        await connection.sendRequest('session.info', ParameterStructures.byPosition, session),
      ).toMatchObject({
        size: { rows: 30, cols: 90 },
      });
      expect(await refusalOf(connection.sendRequest('session.snapshot', { session: 's9' }))).toMatchObject({
        code: -32602,
        data: { path: 'session', reason: 'unknown_session' },
      });
      expect(await refusalOf(connection.sendRequest('textDocument/hover', {}))).toMatchObject({
        code: -32601,
      });

      const cancel = new CancellationTokenSource();
      const wait = refusalOf(
        connection.sendRequest('session.wait', { session, matcher: absent }, cancel.token),
      );
      await connection.sendRequest('session.list');
      cancel.cancel();
      expect(await wait).toMatchObject({ code: -32005, data: { reason: 'request' } });

      expect(await connection.sendRequest('shutdown')).toBeNull();
      await connection.sendNotification('exit');
      expect(await ended).toBe(endsWith);
      expect(problems).toEqual([]);
    } finally {
      connection.dispose();
      await close();
    }
  });
});

async function refusalOf(answer: Promise<unknown>): Promise<{ code: number; data: unknown }> {
  const outcome = await answer.catch((problem: unknown) => problem);
  expect(outcome).toBeInstanceOf(ResponseError);
  const { code, data } = outcome as ResponseError<unknown>;
  return { code, data };
}
