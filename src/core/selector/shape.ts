/** Selectors as they are sent. Rows and columns count from 0. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import type { Selector as Told } from './selector.ts';

const Row = z.int().min(0).max(limits.maxRows);
const Col = z.int().min(0).max(limits.maxCols);
const Words = z.string().min(1).max(limits.patternChars);
const inner = z.lazy((): z.ZodType<Told, Told> => Selector);

export const Selector: z.ZodType<Told, Told> = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('exact'), text: Words }).describe('Each place where that text stands.'),
    z
      .strictObject({ type: z.literal('regex'), pattern: Words.describe('RE2.') })
      .describe('Each place that a pattern finds.'),
    z
      .strictObject({ type: z.literal('at'), row: Row, col: Col })
      .describe('One cell, if there is anything in it.'),
    z
      .strictObject({
        type: z.literal('within'),
        area: z.strictObject({ row: Row, col: Col, rows: Row, cols: Col }),
        selector: inner,
      })
      .describe('What another selector means in a part of the screen.'),
    z
      .strictObject({
        type: z.literal('nth'),
        index: z.int().min(0).max(limits.hostResults).describe('From 0, in the order of reading.'),
        selector: inner,
      })
      .describe('One of several that another selector means.'),
  ])
  .meta({ id: 'Selector', description: 'What on the screen is meant.' });
