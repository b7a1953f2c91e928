/**
 * Builds actions and matchers in Lua: `{ type, value }`. The core declares them; the forms here say how a plugin writes
 * the value: as one value, or as its fields one after the other.
 */

import { checkArguments } from './arguments.ts';
import type { HostParam, LuaType } from './declaration.ts';
import { preserveJson } from './json.ts';

export interface ValueForm {
  /** Type of a value that is written as one argument. Absent when the form has no value. */
  readonly value?: LuaType;
  readonly optional?: true;
  /** Fields that may be positional arguments, as an alternative to a table with names. */
  readonly fields?: readonly HostParam[];
  /** Whether a second argument may limit where a matcher searches. */
  readonly narrows?: true;
  /** Lua arguments that a spec runs after the name. */
  readonly example: string;
}

const formParam = (name: string, type: LuaType, text: string, optional?: true): HostParam => ({
  name,
  type,
  text,
  ...(optional && { optional }),
});

const textForm = (example: string): ValueForm => ({ value: 'string', example });
const searchForm = (example: string): ValueForm => ({ value: 'string', narrows: true, example });
const emptyForm: ValueForm = { example: '()' };
const matcherType = 'ptywright.Matcher';
const minimumForm: ValueForm = {
  fields: [formParam('min_ms', 'integer', 'Minimum duration in milliseconds.')],
  example: '(300)',
};
const sinceForm: ValueForm = {
  fields: [
    formParam('since', 'integer', 'The sequence to compare with. Defaults to the start of the wait.', true),
  ],
  example: '()',
};

export const actionForms: Readonly<Record<string, ValueForm>> = {
  text: textForm("('help')"),
  paste: textForm("('two\\nlines')"),
  bracketed_paste: textForm("('two\\nlines')"),
  raw: textForm("('G3g=')"),
  key: textForm("('enter')"),
  keys: { value: 'string|string[]|table', example: "('ctrl+c enter')" },
  stream_text: {
    fields: [formParam('text', 'string', 'The text to type.')],
    example: "('hello', { delay_ms = 5 })",
  },
  mark_transcript: { fields: [formParam('label', 'string', 'The label.')], example: "('turn_start')" },
  resize: {
    fields: [
      formParam('rows', 'integer', 'The number of rows.'),
      formParam('cols', 'integer', 'The number of columns.'),
    ],
    example: '(40, 120)',
  },
  focus: {
    fields: [formParam('focused', 'boolean', 'Whether the terminal gained the focus.')],
    example: '(true)',
  },
  mouse: { value: 'table', example: "{ event = 'click', row = 4, col = 9 }" },
  signal: textForm("('int')"),
  interrupt: emptyForm,
  eof: emptyForm,
  kill: emptyForm,
};

export const matcherForms: Readonly<Record<string, ValueForm>> = {
  contains_text: searchForm("('ready', { rows = { from = -3, count = 3 } })"),
  screen_regex: searchForm("('rea.y', { region = { row = 0, col = 0, rows = 2, cols = 20 } })"),
  selector: { value: 'table', example: "{ type = 'exact', text = 'ready' }" },
  transcript_contains: textForm("('ready')"),
  transcript_regex: textForm("('rea.y')"),
  cursor_at: {
    fields: [formParam('row', 'integer', 'From 0.'), formParam('col', 'integer', 'From 0.')],
    example: '(0, 0)',
  },
  screen_stable: minimumForm,
  idle: minimumForm,
  process_exited: emptyForm,
  title: { fields: [formParam('contains', 'string', 'Text that the title contains.')], example: "('build')" },
  bell: sinceForm,
  changed: sinceForm,
  alternate_screen: { value: 'boolean', optional: true, example: '(true)' },
  cwd: { fields: [formParam('equals', 'string', 'The working directory.')], example: "('/tmp')" },
  command_finished: {
    fields: [formParam('exit_code', 'integer', 'The exit code. Without it, any exit code matches.', true)],
    example: "(0, { command = { contains = 'make' } })",
  },
  event: {
    fields: [formParam('kind', 'string', 'The kind of event.')],
    example: "('notification', { facts = { text = { contains = 'done' } } })",
  },
  any: {
    value: `${matcherType}[]`,
    example: '{ ptywright.matcher.screen_stable(300), ptywright.matcher.bell() }',
  },
  all: {
    value: `${matcherType}[]`,
    example: "{ ptywright.matcher.idle(300), ptywright.matcher.contains_text('$') }",
  },
  not: { value: matcherType, example: "(ptywright.matcher.contains_text('loading'))" },
  lua: {
    fields: [
      formParam('plugin', 'string', 'The name of the plugin.'),
      formParam('predicate', 'string', 'The exported function to call.'),
      formParam('params', 'table', 'The parameters, which the predicate reads from `ctx.params`.', true),
    ],
    example: "('shell', 'is_ready', { strict = true })",
  },
};

/** For an action or matcher of the core that is not in these tables: accepts any value. */
export const anyForm: ValueForm = { value: 'any', optional: true, example: '()' };

type TableFields = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is TableFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const isBuilt = (value: unknown): boolean => isTable(value) && typeof value.type === 'string';

const whereParam: HostParam = {
  name: 'where',
  type: 'ptywright.Where',
  text: 'Where to search.',
  optional: true,
};
const moreFieldsParam: HostParam = {
  name: 'more',
  type: 'table',
  text: 'More fields of the value.',
  optional: true,
};

/** `name` is the Lua name, `type` the name on the wire. */
export const createBuilder =
  (name: string, type: string, form: ValueForm) =>
  (...args: unknown[]): unknown => {
    const { value, where } = readArguments(name, form, args);
    return preserveJson({ type, ...(value !== undefined && { value }), ...where });
  };

interface BuilderArguments {
  readonly value: unknown;
  readonly where?: TableFields;
}

function readArguments(name: string, form: ValueForm, args: readonly unknown[]): BuilderArguments {
  if (form.fields) return { value: readFields(name, form.fields, args) };
  if (form.value === undefined) {
    checkArguments(name, [], args);
    return { value: undefined };
  }
  const several = form.value.endsWith('[]')
    ? [toList(args), ...(isBuilt(args[0]) ? [] : args.slice(1))]
    : args;
  const params = [valueParam(form), ...(form.narrows ? [whereParam] : [])];
  const [value, where] = checkArguments(name, params, several);
  return { value, where: where as TableFields };
}

/** Accepts a list, or its items as arguments. An empty table counts as a list. */
function toList(args: readonly unknown[]): unknown {
  const [first] = args;
  if (isBuilt(first)) return args;
  return isTable(first) && Object.keys(first).length === 0 ? [] : first;
}

const valueParam = ({ value, optional }: ValueForm): HostParam => ({
  name: 'value',
  type: value!,
  text: 'The value.',
  ...(optional && { optional }),
});

function readFields(
  name: string,
  fields: readonly HostParam[],
  args: readonly unknown[],
): TableFields | undefined {
  const [first] = args;
  if (args.length === 1 && (isTable(first) || isEmpty(first)))
    return isEmpty(first) ? {} : (first as TableFields);
  const given = checkArguments(name, [...fields, moreFieldsParam], args);
  const value = Object.fromEntries(
    fields.flatMap((field, at) => (given[at] === undefined ? [] : [[field.name, given[at]]])),
  );
  const whole = { ...value, ...(given[fields.length] as TableFields | undefined) };
  return Object.keys(whole).length > 0 ? whole : undefined;
}
