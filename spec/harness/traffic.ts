/**
 * What the whole run has exercised: each worker appends what its clients said and heard, and spec/tally.ts holds it
 * against what the server says it has.
 */
import { appendFileSync } from 'node:fs';

export interface Heard {
  readonly kind: 'method' | 'fault' | 'matcher' | 'action' | 'event' | 'seed' | 'screen';
  readonly name: string;
}

const file = process.env.PTYWRIGHT_TRAFFIC;
const told = new Set<string>();

export function hear(kind: Heard['kind'], name: string): void {
  const line = JSON.stringify({ kind, name } satisfies Heard);
  if (!file || told.has(line)) return;
  told.add(line);
  appendFileSync(file, `${line}\n`);
}

interface Tree {
  readonly kind: string;
  readonly matched?: Tree | readonly Tree[];
}

/** Each matcher of a hit, down to the leaves: only what was satisfied counts as exercised. */
export function hearHit(hit: Tree): void {
  hear('matcher', hit.kind);
  const inner = hit.matched === undefined ? [] : [hit.matched].flat();
  for (const one of inner as readonly Tree[]) hearHit(one);
}
