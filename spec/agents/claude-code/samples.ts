/** Session files that Claude Code wrote, without names of a machine and with truncated texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'sessions');

export const sample = (name: string): string => readFileSync(join(folder, `${name}.jsonl`), 'utf8');
