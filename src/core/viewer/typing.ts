/** What a person types: whole keys, in one piece and in his turn; or to who holds the input. */
import { type Fault, fault } from '../faults.ts';
import { limits } from '../limits.ts';
import { forProgram } from './keyboard.ts';
import type { Cancellation } from './subject.ts';
import type { Company, Typing, Viewer } from './viewer.ts';

export interface Typed {
  readonly viewer: Viewer;
  /** `capture`: it was not written. */
  readonly mode: 'passthrough' | 'capture';
  /** Whole keys, and text of several characters: `keysIn` tells the keys. */
  readonly pieces: readonly string[];
}

interface Corner {
  readonly row: number;
  readonly col: number;
}

/** Much of it is typed in slices. Others are served between them, but nobody else types. */
export function typeKeys(
  viewer: Viewer,
  pieces: readonly string[],
  company: Company,
  corner: Corner,
  cancellation: Cancellation,
): Typing | Promise<Typing> {
  if (pieces.length === 0) return { bytes: 0, captured: false };
  const type = (slice: readonly string[]) => typeSlice(viewer, slice, company, corner);
  return company.session.turns.take<Typing>(() => {
    const [first = [], ...others] = slicesOf(pieces);
    return others.length === 0 ? type(first) : typeSlices([first, ...others], type);
  }, cancellation);
}

/** What has been begun is typed to its end: nobody wants half of what he has pasted. */
async function typeSlices(
  slices: readonly (readonly string[])[],
  type: (slice: readonly string[]) => Typing,
): Promise<Typing> {
  let all: Typing = { bytes: 0, captured: false };
  for (const slice of slices) {
    const { bytes, captured } = type(slice);
    all = { bytes: all.bytes + bytes, captured: all.captured || captured };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}

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
): Typing {
  if (session.holding.captures(viewer.terms.owner)) {
    if (session.holding.holder?.clogged?.()) throw clogged();
    told({ viewer, mode: 'capture', pieces });
    return { bytes: 0, captured: true };
  }
  const { modes, size } = session.screen;
  const bytes = Buffer.concat(pieces.map((piece) => forProgram(piece, { modes, size, ...corner })));
  if (bytes.length > 0) session.write(bytes);
  told({ viewer, mode: 'passthrough', pieces });
  return { bytes: bytes.length, captured: false };
}

/** Without it, whoever pastes would fill the line of the holder until it is closed. */
const clogged = (): Fault =>
  fault.Busy(
    { reason: 'busy', limit: 'outboxPauseBytes', max: limits.outboxPauseBytes },
    'who has the input does not take what has been typed so far',
  );
