/** The baseline of a request: a server that echoes each line. */
import { createServer } from 'node:net';

createServer((socket) => {
  let rest = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      socket.write(`${rest}${text.slice(from, end)}\n`);
      rest = '';
      from = end + 1;
    }
    rest += text.slice(from);
  });
}).listen(process.argv[2], () => process.stderr.write('listening\n'));
