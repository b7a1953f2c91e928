/** What a person types: whole keys, in one piece and in his turn; or to who holds the input. */

import { forProgram } from './keyboard.ts';
import { type Key, keyOf } from './keyNames.ts';
import type { Cancellation } from './subject.ts';
import type { Company, Typing, Viewer } from './viewer.ts';

export interface Typed extends Key {
  readonly viewer: Viewer;
  /** `capture`: it was not written. */
  readonly mode: 'passthrough' | 'capture';
  readonly raw: string;
}

export function typeKeys(
  viewer: Viewer,
  keys: readonly string[],
  company: Company,
  corner: { readonly row: number; readonly col: number },
  cancellation: Cancellation,
): Typing | Promise<Typing> {
  if (keys.length === 0) return { bytes: 0, captured: false };
  const { session } = company;
  return session.turns.take(() => {
    const captured = session.holding.captures(viewer.terms.owner);
    const { modes, size } = session.screen;
    const bytes = captured
      ? Buffer.alloc(0)
      : Buffer.concat(keys.map((key) => forProgram(key, { modes, size, ...corner })));
    if (bytes.length > 0) session.write(bytes);
    for (const raw of keys)
      company.told({ viewer, mode: captured ? 'capture' : 'passthrough', raw, ...keyOf(raw) });
    return { bytes: bytes.length, captured };
  }, cancellation);
}
