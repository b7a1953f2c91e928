import { describe, expect, it } from 'vitest';
import { parsePicture } from '#adapters/pictureFile.ts';
import type { CellRun } from '#terminal/cells.ts';
import { ESC, sceneOf } from './pictures.ts';

const picture = (header: string, ...rows: string[]) => [header, '---', ...rows].join('\n');
const problem = (text: string) => () => [sceneOf(text)];

describe('a picture', () => {
  it('is a stable screen of 24 rows and 80 columns by default', () => {
    const { screenContext, expected, facts } = sceneOf(picture('state = "ready"', 'one', '', '$ '));
    expect(screenContext.rows).toHaveLength(24);
    expect(screenContext.rows.slice(0, 4)).toEqual(['one', '', '$', '']);
    expect(screenContext).toMatchObject({
      size: { rows: 24, cols: 80 },
      stableMs: 1000,
      exit: null,
      title: null,
      alternateScreen: false,
    });
    expect(expected.state).toBe('ready');
    expect(facts).toEqual({});
  });

  it('has its cursor after the last text, or at the given position', () => {
    expect(sceneOf(picture('state = "ready"', 'one', '$ ', '')).screenContext.cursor).toEqual({
      row: 1,
      col: 2,
      visible: true,
    });
    const received = 'state = "ready"\ncursor = { row = 3, col = 7, visible = false }';
    expect(sceneOf(picture(received, 'one')).screenContext.cursor).toEqual({
      row: 3,
      col: 7,
      visible: false,
    });
    expect(sceneOf(picture('state = "ready"')).screenContext.cursor).toEqual({
      row: 0,
      col: 0,
      visible: true,
    });
  });

  it('sets fields that rows cannot express', () => {
    const header = `
      state = "gone"
      size = { rows = 3, cols = 10 }
      title = "a title"
      alternate_screen = true
      last_intent = "submitted"
      stable_ms = 7
      completed_turn_stable_ms = 9
      exit = { exit_code = 3 }
      before = "\\u001b[?2004hhello\\u0007"
      metadata = { model = "x" }
      evidence = "seen"
    `;
    const { screenContext, facts, expected } = sceneOf(picture(header, 'row'));
    expect(screenContext).toMatchObject({
      size: { rows: 3, cols: 10 },
      title: 'a title',
      alternateScreen: true,
      stableMs: 7,
      bells: 1,
      exit: { exitCode: 3, signal: null },
    });
    expect(screenContext.rows[0]).toBe('row');
    expect(screenContext.transcript).toContain('hello');
    expect(facts).toEqual({ last_intent: 'submitted', completed_turn_stable_ms: 9 });
    expect(expected).toEqual({ state: 'gone', metadata: { model: 'x' }, evidence: 'seen' });
  });

  it('may contain colors, with a symbol for the escape character', () => {
    const header = 'state = "ready"\nform = "ansi"';
    const displayed = sceneOf(picture(header, '␛[1mbold␛[0m plain'));
    expect(displayed.screenContext.rows[0]).toBe('bold plain');
    const [first] = JSON.parse(displayed.screenContext.runs) as CellRun[][];
    expect(first![0]).toMatchObject({ text: 'bold', bold: true });
    expect(sceneOf(picture(header, `${ESC}[1mbold${ESC}[0m plain`)).screenContext.runs).toBe(
      displayed.screenContext.runs,
    );
  });

  it('hides secrets, as for a plugin', () => {
    const { screenContext } = sceneOf(
      picture('state = "ready"', 'token: ghp_0123456789abcdefghij0123456789abcdef'),
    );
    expect(screenContext.rows[0]).toBe('token: [REDACTED]');
  });

  it('may fill rows to the last column, and contain wide characters', () => {
    const header = 'state = "ready"\nsize = { rows = 2, cols = 4 }';
    const { screenContext } = sceneOf(picture(header, 'abcd', '日本'));
    expect(screenContext.rows).toEqual(['abcd', '日本']);
  });
});

describe('a picture that cannot be read names file, line and field', () => {
  it.each([
    ['no header', 'one.txt:1: no line --- between the header and the rows'],
    [picture(''), 'one.txt:1: state: is missing'],
    [picture('state = "ready"\nstatus = 1'), 'one.txt:2: status: unknown field'],
    [picture('state = "ready"\nsize = { rows = 24, colums = 80 }'), /^one\.txt:2: size\./],
    [picture('# note\nstate = ready'), /^one\.txt:2: /],
    [picture('state = "ready"\nstable_ms = -1'), /^one\.txt:2: stable_ms: /],
    [
      picture('state = "ready"\nsize = { rows = 1, cols = 9 }', 'one', 'two'),
      /^one\.txt:5: more than 1 rows/,
    ],
    [
      picture('state = "ready"\nsize = { rows = 2, cols = 3 }', 'one', 'four'),
      /^one\.txt:5: is wider than 3/,
    ],
    [picture('state = "ready"\nsize = { rows = 1, cols = 3 }', 'four'), /^one\.txt:4: is wider than 3/],
    [picture('state = "ready"', 'a\tb'), /^one\.txt:3: contains a control character/],
    [picture('state = "ready"', `${ESC}[1mbold`), /^one\.txt:3: contains a control character/],
    [
      picture('state = "ready"\nform = "ansi"', '␛[5;5Hmoved'),
      /^one\.txt:4: is wider than 80 columns, or contains more/,
    ],
    [picture('state = "ready"\ncursor = { row = 24, col = 0 }'), /^one\.txt:1: cursor: outside/],
  ])('%j', (text, message) => {
    expect(problem(text)).toThrow(message);
  });

  it('accepts the line ends of all systems', () => {
    expect(parsePicture('one.txt', 'state = "ready"\r\n---\r\none\r\n').rows).toEqual(['one']);
  });
});
