/** The update to the next frame leaves a terminal showing exactly that frame, from any earlier state. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import type { CellRun } from '#terminal/cells.ts';
import type { Screen } from '#terminal/screen.ts';
import { createFrame, cropToCursor } from '#viewers/frame.ts';
import { renderFrameDiff, resetTerminal } from '#viewers/frameDiff.ts';
import { Layers } from '#viewers/layers.ts';
import { seedOr, times } from '../soak/scale.ts';
import { feed, freshScreen, runsOn, strangeTerminal } from './screens.ts';

const seed = seedOr(20_261_118);
const size = { rows: 8, cols: 20 };
const frameIn = (screen: Screen) =>
  createFrame({ screen, layers: new Layers(screen.size, () => {}) }, noRedaction);

const csi = (final: string, ...numbers: readonly number[]) => `\x1b[${numbers.join(';')}${final}`;
const small = fc.integer({ min: 0, max: 21 });

/** Output that never leaves half of a wide character, as no terminal can be made to show one. */
const plainPiece = fc.oneof(
  fc.stringMatching(/^[ -~]{0,30}$/),
  fc.tuple(small, small).map(([row, col]) => csi('H', row, col)),
  fc.constantFrom('\r\n', '\n', '\t', '\b', '\x1bM', '\x1b7', '\x1b8', csi('J', 2), csi('J', 1), csi('K')),
  fc
    .array(
      fc.constantFrom(
        '0',
        '1',
        '2',
        '3',
        '4',
        '4:3',
        '5',
        '7',
        '8',
        '9',
        '53',
        '31',
        '97',
        '42',
        '38;5;200',
        '48;2;1;2;3',
        '58;5;9',
      ),
      { maxLength: 4 },
    )
    .map((codes) => `\x1b[${codes.join(';')}m`),
  fc
    .tuple(fc.constantFrom('L', 'M', 'S', 'T', 'X', 'P', '@'), small)
    .map(([final, count]) => csi(final, count)),
  fc.constantFrom(
    '\x1b[?1049h',
    '\x1b[?1049l',
    '\x1b[?25l',
    '\x1b[?25h',
    '\x1b[3 q',
    '\x1b[6 q',
    '\x1b[2;6r',
    '\x1b[r',
  ),
  fc.constantFrom(
    '\x1b[?1h',
    '\x1b[?1l',
    '\x1b=',
    '\x1b>',
    '\x1b[?2004h',
    '\x1b[?2004l',
    '\x1b[?1004h',
    '\x1b[?5h',
    '\x1b[?5l',
    '\x1b[?1000h',
    '\x1b[?1003h',
    '\x1b[?1003l',
    '\x1b[=5;1u',
    '\x1b[>4;2m',
    '\x1b[>4;0m',
  ),
  fc.constantFrom('\x1b]2;a title\x07', '\x1b]2;\x07', '\x1b]8;;http://x.example/\x1b\\', '\x1b]8;;\x1b\\'),
);
const widePiece = fc.constantFrom('日本語', 'wörld', 'e\u0301', '👩‍👩‍👧', '❤️', '🇫🇷', '┌─┐', '한글', 'ｱ');
const shrinking = /^\x1b\[\d*[@PX]$/;
const output = (piece: fc.Arbitrary<string>) =>
  fc.array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 6 });

/** Joins neighbouring runs of one style and drops blanks at the end, as emulators differ in both. */
function joined(runs: readonly CellRun[]): object[] {
  const all: { style: object; col: number; width: number; text: string }[] = [];
  for (const { col, width, text, ...style } of runs) {
    const last = all.at(-1);
    if (last && last.col + last.width === col && isDeepStrictEqual(last.style, style)) {
      last.width += width;
      last.text += text;
    } else all.push({ style, col, width, text });
  }
  const last = all.at(-1);
  if (!last || !isDeepStrictEqual(last.style, {})) return all;
  const text = last.text.trimEnd();
  const blanks = last.text.length - text.length;
  return text === ''
    ? all.slice(0, -1)
    : [...all.slice(0, -1), { ...last, text, width: last.width - blanks }];
}

function attributesOf(screen: Screen) {
  const { cursor, cursorBlinks, cursorShape, title, modes } = screen;
  const { applicationCursor, applicationKeypad, bracketedPaste, focusEvents, mouseTracking, reverseScreen } =
    modes;
  const { kittyKeyboard, modifyOtherKeys } = modes;
  return {
    rows: runsOn(screen).map(joined),
    cursor,
    style: [cursorShape, cursorBlinks],
    title,
    modes: {
      applicationCursor,
      applicationKeypad,
      bracketedPaste,
      focusEvents,
      mouseTracking,
      reverseScreen,
    },
    keyboard: { kittyKeyboard, modifyOtherKeys },
  };
}

describe('a painted terminal', () => {
  it.each([
    ['of one width', plainPiece],
    [
      'with wide, combined and joined characters',
      fc.oneof(
        plainPiece.filter((piece) => !shrinking.test(piece)),
        widePiece,
      ),
    ],
  ])('shows every frame cell for cell: output %s', (_, piece) => {
    fc.assert(
      fc.property(output(piece), (chunks) => {
        const [program, person] = [freshScreen(size), freshScreen(size)];
        let before: ReturnType<typeof frameIn> | undefined;
        for (const chunk of chunks) {
          feed(program, chunk.join(''));
          const after = frameIn(program);
          feed(person, renderFrameDiff(before, after));
          expect(attributesOf(person)).toEqual(attributesOf(program));
          expect(renderFrameDiff(after, frameIn(program))).toBe('');
          before = after;
        }
      }),
      { numRuns: times(50, 20_000), seed },
    );
  });

  it('shows it on an emulator without our extensions', async () => {
    const chunks = fc.sample(
      output(
        fc.oneof(
          plainPiece.filter((piece) => !shrinking.test(piece)),
          fc.constantFrom('日本語', 'wörld', '┌─┐'),
        ),
      ),
      { numRuns: times(25, 1000), seed },
    );
    for (const chunk of chunks) {
      const [program, person] = [freshScreen(size), strangeTerminal(size)];
      let before: ReturnType<typeof frameIn> | undefined;
      for (const pieces of chunk) {
        feed(program, pieces.join(''));
        const after = frameIn(program);
        const received = renderFrameDiff(before, after);
        await new Promise<void>((resolve) => person.write(received, resolve));
        before = after;
      }
      const { active } = person.buffer;
      const rows = Array.from({ length: size.rows }, (_, row) =>
        active.getLine(row)!.translateToString(true),
      );
      expect(rows.map((row) => row.trimEnd())).toEqual(program.rows().map(({ text }) => text));
      expect([active.cursorY, active.cursorX]).toEqual([program.cursor.row, program.cursor.col]);
      for (let row = 0; row < size.rows; row++)
        for (const { col, fg, bold = false, inverse = false } of runsOn(program)[row]!) {
          const cell = active.getLine(row)!.getCell(col)!;
          expect([cell.isBold() !== 0, cell.isInverse() !== 0]).toEqual([bold, inverse]);
          if (typeof fg === 'number') expect(cell.getFgColor()).toBe(fg);
        }
      person.dispose();
    }
  });

  it('is sent only what has changed', () => {
    const program = freshScreen(size);
    feed(program, 'one\r\ntwo\r\nthree\x1b[2;1H');
    const before = frameIn(program);
    feed(program, 'TWO');
    const received = renderFrameDiff(before, frameIn(program));
    expect(received).toBe('\x1b[?2026h\x1b[?25l\x1b[2HTWO\x1b[K\x1b[2;4H\x1b[?25h\x1b[?2026l');
  });

  it('is restored after the viewer detaches', () => {
    const [program, person] = [freshScreen(size), freshScreen(size)];
    const before = attributesOf(person);
    feed(
      program,
      '\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?5h\x1b[?1003h\x1b[=5;1u\x1b[>4;2m\x1b[?25l\x1b[5 q',
    );
    feed(person, renderFrameDiff(undefined, frameIn(program)) + resetTerminal);
    const after = attributesOf(person);
    expect({ ...after, style: before.style, cursor: { ...after.cursor, row: 0, col: 0 } }).toEqual(before);
    expect(person.modes.wraparound).toBe(true);
  });

  it('is safe from control sequences in a cell, a title or a link', () => {
    const program = freshScreen(size);
    feed(program, 'x');
    const frame = frameIn(program);
    const bad = '\x1b[2J\x07\u009b5n';
    const rows = [[{ col: 0, width: bad.length, text: bad, link: bad }], ...frame.rows.slice(1)];
    const received = renderFrameDiff(frame, { ...frame, rows, title: bad });
    expect(received).not.toContain('\x1b[2J');
    expect(received).not.toContain('\x07');
    expect(received).not.toContain('\u009b');
  });
});

describe('a part of a frame', () => {
  it('contains the given columns and rows', () => {
    fc.assert(
      fc.property(
        output(
          fc.oneof(
            plainPiece.filter((piece) => !shrinking.test(piece)),
            widePiece,
          ),
        ),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 22 }),
        (chunks, rows, cols) => {
          const [program, person] = [freshScreen(size), freshScreen({ rows, cols: Math.max(2, cols) })];
          feed(program, chunks.flat().join(''));
          const part = cropToCursor(frameIn(program), { rows, cols: Math.max(2, cols) });
          feed(person, renderFrameDiff(undefined, part.frame));
          const { row, col, visible } = program.cursor;
          expect(person.cursor).toMatchObject(
            visible ? { row: row - part.row, col: col - part.col } : { visible },
          );
          for (let at = 0; at < part.frame.rows.length; at++) {
            const whole = program.row(part.row + at).text;
            if (/^[ -~]*$/.test(whole))
              expect(person.row(at).text).toBe(whole.slice(part.col, part.col + Math.max(2, cols)).trimEnd());
          }
        },
      ),
      { numRuns: times(80, 5000), seed },
    );
  });
});
