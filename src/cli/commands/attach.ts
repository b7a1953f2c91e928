import { command } from '../command.ts';

export const attach = command({
  name: 'attach',
  summary: 'Show a session of a server on this terminal, and type into it.',
  details: [
    'SESSION is an id, a name, or the beginning of one; it may be left out when there is only one. Several people may look at a session, and programs drive it meanwhile. What may not be told, such as passwords and keys, is hidden here as everywhere.',
    'The last row says who types. ctrl+] d detaches, ctrl+] t takes the input for this terminal alone (twice, from a person), ctrl+] g gives it back, ctrl+] [ looks back, ctrl+] r lets the session have the size of this terminal or not, ctrl+] ? tells these keys, and ctrl+] twice is the key itself.',
    'A session that is larger than this terminal is shown as far as it goes, with the cursor in it. After ctrl+] [ the arrows, page up and page down, g and G show what has scrolled off and the other parts; the program hears nothing of them, and q comes back.',
  ],
  options: {
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'The socket of the server, instead of the default one.',
    },
    'read-only': { kind: 'flag', summary: 'Look on, and type nothing.' },
    resize: { kind: 'flag', summary: 'Give the session the size of this terminal from the start.' },
    as: { kind: 'text', value: 'NAME', summary: 'What the others are told of who it is.' },
    inside: {
      kind: 'flag',
      summary: 'Show a session also on a terminal that is a part of it, where it feeds itself.',
    },
    raw: { kind: 'flag', summary: 'Hide nothing, if the server was started with --raw-view.' },
  },
  operands: { usage: '[SESSION]', min: 0, max: 1 },
  exits: {
    1: 'There is no such session, or it was closed, or the server has gone.',
    n: 'The status of the program, if it ended.',
    '128+n': 'Signal n ended the program, or ptywright.',
  },
  examples: {
    'ptywright attach': 'The only session that there is.',
    'ptywright attach agent --read-only': 'Look on.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../attach/attach.ts')).attach(given, operands),
});
