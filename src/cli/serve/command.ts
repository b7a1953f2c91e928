/** Declares `ptywright serve`. */
import { limits } from '#limits.ts';
import { choice, count, defineCommand, file, flag, many, text } from '../command.ts';
import { denyOption, programOperand, redactionOption } from '../options.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start a server: JSON-RPC on standard input and output, on sockets, or on TCP.',
  details: [
    'By default, the server listens on the socket in PTYWRIGHT_HOME, where the other commands find it. Only you can open this socket. With --stdio, the server serves the program that started it. All clients of a server share its sessions.',
    'SIGTERM, SIGINT or SIGHUP stops the server: it answers pending requests, ends the sessions and removes the sockets. A second signal stops it at once. With --stdio, the end of standard input stops it too.',
    'Without an option that names a listener, the server listens on the sockets that systemd passes to it (LISTEN_FDS).',
    'A Unix socket must be in a directory that only you can enter, such as one made by mkdir -m 700. A socket directly in /tmp is refused.',
    'A termwright listener drives one program, which is given at the end of the command line. The listener closes when a client asks for it, or some time after the program has ended and the last client has disconnected. The server ends with its last listener.',
    'Listeners on TCP require a secret from clients: PTYWRIGHT_TOKEN for ptywright, WSH_TOKEN for wsh (in the header Authorization: Bearer TOKEN or, on a WebSocket, as ?ticket= with the reply to POST /auth/ws-ticket), and WRIGHTTY_PASSWORD for wrightty (with the method Wrightty.authenticate). For an address that other machines can reach, you must set the secret.',
    'Without PTYWRIGHT_TOKEN, the server creates a token at each start and prints it. Without WSH_TOKEN or WRIGHTTY_PASSWORD, only programs of your user are admitted, and they need no secret. Where the user of a connection cannot be identified (outside Linux), the server creates and prints a token or password instead. --no-auth turns all of this off.',
    'The browser page needs the token of its listener, after #key= in its address. For a wsh listener without WSH_TOKEN, the server creates a token for the page and prints it.',
  ],
  options: {
    stdio: flag('Serve on standard input and output.'),
    socket: file('PATH', 'Listen on a Unix socket, or on a named pipe on Windows.', many),
    listen: text(
      'ADDRESS',
      'Listen with a protocol (dialect) at DIALECT+TRANSPORT:ADDRESS, such as ptywright+stdio: or termwright+unix:/run/user/1000/t.sock',
      many,
    ),
    'allow-host': text(
      'NAME',
      'Accept this host name too at HTTP and WebSocket listeners, such as the name of a reverse proxy.',
      many,
    ),
    'no-auth': flag(
      'Require no secret on TCP. Every user of this machine can then run programs as you. Only for a machine or a container with one user.',
    ),
    'artifact-dir': file('DIR', 'Directory for baselines, and for the artifacts of a tuispec listener.'),
    framing: choice(
      'FRAMING',
      ['ndjson', 'lsp'],
      'Framing of messages: one per line, or Content-Length headers.',
      { default: 'ndjson' },
    ),
    redaction: redactionOption,
    deny: denyOption,
    plugin: file('MANIFEST', 'Load a plugin (manifest.toml), in addition to the built-in ones.', many),
    'allow-plugin-load': flag(
      'Allow clients to load and unload plugins. Plugins are programs that the server runs.',
    ),
    'raw-view': flag(
      'Allow viewers to see sessions without redaction if they request it. Plain streams of wsh are then never redacted.',
    ),
    fleet: text(
      'URL',
      'Join the fleet of this NATS broker, such as nats://broker:4222. Several addresses are separated by commas.',
    ),
    gateway: flag('Hold no sessions: pass the calls of clients on to the hosts of the fleet.'),
    host: text(
      'NAME',
      'Name of this host in the fleet: lower-case letters, digits and hyphens (default: the name of the machine).',
    ),
    label: text('KEY=VALUE', 'Label of this host, such as gpu=yes. Sessions can be placed by labels.', many),
    'no-keep': flag(
      'Do not send redacted transcripts and recordings to the broker of the fleet, where they can be read if this host is lost.',
    ),
    'max-sessions': count('COUNT', [1, limits.sessions], 'Most sessions at once.', {
      default: limits.sessions,
    }),
    'fleet-creds': file('FILE', 'Credentials file for the broker.'),
    'fleet-nkey': file('FILE', 'File with the NKey seed for the broker.'),
    'fleet-ca': file('FILE', 'Certificates that the TLS certificate of the broker must match.'),
    'fleet-cert': file('FILE', 'TLS certificate of this server for the broker.'),
    'fleet-key': file('FILE', 'Private key of that certificate.'),
    reap: flag('First kill the orphaned processes of an earlier server on the same sockets.'),
    'idle-exit': count(
      'MS',
      [0, limits.timeoutMs],
      'Stop when no session is left and no client has been connected for this many milliseconds. Programs that have ended keep the server for ten minutes.',
    ),
    'check-replies': flag('Check each reply against its declared schema.', { hidden: true }),
  },
  operands: { ...programOperand, usage: '[PROGRAM [ARGUMENTS]]', min: 0 },
  exits: {
    1: 'A listener cannot start, or a plugin cannot be loaded.',
    '128+n': 'Signal n stopped the server, such as 143 for SIGTERM.',
  },
  examples: {
    'ptywright serve': 'Serve on the default socket.',
    'ptywright serve --stdio --framing lsp': 'Serve an editor that started the server.',
    'ptywright serve --plugin ./manifest.toml': 'Load your own plugin.',
    'ptywright serve --listen termwright+unix:/run/user/1000/t.sock -- vim notes.md':
      'Serve one program to clients of termwright.',
    'ptywright serve --listen wrightty+ws://127.0.0.1:9420': 'Serve clients of wrightty on this machine.',
    'ptywright serve --listen wsh+http://127.0.0.1:8080': 'Serve clients of wsh on this machine.',
    'ptywright serve --fleet nats://127.0.0.1:4222 --label gpu=yes': 'Add this machine to a fleet.',
    'ptywright serve --fleet nats://127.0.0.1:4222 --gateway':
      'Serve the sessions of all hosts of a fleet at one address.',
    'ptywright serve --stdio --deny raw.read --deny raw.write': 'Serve a client that must not see secrets.',
  },
  run: async (given, operands): Promise<number> => (await import('./serve.ts')).serve(given, operands),
});

const { redaction, deny, plugin } = serveCommand.options;

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve tools for agents: the Model Context Protocol on standard input and output.',
  details: [
    'An agent starts this command. It runs its own server, and ends its programs when the agent leaves. With --socket, the agent uses the sessions of a running server.',
    'To serve agents over HTTP: ptywright serve --listen mcp+http://127.0.0.1:9820',
  ],
  options: {
    socket: file('PATH', 'Use the running server on this socket.'),
    redaction,
    deny,
    plugin,
  },
  exits: { 1: 'No server listens on the socket, or a plugin cannot be loaded.' },
  examples: {
    'ptywright mcp': 'Serve an agent.',
    'ptywright mcp --socket ~/.ptywright/socket': 'Let an agent use the sessions of a running server.',
    'ptywright mcp --deny input.write': 'Serve an agent that may only watch.',
  },
  run: async (given): Promise<number> => (await import('./serve.ts')).serveMcp(given),
});
