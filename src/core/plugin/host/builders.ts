/** Builds actions and matchers: `{ type, value }`, out of what a plugin's author wrote. */
import { checkArguments } from './arguments.ts';
import type { Param } from './declaration.ts';
import type { Form } from './forms.ts';
import { kept } from './kept.ts';

type Fields = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const isBuilt = (value: unknown): boolean => isTable(value) && typeof value.type === 'string';

const narrowing: Param = { name: 'where', type: 'ptywright.Where', text: 'Where to look.', optional: true };
const more: Param = { name: 'more', type: 'table', text: 'Further fields of the value.', optional: true };

/** `name` as it is called, `type` as it goes over the wire. */
export const builder =
  (name: string, type: string, form: Form) =>
  (...args: unknown[]): unknown => {
    const { value, where } = read(name, form, args);
    return kept({ type, ...(value !== undefined && { value }), ...where });
  };

interface Read {
  readonly value: unknown;
  readonly where?: Fields;
}

function read(name: string, form: Form, args: readonly unknown[]): Read {
  if (form.fields) return { value: fieldsOf(name, form.fields, args) };
  if (form.value === undefined) {
    checkArguments(name, [], args);
    return { value: undefined };
  }
  const several = form.value.endsWith('[]')
    ? [listOf(args), ...(isBuilt(args[0]) ? [] : args.slice(1))]
    : args;
  const params = [valueParam(form), ...(form.narrows ? [narrowing] : [])];
  const [value, where] = checkArguments(name, params, several);
  return { value, where: where as Fields };
}

/** A list, or its items one after the other. An empty table is a list here. */
function listOf(args: readonly unknown[]): unknown {
  const [first] = args;
  if (isBuilt(first)) return args;
  return isTable(first) && Object.keys(first).length === 0 ? [] : first;
}

const valueParam = ({ value, optional }: Form): Param => ({
  name: 'value',
  type: value!,
  text: 'The value.',
  ...(optional && { optional }),
});

function fieldsOf(name: string, fields: readonly Param[], args: readonly unknown[]): Fields | undefined {
  const [first] = args;
  if (args.length === 1 && (isTable(first) || isEmpty(first))) return isEmpty(first) ? {} : (first as Fields);
  const given = checkArguments(name, [...fields, more], args);
  const value = Object.fromEntries(
    fields.flatMap((field, at) => (given[at] === undefined ? [] : [[field.name, given[at]]])),
  );
  const whole = { ...value, ...(given[fields.length] as Fields | undefined) };
  return Object.keys(whole).length > 0 ? whole : undefined;
}
