/** A turn as an agent stored it. */

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The user refused or interrupted it. */
  stopped: boolean;
}

export interface WrittenTurn {
  readonly prompt: string;
  /** The texts of the model, in order. */
  readonly said: string[];
  /** The same with messages that the agent added in the name of the model, such as how a turn failed. */
  readonly shown: string[];
  readonly calls: Call[];
  interrupted: boolean;
}
