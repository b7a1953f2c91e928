import { command } from '../command.ts';

export const watch = command({
  name: 'watch',
  summary: 'Tell where to watch the sessions of a running server in a browser.',
  details: [
    'The server serves the page on 127.0.0.1, from its own files, until it ends or is told `--close`. What stands behind the # opens the page: give it to nobody. The page takes it out of its address at once, and keeps it in memory only.',
    'A page shows all sessions, redacted, what is waited for in them, their transcripts and recordings; a person can take over the keyboard of a session, and give it back.',
  ],
  options: {
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'The socket of the server; the one in PTYWRIGHT_HOME if not given.',
    },
    port: {
      kind: 'count',
      value: 'PORT',
      min: 0,
      max: 65_535,
      default: 0,
      summary: 'Where the page is served, if it is not yet; 0 takes a port that is free.',
    },
    as: {
      kind: 'text',
      value: 'NAME',
      summary: 'What the others are told of who it is; $USER if not given, or whose account it is.',
    },
    close: { kind: 'flag', summary: 'End the page instead: its key opens nothing any more.' },
  },
  exits: { 1: 'There is no server, or it cannot serve the page.' },
  examples: {
    'ptywright watch': 'Prints the address of the page.',
    'ptywright watch --as ada': 'For a person of another name: the others see who has the keyboard.',
    'ptywright watch --close': 'Sends all away who look on, and forgets the key.',
  },
  run: async (given): Promise<number> => (await import('../watch.ts')).watch(given),
});
