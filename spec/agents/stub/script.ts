/** A script: what the stub answers to a prompt with its word in it, round by round. */

import { message, type Reply, say } from './reply.ts';
import type { Asked } from './request.ts';

/** What a script may depend on. */
export interface Scene extends Asked {
  /** The folder that the program works in. */
  readonly cwd: string;
  /** A folder beside it, which it has not been allowed to read. */
  readonly outside: string;
  /** The screen that the driver kept, to be played back by the model. */
  readonly kept: string;
}

export type Round = Reply | ((scene: Scene) => Reply);

/** By the word that a prompt has to hold. Rounds count the answers of one turn; after the last comes a plain one. */
export type Scripts = Readonly<Record<string, readonly Round[]>>;

const plain = message(say('Hello from the stub. How can I help?'));
const finished = message(say('All of it is done.'));

export class Repertoire {
  readonly #scripts: Scripts;
  readonly #words: readonly string[];

  constructor(scripts: Scripts) {
    this.#scripts = scripts;
    // A word may be the beginning of another one.
    this.#words = Object.keys(scripts).sort((one, other) => other.length - one.length);
  }

  /** The last one: a prompt that was not answered stands before the next, in one message with it. */
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
