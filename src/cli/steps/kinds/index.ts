/** Every kind of step, by its word. */
import type { Kind } from '../kind.ts';
import { inputKinds } from './input.ts';
import { keepingKinds } from './keeping.ts';
import { looksKinds } from './looks.ts';
import { waitingKinds } from './waiting.ts';

export const kinds: ReadonlyMap<string, Kind> = new Map(
  [...inputKinds, ...waitingKinds, ...looksKinds, ...keepingKinds].map((one) => [one.name, one]),
);
