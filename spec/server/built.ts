/** The built server, as seen by a client that writes JSON by hand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { freshHome, Ptywright } from '../cli/ptywright.ts';

export const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

export const replies = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

interface Line {
  readonly socket: Socket;
  /** All output until the server closed the connection. */
  readonly all: Promise<string>;
  says(text: string): Promise<void>;
}

export async function connect(path: string): Promise<Line> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const says = async (expected: string) => {
    while (!text.includes(expected)) await once(socket, 'data');
  };
  return { socket, says, all: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

export async function listening(args: readonly string[] = [], home = freshHome(), env = {}) {
  const server = new Ptywright(['serve', '--check-replies', ...args], { PTYWRIGHT_HOME: home, ...env });
  await server.says('listening', 'stderr');
  return { server, home, path: join(home, 'socket') };
}

export const waits = request(2, 'session.wait', {
  session: 's1',
  matcher: { type: 'contains_text', value: 'never' },
});
export const opens = (program: string, args: readonly string[] = []) =>
  request(1, 'session.create', { program, args });

export const stubborn = "trap '' HUP TERM INT; while :; do read -r _; done";

/** A killed process exists until it is reaped. Its parent has exited, so its new parent must do that. */
export async function gone(pid: number): Promise<void> {
  const tail = spawn('tail', ['--pid', String(pid), '-f', '/dev/null', '-s', '0.02']);
  await once(tail, 'exit');
}
