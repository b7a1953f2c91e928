/** Session files that Claude Code wrote itself, without what names a machine; long texts in them are cut. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'sessions');

export const sample = (name: string): string => readFileSync(join(folder, `${name}.jsonl`), 'utf8');
