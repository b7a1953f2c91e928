/** The signals that a client may send, by wire name. */
export const sendableSignals = {
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

export type SignalKeyword = keyof typeof sendableSignals;
export type SendableSignal = (typeof sendableSignals)[SignalKeyword];
