/** What can go wrong between a client and this dialect, in its own words, besides what can go wrong with a terminal. */
const sentences = {
  SessionNotFound: 'No such session.',
  SessionRequired: 'Several sessions could be meant: say which, with a session field.',
  SessionNameConflict: 'Another session has that name.',
  MaxSessionsReached: 'There is no room for one more session.',
  QuiesceTimeout: 'Terminal did not become quiescent within the deadline.',
  IdleTimeout: 'Terminal did not become idle within the deadline.',
  Superseded: 'A newer request of this connection took the place of this one.',
} as const;

export type RefusalName = keyof typeof sentences;

export class Refusal extends Error {
  override readonly name: RefusalName;
  readonly data: object = {};

  constructor(name: RefusalName, message: string = sentences[name]) {
    super(message);
    this.name = name;
  }
}
