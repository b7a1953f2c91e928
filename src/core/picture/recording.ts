/** A recording: an asciicast, with a marker wherever a plugin is to be asked. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import type { Extent } from '../recording/castLines.ts';
import { type CastEvent, readCast } from '../recording/readCast.ts';
import { StateField, told } from './expected.ts';
import { firstIssue, PictureProblem } from './problem.ts';

const Said = z.strictObject({
  state: StateField.optional(),
  ...told,
  mark: z.string().min(1).max(limits.nameChars).optional(),
});
/** What a marker tells: what is true from here on, and with a state what a plugin has to say here. */
export type Said = z.output<typeof Said>;

type Happening =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'resize'; readonly size: Extent }
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'said'; readonly said: Said };

/** Something that happened, with its line in the file. */
export type Event = Happening & { readonly ms: number; readonly line: number };

export interface Recording {
  readonly file: string;
  readonly size: Extent;
  readonly events: readonly Event[];
}

/** Raises PictureProblem. */
export function readRecording(file: string, text: string): Recording {
  const refuse = (line: number, reason: string): never => {
    throw new PictureProblem(file, line, reason);
  };
  const { size, events: all } = readCast(text, { refuse, torn: false });
  const events = [...all].flatMap((event) => {
    const happening = happeningOf(file, event);
    return happening ? [{ ...happening, ms: event.ms, line: event.line }] : [];
  });
  if (!events.some((event) => event.kind === 'said' && event.said.state !== undefined))
    throw new PictureProblem(file, 1, 'no marker says a state, such as [1.5, "m", "state: ready"]');
  return { file, size, events };
}

function happeningOf(file: string, { line, code, text, size }: CastEvent): Happening | undefined {
  if (code === 'o') return { kind: 'output', text };
  if (size) return { kind: 'resize', size };
  if (code === 'x') return { kind: 'exit', status: Number.parseInt(text, 10) || 0 };
  if (code !== 'm') return undefined;
  const said = saidBy(file, line, text);
  return said && { kind: 'said', said };
}

/** Nothing for the marks that people set for themselves. */
function saidBy(file: string, line: number, text: string): Said | undefined {
  const [, state, rest = ''] = /^state:\s*([^\s{]+)\s*(.*)$/s.exec(text) ?? [];
  if (state === undefined && !text.trimStart().startsWith('{')) return undefined;
  const facts = state === undefined ? json(file, line, text) : rest === '' ? {} : json(file, line, rest);
  const said =
    typeof facts === 'object' && facts !== null && state !== undefined ? { ...facts, state } : facts;
  return read(Said, file, line, said);
}

function json(file: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new PictureProblem(file, line, `not JSON: ${(problem as Error).message}`);
  }
}

function read<Out>(shape: z.ZodType<Out>, file: string, line: number, value: unknown): Out {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new PictureProblem(file, line, firstIssue(result.error).reason);
}
