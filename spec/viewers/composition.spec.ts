/** Random layers over random output: a frame has a cell for every column, and no half of a wide character. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import { composeLayers } from '#viewers/composition.ts';
import { times } from '../soak/scale.ts';
import { aTerminal } from './aTerminal.ts';

const rows = 5;
const cols = 12;
const redaction = createRedaction(defaultPolicy);

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'bc',
      ' ',
      '漢',
      '字',
      'e\u0301',
      '👩\u200d💻',
      '\u200d',
      '\n',
      '\t',
      '\x1b',
      '\ud83d',
      'ghp_',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const writes = fc.array(
  fc.record({ row: fc.nat(rows + 1), col: fc.nat(cols + 1), text, bg: optional(fc.nat(15)) }),
  { maxLength: 4 },
);
const spans = fc.array(fc.record({ text, fg: optional(fc.nat(15)) }), { maxLength: 3 });
const overlay = fc.record({
  x: fc.integer({ min: -4, max: cols + 2 }),
  y: fc.integer({ min: -2, max: rows + 1 }),
  z: optional(fc.nat(5)),
  width: optional(fc.integer({ min: 1, max: cols + 4 })),
  height: optional(fc.integer({ min: 1, max: rows + 2 })),
  background: optional(fc.nat(15)),
  spans,
  writes,
});
const panel = fc.record({
  position: fc.constantFrom('top' as const, 'bottom' as const),
  height: fc.integer({ min: 1, max: 3 }),
  spans,
  writes,
});

it('every frame is complete', () => {
  const terminals = fc.record({
    fed: text,
    overlays: fc.array(overlay, { maxLength: 4 }),
    panels: fc.array(panel, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(terminals, ({ fed, overlays, panels }) => {
      const { feed, screen, layers, frame } = aTerminal(rows, cols);
      feed(fed.replaceAll('\x1b', ''));
      for (const one of panels) layers.create('panel', one);
      for (const one of overlays) layers.create('overlay', one);
      for (const how of [noRedaction, redaction]) {
        const page = composeLayers({ screen, layers }, how);
        expect(page).toHaveLength(rows);
        for (const row of page) {
          expect(row).toHaveLength(cols);
          row.forEach(({ width, char }, col) => {
            expect(char === '').toBe(width === 0);
            if (width === 0) expect(row[col - 1]?.width).toBe(2);
            if (width === 2) expect(row[col + 1]?.width).toBe(0);
            expect(char).not.toMatch(/[\x00-\x1f\x7f-\x9f\ud800-\udbff](?![\udc00-\udfff])/);
          });
        }
        for (const runs of frame(how).rows) {
          let at = 0;
          for (const { col, width } of runs) {
            expect(col).toBeGreaterThanOrEqual(at);
            at = col + width;
          }
          expect(at).toBeLessThanOrEqual(cols);
        }
      }
    }),
    { numRuns: times(50, 2000) },
  );
});
