/** A recording: asciicast v2, with a marker wherever a plugin is to be asked. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { StateField, told } from './expected.ts';
import { firstIssue, PictureProblem } from './problem.ts';
import type { Extent } from './stage.ts';

const Header = z.looseObject({
  version: z.literal(2),
  width: z.int().min(limits.minCols).max(limits.maxCols),
  height: z.int().min(limits.minRows).max(limits.maxRows),
});

const Event = z.tuple([z.number().min(0), z.string(), z.string()]).rest(z.unknown());

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
  const [first = '', ...lines] = text.split('\n');
  const { width, height } = read(Header, file, 1, json(file, 1, first));
  const events = lines.flatMap((each, at) => (each.trim() === '' ? [] : eventsOf(file, at + 2, each)));
  if (!events.some((event) => event.kind === 'said' && event.said.state !== undefined))
    throw new PictureProblem(file, 1, 'no marker says a state, such as [1.5, "m", "state: ready"]');
  return { file, size: { rows: height, cols: width }, events };
}

function eventsOf(file: string, line: number, text: string): readonly Event[] {
  const [seconds, code, words] = read(Event, file, line, json(file, line, text));
  const happening = happeningOf(file, line, code, words);
  return happening ? [{ ...happening, ms: seconds * 1000, line }] : [];
}

function happeningOf(file: string, line: number, code: string, text: string): Happening | undefined {
  if (code === 'o') return { kind: 'output', text };
  if (code === 'r') return { kind: 'resize', size: sizeOf(file, line, text) };
  if (code === 'x') return { kind: 'exit', status: Number.parseInt(text, 10) || 0 };
  if (code !== 'm') return undefined;
  const said = saidBy(file, line, text);
  return said && { kind: 'said', said };
}

function sizeOf(file: string, line: number, text: string): Extent {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  const size = { version: 2, width: Number(width), height: Number(height) };
  const { width: cols, height: rows } = read(Header, file, line, size);
  return { rows, cols };
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
