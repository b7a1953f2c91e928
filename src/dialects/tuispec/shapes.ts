/** Shapes that several methods share. Rows and columns count from 1 here, and from 0 in the core. */
import { limits } from '../../core/limits.ts';
import type { Selector as CoreSelector } from '../../core/selector/selector.ts';
import type { Ambiguity as CoreAmbiguity } from '../../core/selector/target.ts';
import { z } from '../../platform/schema.ts';

export const None = z.object({});
export const Ok = z.object({ ok: z.literal(true) });
export const ok = { ok: true } as const;

export const Path = z.string().min(1).max(limits.pathChars);

export const Ambiguity = z.enum(['fail', 'first', 'first-visible', 'last', 'last-visible']);
export type Ambiguity = z.infer<typeof Ambiguity>;

export const Place = z.int().min(1).max(limits.maxCols);

type Told =
  | { readonly type: 'exact'; readonly text: string }
  | { readonly type: 'regex'; readonly pattern: string }
  | { readonly type: 'at'; readonly col: number; readonly row: number }
  | {
      readonly type: 'within';
      readonly rect: {
        readonly col: number;
        readonly row: number;
        readonly width: number;
        readonly height: number;
      };
      readonly selector: Told;
    }
  | { readonly type: 'nth'; readonly index: number; readonly selector: Told };

export const Selector: z.ZodType<Told> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('exact'), text: z.string().min(1) }),
    z.object({ type: z.literal('regex'), pattern: z.string().min(1).describe('RE2.') }),
    z.object({ type: z.literal('at'), col: Place, row: Place }),
    z.object({
      type: z.literal('within'),
      rect: z.object({ col: Place, row: Place, width: Place, height: Place }),
      selector: z.lazy((): z.ZodType<Told> => Selector),
    }),
    z.object({
      type: z.literal('nth'),
      index: z.int().min(0).max(limits.hostResults).describe('From 0, in the order of reading.'),
      selector: z.lazy((): z.ZodType<Told> => Selector),
    }),
  ])
  .describe('What on the screen is meant.');

export function coreSelector(told: Told): CoreSelector {
  if (told.type === 'exact' || told.type === 'regex') return told;
  if (told.type === 'at') return { type: 'at', row: told.row - 1, col: told.col - 1 };
  const selector = coreSelector(told.selector);
  if (told.type === 'nth') return { type: 'nth', index: told.index, selector };
  const { col, row, width, height } = told.rect;
  return { type: 'within', area: { row: row - 1, col: col - 1, rows: height, cols: width }, selector };
}

/** Visible is all that there is. */
export const coreAmbiguity = (mode: Ambiguity): CoreAmbiguity =>
  mode.replace('-visible', '') as CoreAmbiguity;

const Ms = z.int().min(0).max(limits.timeoutMs);

export const waiting = {
  timeoutMs: Ms.optional(),
  pollIntervalMs: Ms.optional().describe('Nothing is polled: the screen is looked at whenever it changes.'),
};

export const waitingFor = { ...waiting, ambiguityMode: Ambiguity.optional() };
