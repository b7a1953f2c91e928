/** tmux with a server of its own: private socket, no configuration, ended with the row. */
import { writeFileSync } from 'node:fs';
import type { Bench } from '../bench.ts';
import { outputOf } from '../process.ts';

export class Tmux {
  readonly socket: string;
  readonly #bench: Bench;
  readonly #end: () => Promise<void>;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.socket = bench.path('tmux');
    this.#end = bench.owns(() => this.run('kill-server').then(nothing, nothing));
  }

  /** The words that begin every tmux command. */
  get words(): readonly string[] {
    return ['tmux', '-S', this.socket, '-f', '/dev/null'];
  }

  run(...words: string[]): Promise<string> {
    return outputOf([...this.words, ...words]);
  }

  /** Many commands for the price of one process. */
  async runAll(lines: readonly string[]): Promise<void> {
    const file = this.#bench.path('conf');
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await this.run('source-file', file);
  }

  async pid(): Promise<number> {
    return Number(await this.run('display-message', '-p', '#{pid}'));
  }

  close(): Promise<void> {
    return this.#end();
  }
}

const nothing = () => {};

/** The options that make it comparable: as many rows above the screen as ours, and nothing done on its own. */
export const plainly = [
  'set -g history-limit 1000',
  'set -g automatic-rename off',
  'set -g status off',
] as const;
