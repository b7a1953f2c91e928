/**
 * How actions and matchers are written in Lua. The core declares them; here stands what a plugin's author may write
 * for their value: the value itself, or its fields one after the other.
 */
import type { LuaType, Param } from './declaration.ts';

export interface Form {
  /** The type of a value that is written as it is; nothing where there is none. */
  readonly value?: LuaType;
  readonly optional?: true;
  /** Fields that may be written one after the other, in place of a table with names. */
  readonly fields?: readonly Param[];
  /** Whether a second argument may narrow where a matcher looks. */
  readonly narrows?: true;
  /** As Lua that a spec runs, behind the name. */
  readonly example: string;
}

const param = (name: string, type: LuaType, text: string, optional?: true): Param => ({
  name,
  type,
  text,
  ...(optional && { optional }),
});

const text = (example: string): Form => ({ value: 'string', example });
const found = (example: string): Form => ({ value: 'string', narrows: true, example });
const nothing: Form = { example: '()' };
const matcher = 'ptywright.Matcher';
const minimum: Form = { fields: [param('min_ms', 'integer', 'Milliseconds.')], example: '(300)' };
const since: Form = {
  fields: [param('since', 'integer', 'A sequence; without it, when the wait began.', true)],
  example: '()',
};

export const actionForms: Readonly<Record<string, Form>> = {
  text: text("('help')"),
  paste: text("('two\\nlines')"),
  bracketed_paste: text("('two\\nlines')"),
  raw: text("('G3g=')"),
  key: text("('enter')"),
  keys: { value: 'string|string[]|table', example: "('ctrl+c enter')" },
  stream_text: { fields: [param('text', 'string', 'What to type.')], example: "('hello', { delay_ms = 5 })" },
  mark_transcript: { fields: [param('label', 'string', 'The label.')], example: "('turn_start')" },
  resize: {
    fields: [param('rows', 'integer', 'Rows.'), param('cols', 'integer', 'Columns.')],
    example: '(40, 120)',
  },
  focus: { fields: [param('focused', 'boolean', 'Gained or lost.')], example: '(true)' },
  mouse: { value: 'table', example: "{ event = 'click', row = 4, col = 9 }" },
  signal: text("('int')"),
  interrupt: nothing,
  eof: nothing,
  kill: nothing,
};

export const matcherForms: Readonly<Record<string, Form>> = {
  contains_text: found("('ready', { rows = { from = -3, count = 3 } })"),
  screen_regex: found("('rea.y', { region = { row = 0, col = 0, rows = 2, cols = 20 } })"),
  transcript_contains: text("('ready')"),
  transcript_regex: text("('rea.y')"),
  cursor_at: {
    fields: [param('row', 'integer', 'From 0.'), param('col', 'integer', 'From 0.')],
    example: '(0, 0)',
  },
  screen_stable: minimum,
  idle: minimum,
  process_exited: nothing,
  title: { fields: [param('contains', 'string', 'A part of the title.')], example: "('build')" },
  bell: since,
  changed: since,
  alternate_screen: { value: 'boolean', optional: true, example: '(true)' },
  cwd: { fields: [param('equals', 'string', 'The directory.')], example: "('/tmp')" },
  command_finished: {
    fields: [param('exit_code', 'integer', 'What it ended with; any, without it.', true)],
    example: "(0, { command = { contains = 'make' } })",
  },
  event: {
    fields: [param('kind', 'string', 'Which.')],
    example: "('notification', { facts = { text = { contains = 'done' } } })",
  },
  any: {
    value: `${matcher}[]`,
    example: '{ ptywright.matcher.screen_stable(300), ptywright.matcher.bell() }',
  },
  all: {
    value: `${matcher}[]`,
    example: "{ ptywright.matcher.idle(300), ptywright.matcher.contains_text('$') }",
  },
  not: { value: matcher, example: "(ptywright.matcher.contains_text('loading'))" },
  lua: {
    fields: [
      param('plugin', 'string', 'The name of a plugin.'),
      param('predicate', 'string', 'A function that it exports.'),
      param('params', 'table', 'What the predicate finds in `ctx.params`.', true),
    ],
    example: "('shell', 'is_ready', { strict = true })",
  },
};

/** For what the core has and this table does not: any value at all. */
export const anyForm: Form = { value: 'any', optional: true, example: '()' };
