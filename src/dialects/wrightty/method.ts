/** The method factory of this dialect, and the schemas that its methods share. */
import { limits } from '#limits.ts';
import type { SearchArea } from '#matchers/sessionView.ts';
import { z } from '#platform/schema.ts';
import { createMethodFactory } from '#rpc/method.ts';
import type { Screen } from '#terminal/screen.ts';
import type { Region as CoreRegion } from '#terminal/screenReader.ts';
import type { WrighttyServerContext } from './serverContext.ts';

const EmptyResult = z.object({});

/** `method()` of this dialect. Parameters may also be an array, in the order of their declaration. */
export const method = createMethodFactory<WrighttyServerContext, typeof EmptyResult>({
  params: z.object({}),
  result: EmptyResult,
  derive: (shape, { throws, open }) => ({
    positional: Object.keys(shape),
    throws: [
      ...('sessionId' in shape ? ['SessionNotFound', 'SessionDestroyed'] : []),
      ...throws,
      ...(open ? [] : ['NotAuthenticated']),
    ],
  }),
});

// Unknown fields are ignored, as clients expect.
export const SessionId = z.string().min(1).max(limits.nameChars);
export const sessionParams = { sessionId: SessionId };

export const Cols = z.int().min(limits.minCols).max(limits.maxCols);
export const Rows = z.int().min(limits.minRows).max(limits.maxRows);

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);

/** Both ends are inclusive. */
export const RegionParam = z
  .object({ top: Row, left: Col, bottom: Row, right: Col })
  .refine(({ top, bottom }) => top <= bottom, { path: ['bottom'], error: 'must not be above `top`' })
  .refine(({ left, right }) => left <= right, { path: ['right'], error: 'must not be left of `left`' })
  .nullish();

export type RegionParam = z.output<typeof RegionParam>;

export const toArea = (region: RegionParam): (CoreRegion & SearchArea) | undefined =>
  region
    ? {
        row: region.top,
        rows: region.bottom - region.top + 1,
        col: region.left,
        cols: region.right - region.left + 1,
      }
    : undefined;

/** Null and an absent value mean the default. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  schema.nullish().transform((given): z.output<Schema> => given ?? value);

export const TimeoutMs = withDefault(z.int().min(0).max(limits.timeoutMs), limits.defaultTimeoutMs);

export const Cursor = z.object({
  row: z.int(),
  col: z.int(),
  visible: z.boolean(),
  shape: z.enum(['block', 'underline', 'bar']),
});

export const toCursor = ({ cursor, cursorShape }: Screen) => ({ ...cursor, shape: cursorShape });

export const Rgb = z.object({
  r: z.int().min(0).max(255),
  g: z.int().min(0).max(255),
  b: z.int().min(0).max(255),
});

export const toRgb = ([r, g, b]: readonly [number, number, number]) => ({ r, g, b });
