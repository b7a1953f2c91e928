import { limits } from '../../core/limits.ts';
import { permissionNames } from '../../core/permissions.ts';
import { command } from '../command.ts';

export const serve = command({
  name: 'serve',
  summary: 'Serve JSON-RPC: on standard input and output, on sockets, or on all of them at once.',
  details: [
    'Without --stdio, --socket or --listen it listens on the socket in PTYWRIGHT_HOME, which only its owner can open. All clients share one set of sessions.',
    'A listener of termwright drives one program, which ends the line. It ends when a client asks for it, or when the program has ended and nobody is connected for a while; the server ends with its last listener.',
    'A listener of wrightty can be reached from this machine only, unless WRIGHTTY_PASSWORD says the password that its clients must show, by the method Wrightty.authenticate.',
    'A listener of wsh is for this machine only as well, unless WSH_TOKEN says what its clients must show: as Authorization: Bearer TOKEN, or, on a WebSocket, by ?ticket= with what a POST to /auth/ws-ticket gives for it.',
    'A Unix socket stands in a folder that only you can enter, such as one made by mkdir -m 700: in /tmp itself it is refused.',
    'Clients of ptywright over WebSockets, and people at its page, show PTYWRIGHT_TOKEN. Where it is not set, and at the page of a listener of wsh without WSH_TOKEN, a token is made and printed with the address of the page, behind #key=.',
    'The end of standard input ends a server that serves it. SIGTERM, SIGINT and SIGHUP answer what is pending, end the sessions and remove the sockets; a second signal ends it at once.',
  ],
  options: {
    stdio: { kind: 'flag', summary: 'Serve standard input and output.' },
    socket: {
      kind: 'text',
      value: 'PATH',
      many: true,
      completes: 'file',
      summary: 'Listen on a Unix socket, or on a named pipe of Windows.',
    },
    listen: {
      kind: 'text',
      value: 'DIALECT+TRANSPORT:ADDRESS',
      many: true,
      summary: 'Listen in a dialect, such as ptywright+stdio: or termwright+unix:/run/user/1000/t.sock',
    },
    'allow-host': {
      kind: 'text',
      value: 'NAME',
      many: true,
      summary:
        'Let clients come to listeners for the web by this name of a host as well, such as that of a proxy before them.',
    },
    'artifact-dir': {
      kind: 'text',
      value: 'DIR',
      completes: 'file',
      summary: 'Where baselines are kept, and what a listener of tuispec keeps of screens.',
    },
    framing: {
      kind: 'text',
      value: 'FRAMING',
      choices: ['ndjson', 'lsp'],
      default: 'ndjson',
      summary: 'How messages are cut: one a line, or by Content-Length headers.',
    },
    redaction: {
      kind: 'text',
      value: 'POLICY',
      choices: ['default', 'enforced'],
      default: 'default',
      summary:
        'With enforced nobody can turn the hiding of secrets off, and waits see what a reader would see.',
    },
    deny: {
      kind: 'text',
      value: 'PERMISSION',
      many: true,
      choices: permissionNames,
      summary: 'Refuse calls that need this; all is granted unless denied.',
    },
    plugin: {
      kind: 'text',
      value: 'MANIFEST.toml',
      many: true,
      completes: 'file',
      summary: 'Load a plugin, besides those that come with ptywright.',
    },
    'allow-plugin-load': {
      kind: 'flag',
      summary: 'Let clients load and unload plugins, which are programs that the server runs.',
    },
    'raw-view': {
      kind: 'flag',
      summary:
        'Let people who look at a session ask to see it without redaction; every plain stream of wsh is so, unasked.',
    },
    reap: {
      kind: 'flag',
      summary: 'First end what a server of the same sockets left behind when it was killed.',
    },
    'check-replies': { kind: 'flag', hidden: true, summary: 'Hold each reply against its declared shape.' },
  },
  operands: { usage: '[PROGRAM [ARGUMENTS]]', min: 0, max: limits.args, ofProgram: true },
  exits: {
    1: 'A listener could not start, or a plugin could not be loaded.',
    '128+n': 'Signal n ended the server, such as 143 for SIGTERM.',
  },
  examples: {
    'ptywright serve': 'On the default socket.',
    'ptywright serve --stdio --framing lsp': 'As a child of an editor.',
    'ptywright serve --plugin ./manifest.toml': 'With a plugin of your own.',
    'ptywright serve --listen termwright+unix:/run/user/1000/t.sock -- vim notes.md':
      'One program, for clients of termwright.',
    'ptywright serve --listen wrightty+ws://127.0.0.1:9420': 'For clients of wrightty on this machine.',
    'ptywright serve --listen wsh+http://127.0.0.1:8080': 'For clients of wsh on this machine.',
    'ptywright serve --stdio --deny raw.read --deny raw.write': 'For a client that must not see secrets.',
  },
  run: async (given, operands): Promise<number> => (await import('../serve.ts')).serve(given, operands),
});
