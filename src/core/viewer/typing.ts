/** What a person types: whole keys, in one piece and in his turn; or to who holds the input. */
import { type Fault, fault } from '../faults.ts';
import { limits } from '../limits.ts';
import { forProgram } from './keyboard.ts';
import type { Company, Viewer } from './viewer.ts';

export interface Typed {
  readonly viewer: Viewer;
  /** `capture`: it was not written. */
  readonly mode: 'passthrough' | 'capture';
  /** Whole keys, and text of several characters: `keysIn` tells the keys. */
  readonly pieces: readonly string[];
}

export interface Typing {
  /** Bytes that the program has got. */
  readonly bytes: number;
  /** Whether somebody else got them instead. */
  readonly captured: boolean;
}

interface Corner {
  readonly row: number;
  readonly col: number;
}

export const nothing: Typing = { bytes: 0, captured: false };

/**
 * For one whose turn it is. The program has the first `written` characters already. Much is typed in slices: others are
 * served between them, but nobody else types.
 */
export function typePieces(
  viewer: Viewer,
  pieces: readonly string[],
  company: Company,
  corner: Corner,
  written = 0,
): Typing | Promise<Typing> {
  if (pieces.length === 0) return nothing;
  let has = written;
  const type = (slice: readonly string[]) => {
    const typing = typeSlice(viewer, slice, company, corner, has);
    for (const piece of slice) has = Math.max(0, has - piece.length);
    return typing;
  };
  const [first = [], ...others] = slicesOf(pieces);
  return others.length === 0 ? type(first) : typeSlices([first, ...others], type);
}

/** What has been begun is typed to its end: nobody wants half of what he has pasted. */
async function typeSlices(
  slices: readonly (readonly string[])[],
  type: (slice: readonly string[]) => Typing,
): Promise<Typing> {
  let all = nothing;
  for (const slice of slices) {
    all = both(all, type(slice));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}

export const both = (one: Typing, other: Typing): Typing => ({
  bytes: one.bytes + other.bytes,
  captured: one.captured || other.captured,
});

function slicesOf(pieces: readonly string[]): readonly (readonly string[])[] {
  const slices: string[][] = [];
  let chars = limits.sliceBytes;
  for (const piece of pieces) {
    if (chars + piece.length > limits.sliceBytes) {
      slices.push([]);
      chars = 0;
    }
    slices.at(-1)!.push(piece);
    chars += piece.length;
  }
  return slices;
}

function typeSlice(
  viewer: Viewer,
  pieces: readonly string[],
  { session, told }: Company,
  corner: Corner,
  written: number,
): Typing {
  if (session.holding.captures(viewer.terms.owner)) {
    if (session.holding.holder?.clogged?.()) throw clogged();
    told({ viewer, mode: 'capture', pieces });
    return { bytes: 0, captured: true };
  }
  const { modes, size } = session.screen;
  let has = written;
  const bytes = Buffer.concat(
    pieces.map((piece) => {
      const had = Math.min(has, piece.length);
      has -= had;
      return withoutEscapes(forProgram(piece, { modes, size, ...corner }), had);
    }),
  );
  if (bytes.length > 0) session.write(bytes);
  told({ viewer, mode: 'passthrough', pieces });
  return { bytes: bytes.length, captured: false };
}

/** What is told the program otherwise than it was typed may begin with none. */
function withoutEscapes(bytes: Buffer, most: number): Buffer {
  let at = 0;
  while (at < most && bytes[at] === 0x1b) at++;
  return bytes.subarray(at);
}

/** Without it, whoever pastes would fill the line of the holder until it is closed. */
const clogged = (): Fault =>
  fault.Busy(
    { reason: 'busy', limit: 'outboxPauseBytes', max: limits.outboxPauseBytes },
    'who has the input does not take what has been typed so far',
  );
