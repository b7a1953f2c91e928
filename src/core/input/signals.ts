/** The signals that a client may send, by their word on the wire. */
export const signals = {
  term: 'SIGTERM',
  hup: 'SIGHUP',
  quit: 'SIGQUIT',
  int: 'SIGINT',
  kill: 'SIGKILL',
  user1: 'SIGUSR1',
  user2: 'SIGUSR2',
  winch: 'SIGWINCH',
  cont: 'SIGCONT',
  stop: 'SIGSTOP',
  tstp: 'SIGTSTP',
} as const;

export type SignalWord = keyof typeof signals;
export type SignalName = (typeof signals)[SignalWord];
