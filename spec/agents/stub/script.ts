/** Scripts: the replies to a prompt that contains a keyword, one for each round. */
import type { ModelRequest } from './dialect.ts';
import { message, type Reply, say } from './reply.ts';

/** The parameters of a script. */
export interface ScriptContext extends ModelRequest {
  /** The working folder of the agent. */
  readonly cwd: string;
  /** A folder outside the project, without read permission for the agent. */
  readonly outside: string;
  /** The stored screen, for the model to repeat. */
  readonly storedScreen: string;
}

export type Round = Reply | ((context: ScriptContext) => Reply);

/**
 * Scripts by keyword. Each request of a turn is one round. After the last round of the script, a plain answer follows.
 */
export type Scripts = Readonly<Record<string, readonly Round[]>>;

const plain = message(say('Hello from the stub. How can I help?'));
const finished = message(say('All of it is done.'));

export class ScriptSet {
  readonly #scripts: Scripts;
  readonly #keywords: readonly string[];

  constructor(scripts: Scripts) {
    this.#scripts = scripts;
    // One keyword may be a prefix of another one.
    this.#keywords = Object.keys(scripts).sort((one, other) => other.length - one.length);
  }

  /** Returns the last keyword of a text. An unanswered prompt is in the same message, before the next one. */
  keywordIn(text: string): string | undefined {
    const found = this.#keywords
      .map((keyword) => ({ keyword, at: text.lastIndexOf(keyword) }))
      .filter(({ at }) => at >= 0);
    const last = Math.max(...found.map(({ at }) => at));
    return found.find(({ at }) => at === last)?.keyword;
  }

  reply(context: ScriptContext): Reply {
    const keyword = this.keywordIn(context.text);
    if (keyword === undefined) return plain;
    const round = this.#scripts[keyword]![context.round] ?? finished;
    return typeof round === 'function' ? round(context) : round;
  }
}
