/**
 * Records what a whole run exercises. Each worker appends what its clients sent and received. spec/tally.ts compares
 * that with what the server declares.
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

/** Records each matcher of a hit, down to the leaves. Only satisfied matchers count as exercised. */
export function hearHit(hit: Tree): void {
  hear('matcher', hit.kind);
  const inner = hit.matched === undefined ? [] : [hit.matched].flat();
  for (const one of inner as readonly Tree[]) hearHit(one);
}
