/** Creates plugins with the built program, in a folder outside the repository. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCommand } from './inProcess.ts';
import { type Ended, freshHome } from './ptywright.ts';

export class Workshop {
  readonly folder = freshHome();

  /** Runs in the folder. */
  run(...args: readonly string[]): Promise<Ended> {
    return runCommand(args, { cwd: this.folder });
  }

  async fresh(name = 'demo', ...args: readonly string[]): Promise<Ended> {
    const ended = await this.run('plugin', 'new', name, ...args);
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    return ended;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  read(...parts: readonly string[]): string {
    return readFileSync(this.path(...parts), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(this.path(path), text);
  }

  /** Fails when the text to replace is missing. */
  change(path: string, from: string, to: string): void {
    const text = this.read(path);
    expect(text).toContain(from);
    this.write(path, text.replaceAll(from, to));
  }
}
