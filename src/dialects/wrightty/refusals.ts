/** What can go wrong between a client and this dialect, besides what can go wrong with a terminal. */
const sentences = {
  SessionNotFound: 'Session not found',
  SessionDestroyed: 'Session was already destroyed',
  InvalidPattern: 'Invalid pattern',
  MaxSessionsReached: 'Cannot create more sessions',
  SubscriptionNotFound: 'Subscription not found',
  AuthenticationFailed: 'Authentication failed',
  NotAuthenticated: 'Not authenticated: call Wrightty.authenticate with the `password` first',
} as const;

export type RefusalName = keyof typeof sentences;

export class Refusal extends Error {
  override readonly name: RefusalName;
  readonly data: object;

  constructor(name: RefusalName, data: object = {}, detail?: string) {
    super(detail === undefined ? sentences[name] : `${sentences[name]}: ${detail}`);
    this.name = name;
    this.data = data;
  }
}
