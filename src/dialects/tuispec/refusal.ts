/** What can go wrong between a client and this dialect, besides what can go wrong with a terminal. */
const sentences = {
  NoActiveSession: 'no active session',
  AlreadyStarted: 'session already started',
  MethodFailed: 'method failed',
} as const;

export class Refusal extends Error {
  override readonly name: keyof typeof sentences;
  readonly data: object;

  constructor(name: keyof typeof sentences, details?: string, more: object = {}) {
    super(details === undefined ? sentences[name] : `${sentences[name]}: ${details}`);
    this.name = name;
    this.data = details === undefined ? more : { details, ...more };
  }
}

export const failed = (details: string): never => {
  throw new Refusal('MethodFailed', details);
};
