/** What a program tells its terminal besides what stands on the screen, kept as events for a while. */

export interface TerminalEvent {
  readonly kind: string;
  /** Counts all events of a session, from 1. */
  readonly number: number;
  /** The sequence of the screen, and the cursor of the transcript as far as its output had come. */
  readonly sequence: number;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}
