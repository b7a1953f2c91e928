/** Scripts: the replies to a prompt that contains the word of a script, round by round. */
import type { ModelRequest } from './dialect.ts';
import { message, type Reply, say } from './reply.ts';

/** The data that a script may use. */
export interface Scene extends ModelRequest {
  /** The working folder of the agent. */
  readonly cwd: string;
  /** A folder beside it, without read permission for the agent. */
  readonly outside: string;
  /** The stored screen, for the model to repeat. */
  readonly kept: string;
}

export type Round = Reply | ((scene: Scene) => Reply);

/**
 * Keyed by the word in the prompt. Rounds count the answers of one turn. After the last one, a plain answer follows.
 */
export type Scripts = Readonly<Record<string, readonly Round[]>>;

const plain = message(say('Hello from the stub. How can I help?'));
const finished = message(say('All of it is done.'));

export class Repertoire {
  readonly #scripts: Scripts;
  readonly #words: readonly string[];

  constructor(scripts: Scripts) {
    this.#scripts = scripts;
    // A word may be a prefix of another one.
    this.#words = Object.keys(scripts).sort((one, other) => other.length - one.length);
  }

  /** Returns the last word. An unanswered prompt is in the same message, before the next one. */
  wordIn(text: string): string | undefined {
    const found = this.#words
      .map((word) => ({ word, at: text.lastIndexOf(word) }))
      .filter(({ at }) => at >= 0);
    const last = Math.max(...found.map(({ at }) => at));
    return found.find(({ at }) => at === last)?.word;
  }

  reply(scene: Scene): Reply {
    const word = this.wordIn(scene.text);
    if (word === undefined) return plain;
    const round = this.#scripts[word]![scene.round] ?? finished;
    return typeof round === 'function' ? round(scene) : round;
  }
}
