/** A turn as an agent stored it. */

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The user refused or interrupted it. */
  stopped: boolean;
}

export interface StoredTurn {
  readonly prompt: string;
  /** The texts of the model, in order. */
  readonly texts: string[];
  /** The same, with messages that the agent added as if the model had sent them, such as the error of a turn. */
  readonly displayedTexts: string[];
  readonly calls: Call[];
  interrupted: boolean;
}
