/** The context that a plugin function receives, by permission. */
import { describe, expect, it } from 'vitest';
import { contextClass, LazyTable } from '#adapters/host/context.ts';
import { splitRows } from '#adapters/screen/screenText.ts';
import type { ScreenContext } from '#matchers/sessionView.ts';
import { lookAfter, picture, value } from './shown.ts';

const look: ScreenContext = {
  ...lookAfter('\x1b]0;a title\x07\x1b[?2004hone\r\n\x1b[1mtwo\x1b[m\r\n'),
  events: [{ kind: 'title', number: 1, sequence: 1, facts: { title: 'a title' } }],
  exit: { exitCode: 3, signal: null },
};
const facts = { last_intent: 'sent', last_event_seq: 4, completed_turn_stable_ms: 300 };
const names = (permissions: readonly string[]) =>
  value(
    'local names = {}\nfor name in pairs(ctx) do names[#names + 1] = name end\ntable.sort(names)\nreturn names',
    { look, facts, permissions },
  ) as string[];

const screen = [
  ...['body_text', 'events', 'rows', 'screen', 'screen_cursor', 'scrolled', 'scrolled_lost'],
  ...['status_text', 'title'],
];
const transcript = ['cursor', 'markers', 'transcript', 'transcript_start'];

describe('the context', () => {
  it('has every field that the stubs declare', () => {
    const declared = contextClass.fields.map(({ name }) => name);
    const seen = names(['screen.read', 'transcript.read']);
    expect(declared.filter((name) => !seen.includes(name)).toSorted()).toEqual(['params', 'status_rows']);
    expect(seen.filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('lacks fields without their permission', () => {
    const all = names(['screen.read', 'transcript.read']);
    expect(names(['transcript.read'])).toEqual(all.filter((name) => !screen.includes(name)));
    expect(names(['screen.read'])).toEqual(all.filter((name) => !transcript.includes(name)));
    expect(names([])).toEqual(all.filter((name) => ![...screen, ...transcript].includes(name)));
  });

  it('shows the session', () => {
    const displayed = value(
      `return { ctx.screen, ctx.body_text, ctx.status_text, #ctx.rows, ctx.rows[2], ctx.screen_cursor, ctx.title,
        ctx.events, ctx.size, ctx.bells, ctx.modes.bracketed_paste, ctx.markers, ctx.exit, ctx.process_exited,
        ctx.stable_ms, ctx.last_intent, ctx.last_event_seq, ctx.completed_turn_stable_ms }`,
      { look, facts },
    );
    expect(displayed).toEqual([
      'one\ntwo',
      'one\ntwo',
      '',
      24,
      { row: 1, text: 'two', runs: [{ col: 0, width: 3, text: 'two', bold: true }], uncertain: false },
      { row: 2, col: 0, visible: true },
      'a title',
      [{ kind: 'title', number: 1, sequence: 1, facts: { title: 'a title' } }],
      { rows: 24, cols: 80 },
      0,
      true,
      { turn_start: 3 },
      { exit_code: 3 },
      true,
      1000,
      'sent',
      4,
      300,
    ]);
  });

  it('holds the parameters of a predicate, and no session fields without a session', () => {
    expect(value('return { ctx.params.anchor, ctx.screen }', { params: { anchor: 'x' } })).toEqual(['x']);
  });

  it('splits the screen as the manifest defines', () => {
    const tall = picture(Array.from({ length: 8 }, (_, at) => `row ${at}`).join('\n'));
    expect(value('return ctx.status_text', { look: tall })).toBe('row 5\nrow 6\nrow 7');
    expect(value('return ctx.status_text', { look: tall, facts: { status_rows: 1 } })).toBe('row 7');
    expect(value('return ctx.body_text', { look: tall, facts: { status_rows: 0 } })).toBe(
      tall.rows.slice(0, 8).join('\n'),
    );
  });
});

describe('body and status', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

  it('are the rows without blank ones at the end, cut above the last three', () => {
    expect(splitRows([...rows(7), '', ''])).toEqual({ body: ['0', '1', '2', '3'], status: ['4', '5', '6'] });
  });

  it('are all body on six rows and fewer', () => {
    expect(splitRows(rows(6))).toEqual({ body: rows(6), status: [] });
    expect(splitRows([])).toEqual({ body: [], status: [] });
  });
});

describe('a lazy table', () => {
  it('computes a field when it is read', () => {
    const computed: string[] = [];
    const table = new LazyTable({ rows: () => computed.push('rows'), title: () => computed.push('title') });
    expect(table.keys).toEqual(['rows', 'title']);
    expect(computed).toEqual([]);
    expect(table.get('title')).toBe(1);
    expect(computed).toEqual(['title']);
  });

  it('has no inherited fields', () => {
    expect(new LazyTable({}).get('constructor')).toBeUndefined();
  });
});
