/** The method factory of this dialect, and the schemas that its methods share. */
import { limits } from '#limits.ts';
import type { AmbiguityPolicy as CoreAmbiguity, Selector as CoreSelector } from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import { createMethodFactory } from '#rpc/method.ts';
import type { TuispecServerContext } from './serverContext.ts';

const Ok = z.object({ ok: z.literal(true) });

/** `method()` of this dialect: its handlers act on the one session of their listener. */
export const method = createMethodFactory<TuispecServerContext, typeof Ok>({
  params: z.strictObject({}),
  result: Ok,
  derive: () => ({ normalize: lowerSelectorTypes }),
});

const selectorTypes = ['exact', 'regex', 'at', 'within', 'nth'];
const selectorParams = ['selector', 'readySelector', 'expectAfter'];

/** The released server accepts the types of selectors in any case. */
function lowerSelectorTypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const type = name === 'type' && selectorTypes.find((one) => one === String(field).toLowerCase());
    return [name, type || (selectorParams.includes(name) ? lowerSelectorTypes(field) : field)];
  });
  return Object.fromEntries(fields);
}

// Rows and columns count from 1 here, and from 0 in the core.
export const Path = z.string().min(1).max(limits.pathChars);

export const AmbiguityMode = z.enum(['fail', 'first', 'first-visible', 'last', 'last-visible']);
export type AmbiguityMode = z.infer<typeof AmbiguityMode>;

export const Coordinate = z.int().min(1).max(limits.maxCols);
const RectSide = z.int().min(1);

type SelectorShape =
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
      readonly selector: SelectorShape;
    }
  | { readonly type: 'nth'; readonly index: number; readonly selector: SelectorShape };

export const SelectorParam: z.ZodType<SelectorShape> = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('exact'), text: z.string().min(1) }),
    z.object({ type: z.literal('regex'), pattern: z.string().min(1).describe('RE2.') }),
    z.object({ type: z.literal('at'), col: Coordinate, row: Coordinate }),
    z.object({
      type: z.literal('within'),
      rect: z
        .object({ col: RectSide, row: RectSide, width: RectSide, height: RectSide })
        .describe('Search only this part of the screen.'),
      selector: z.lazy((): z.ZodType<SelectorShape> => SelectorParam),
    }),
    z.object({
      type: z.literal('nth'),
      index: z.int().min(0).max(limits.hostResults).describe('From 0, in reading order.'),
      selector: z.lazy((): z.ZodType<SelectorShape> => SelectorParam),
    }),
  ])
  .describe('Selects text on the screen.');

export function toCoreSelector(own: SelectorShape): CoreSelector {
  if (own.type === 'exact' || own.type === 'regex') return own;
  if (own.type === 'at') return { type: 'at', row: own.row - 1, col: own.col - 1 };
  const selector = toCoreSelector(own.selector);
  if (own.type === 'nth') return { type: 'nth', index: own.index, selector };
  const { col, row, width, height } = own.rect;
  return { type: 'within', area: { row: row - 1, col: col - 1, rows: height, cols: width }, selector };
}

/** Drops `-visible`: all matches are visible. */
export const toCoreAmbiguity = (mode: AmbiguityMode): CoreAmbiguity =>
  mode.replace('-visible', '') as CoreAmbiguity;

const Ms = z.int().min(0).max(limits.timeoutMs);

export const waitParams = {
  timeoutMs: Ms.optional(),
  pollIntervalMs: Ms.optional().describe(
    'Ignored: the screen is checked after each change, without polling.',
  ),
};

export const selectorWaitParams = { ...waitParams, ambiguityMode: AmbiguityMode.optional() };
