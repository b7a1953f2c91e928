/** A separate tmux server: private socket, no configuration, killed at the end of the row. */
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

  /** The arguments that begin every tmux command. */
  get words(): readonly string[] {
    return ['tmux', '-S', this.socket, '-f', '/dev/null'];
  }

  run(...words: string[]): Promise<string> {
    return outputOf([...this.words, ...words]);
  }

  /** Runs many commands in one process. */
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

/** Options that make tmux comparable: the same scrollback as ours, and no automatic actions. */
export const comparableOptions = [
  'set -g history-limit 1000',
  'set -g automatic-rename off',
  'set -g status off',
] as const;
