import { command } from '../command.ts';

export const call = command({
  name: 'call',
  summary: 'Call one method of a running server and print its result as JSON.',
  options: {
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'The socket of the server; the one in PTYWRIGHT_HOME if not given.',
    },
    json: { kind: 'flag', summary: 'Changes nothing: what is printed is JSON in any case.' },
  },
  operands: { usage: 'METHOD [PARAMETERS]', min: 1, max: 2, completes: 'method' },
  exits: { 1: 'There is no server, or it answered with an error, which is then printed as JSON.' },
  examples: {
    'ptywright call server.capabilities': 'What the server can do.',
    'ptywright call session.create \'{"program":"bash"}\'': 'Starts a session.',
    'ptywright call session.snapshot \'{"session":"s1"}\'': 'Reads its screen.',
  },
  run: async (given, operands): Promise<number> => (await import('../call.ts')).call(given, operands),
});
