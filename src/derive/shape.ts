/** A shape as people read it: its type in words, and a row for each field. */
import { branchesOf, type JsonSchema, referred } from './jsonSchema.ts';
import { code, table } from './markdown.ts';

/** Pages other than that of the protocol, for shapes that have one. */
export const pages: Readonly<Record<string, string>> = {
  Action: 'actions.md',
  Manifest: 'manifest.md',
  Matcher: 'matchers.md',
};

const linkTo = (name: string) => `[${name}](${pages[name] ?? `ptywright.md#${name.toLowerCase()}`})`;

export function typeOf(schema: JsonSchema): string {
  const name = referred(schema);
  if (name !== undefined) return linkTo(name);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return choice(schema.enum.map((value) => code(JSON.stringify(value))));
  const branches = branchesOf(schema);
  if (branches) return choice([...new Set(branches.map(typeOf))]);
  return schema.type === undefined
    ? 'anything'
    : choice([schema.type].flat().map((type) => typeInWords(type, schema)));
}

function typeInWords(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return `string${span(schema.minLength, schema.maxLength, 'characters')}${formOf(schema)}`;
    case 'integer':
      return `whole number${span(boundOf(schema.minimum), boundOf(schema.maximum))}`;
    case 'number':
      return `number${span(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `${listOf(schema)}${span(schema.minItems, schema.maxItems, 'of them')}`;
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `object of ${typeOf(schema.additionalProperties)}`
        : 'object';
    default:
      return type;
  }
}

const formOf = ({ pattern }: JsonSchema) => (pattern === undefined ? '' : `, of the form ${code(pattern)}`);

const listOf = ({ items, prefixItems }: JsonSchema) =>
  prefixItems
    ? `[${prefixItems.map(placeOf).join('; ')}]`
    : `list of ${typeof items === 'object' ? typeOf(items) : 'anything'}`;

/** In a list of fixed places the description of a place is its name. */
const placeOf = (place: JsonSchema) =>
  place.description ? `${place.description}: ${typeOf(place)}` : typeOf(place);

/** The largest whole number that JSON carries is no bound of ours. */
const boundOf = (bound: number | undefined) =>
  Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound;

function span(least: number | undefined, most: number | undefined, what = ''): string {
  const unit = what && ` ${what}`;
  if (least === 1 && most === undefined && what) return ', not empty';
  if (most === undefined)
    return least === undefined || (least <= 0 && what) ? '' : `, at least ${least}${unit}`;
  return least === undefined || (least === 0 && what)
    ? `, at most ${most}${unit}`
    : `, ${least} to ${most}${unit}`;
}

const choice = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

type Columns = 'params' | 'result';

/** The fields of an object; those of an object inside it follow under its name. */
export function fieldTable(schema: JsonSchema, columns: Columns): string {
  const rows = rowsOf(schema, columns, '');
  const third = columns === 'params' ? 'if absent' : 'there';
  return rows.length > 0 ? table(['field', 'type', third, 'meaning'], rows) : '';
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Of the forms that the object can have, those with this field, if not all have it. */
  readonly only: string;
}

function rowsOf(
  schema: JsonSchema,
  columns: Columns,
  prefix: string,
  within = '',
): readonly (readonly string[])[] {
  return fieldsOf(schema).flatMap((field) => {
    const { name, type, schema: shape, only } = field;
    const told = [shape.description, only && `For ${only}.`].filter(Boolean).join(' ');
    const below = `${prefix}${name}${isList(shape) ? '[]' : ''}.`;
    return [
      [code(prefix + name), type, presence(field, columns, within), told],
      ...rowsOf(inner(shape), columns, below, isOneOfMany(shape) ? ' in an object' : ''),
    ];
  });
}

function fieldsOf(schema: JsonSchema): readonly Field[] {
  const forms = formsOf(schema);
  if (forms.length > 1) return fieldsOfForms(forms);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([, field]) => field.type !== 'null')
    .map(([name, field]) => ({
      name,
      type: typeOf(field),
      schema: field,
      required: required.includes(name),
      only: '',
    }));
}

/** Fields of the forms of a choice, each told once, with the forms that have it. */
function fieldsOfForms(forms: readonly JsonSchema[]): readonly Field[] {
  const names = [...new Set(forms.flatMap(({ properties }) => Object.keys(properties!)))];
  return names.map((name) => {
    const having = forms.filter(({ properties }) => properties![name]);
    const types = [...new Set(having.map(({ properties }) => typeOf(properties![name]!)))];
    const required = having.every((form) => form.required?.includes(name));
    const only = having.length === forms.length ? '' : choice(having.flatMap(marksOf));
    return {
      name,
      type: choice(types),
      schema: { ...having[0]!.properties![name]!, const: undefined },
      required,
      only,
    };
  });
}

/** The constants that tell a form from the others. */
const marksOf = ({ properties = {} }: JsonSchema): readonly string[] =>
  Object.values(properties)
    .flatMap((field) => (field.const === undefined && !field.enum ? [] : [typeOf(field)]))
    .slice(0, 1);

const isList = ({ type }: JsonSchema) => type === 'array';

const formsOf = (schema: JsonSchema) => (branchesOf(schema) ?? []).filter(({ properties }) => properties);

/** The object whose fields are told below a field: itself, what a list holds, or the one form beside null. */
function inner(field: JsonSchema): JsonSchema {
  if (isList(field)) return typeof field.items === 'object' ? inner(field.items) : {};
  const forms = formsOf(field);
  return forms.length === 1 ? forms[0]! : field;
}

/** Whether a field may as well hold something that has no fields: then what is in an object binds objects only. */
const isOneOfMany = (field: JsonSchema) =>
  (branchesOf(field) ?? []).some(({ properties, type }) => !properties && type !== 'null');

function presence({ schema, required, only }: Field, columns: Columns, within: string): string {
  if (columns === 'result') return required && !only ? 'always' : 'at times';
  if (schema.default !== undefined) return code(JSON.stringify(schema.default));
  return required ? `**required**${only ? ` for ${only}` : within}` : '';
}
