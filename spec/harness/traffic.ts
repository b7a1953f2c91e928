/**
 * Records what a whole run exercises. Each worker appends what its clients sent and received. spec/tally.ts compares
 * that with what the server declares.
 */
import { appendFileSync } from 'node:fs';

export interface SentNames {
  readonly kind: 'method' | 'fault' | 'matcher' | 'action' | 'event' | 'seed' | 'screen';
  readonly name: string;
}

const file = process.env.PTYWRIGHT_TRAFFIC;
const recorded = new Set<string>();

export function receive(kind: SentNames['kind'], name: string): void {
  const line = JSON.stringify({ kind, name } satisfies SentNames);
  if (!file || recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(file, `${line}\n`);
}

interface Tree {
  readonly kind: string;
  readonly matched?: Tree | readonly Tree[];
}

/** Records each matcher of a hit, down to the leaves. Only satisfied matchers count as exercised. */
export function recordHit(hit: Tree): void {
  receive('matcher', hit.kind);
  const inner = hit.matched === undefined ? [] : [hit.matched].flat();
  for (const one of inner as readonly Tree[]) recordHit(one);
}
