/** Declares `ptywright attach`. */
import { defineCommand, flag, text } from '../command.ts';
import { socketOption } from '../options.ts';

export const attachCommand = defineCommand({
  name: 'attach',
  summary: 'Attach this terminal to a session of a server.',
  details: [
    'SESSION is an id, a name, or a prefix of one. It is optional when there is only one session. Without --socket, sessions are found on the default server and on the server started by `ptywright start`. Several people can view a session while programs drive it. Secrets, such as passwords and keys, are hidden.',
    'The last row shows who can type. Keys: ctrl+] d detaches. ctrl+] t takes the input for this terminal only; press it twice to take it from a person. ctrl+] g gives the input back. ctrl+] [ scrolls. ctrl+] r turns resizing of the session to this terminal on or off. ctrl+] ? lists these keys. ctrl+] ctrl+] sends ctrl+] to the program.',
    'Of a session larger than this terminal, the part around the cursor is shown. After ctrl+] [, the arrow keys, page up, page down, g and G scroll through the scrollback and the hidden parts, and q returns. These keys are not sent to the program.',
  ],
  options: {
    socket: socketOption,
    'read-only': flag('View only: send no input.'),
    resize: flag('Resize the session to the size of this terminal.'),
    as: text('NAME', 'Name shown to other viewers.'),
    inside: flag(
      'Allow attaching to a session from a terminal inside it, which feeds its output back to itself.',
    ),
    raw: flag('Disable redaction. Needs a server that was started with --raw-view.'),
  },
  operands: { usage: '[SESSION]', min: 0, max: 1, completes: 'session' },
  exits: {
    1: 'No such session, or the session was closed, or the server ended.',
    n: 'Exit status of the program, if it ended.',
    '128+n': 'Signal n killed the program or ptywright.',
  },
  examples: {
    'ptywright attach': 'Attach to the only session.',
    'ptywright attach agent --read-only': 'View only.',
  },
  run: async (given, operands): Promise<number> => (await import('./attach.ts')).attach(given, operands),
});
