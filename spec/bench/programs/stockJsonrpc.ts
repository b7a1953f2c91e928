/** Unmodified vscode-jsonrpc: its reader, writer and connection. */
import { createServer } from 'node:net';
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node';

createServer((socket) => {
  const connection = createMessageConnection(
    new SocketMessageReader(socket),
    new SocketMessageWriter(socket),
  );
  connection.onRequest('session.list', () => ({ sessions: [] }));
  connection.listen();
}).listen(process.argv[2], () => process.stderr.write('listening\n'));
