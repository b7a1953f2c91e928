/** What a plugin did wrong in a call. The message is meant for its author; the engine puts the place before it. */
export class HostError extends Error {}
