/** Generates Markdown for the reference pages: tables, code blocks, and schemas as types and fields. */
import { type JsonSchema, referencedName, schemaBranches } from './protocolModel.ts';

export const derivedNotice = (what: string) =>
  `<!-- Derived from ${what}. Change that, then run: npm run derive -->`;

/** A text with a backtick gets a longer fence. */
export const codeSpan = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

export const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(escapeCell).join(' | ')} |`).join('\n');

/** Joins blocks with an empty line. Leaves out empty ones. */
export const joinPage = (...blocks: readonly (string | false | undefined)[]): string =>
  `${joinBlocks(...blocks)}\n`;

export const joinBlocks = (...blocks: readonly (string | false | undefined)[]): string =>
  blocks.filter(Boolean).join('\n\n');

/** Schemas with their own page. All others are on the page of the protocol. */
export const shapePages: Readonly<Record<string, string>> = {
  Action: 'actions.md',
  Manifest: 'manifest.md',
  Matcher: 'matchers.md',
};

const shapeLink = (name: string) => `[${name}](${shapePages[name] ?? `ptywright.md#${name.toLowerCase()}`})`;

export function formatType(schema: JsonSchema): string {
  const name = referencedName(schema);
  if (name !== undefined) return shapeLink(name);
  if (schema.const !== undefined) return codeSpan(JSON.stringify(schema.const));
  if (schema.enum) return joinChoices(schema.enum.map((value) => codeSpan(JSON.stringify(value))));
  const branches = schemaBranches(schema);
  if (branches) return joinChoices([...new Set(branches.map(formatType))]);
  return schema.type === undefined
    ? 'anything'
    : joinChoices([schema.type].flat().map((type) => formatNamedType(type, schema)));
}

function formatNamedType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return `string${formatRange(schema.minLength, schema.maxLength, 'characters')}${formatPattern(schema)}`;
    case 'integer':
      return `whole number${formatRange(toBound(schema.minimum), toBound(schema.maximum))}`;
    case 'number':
      return `number${formatRange(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `${formatList(schema)}${formatRange(schema.minItems, schema.maxItems, 'of them')}`;
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `object of ${formatType(schema.additionalProperties)}`
        : 'object';
    default:
      return type;
  }
}

const formatPattern = ({ pattern }: JsonSchema) =>
  pattern === undefined ? '' : `, matching ${codeSpan(pattern)}`;

const formatList = ({ items, prefixItems }: JsonSchema) =>
  prefixItems
    ? `[${prefixItems.map(formatTupleItem).join('; ')}]`
    : `list of ${typeof items === 'object' ? formatType(items) : 'anything'}`;

/** In a tuple, the description of an item is its name. */
const formatTupleItem = (place: JsonSchema) =>
  place.description ? `${place.description}: ${formatType(place)}` : formatType(place);

/** Number.MAX_SAFE_INTEGER is the limit of JSON, so it is not shown. */
const toBound = (bound: number | undefined) =>
  Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound;

function formatRange(least: number | undefined, most: number | undefined, what = ''): string {
  const unit = what && ` ${what}`;
  if (least === 1 && most === undefined && what) return ', not empty';
  if (most === undefined)
    return least === undefined || (least <= 0 && what) ? '' : `, at least ${least}${unit}`;
  return least === undefined || (least === 0 && what)
    ? `, at most ${most}${unit}`
    : `, ${least} to ${most}${unit}`;
}

const joinChoices = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

type TableColumns = 'params' | 'result';

/** The fields of an object as a table. Fields of nested objects follow under their path. */
export function fieldTable(schema: JsonSchema, columns: TableColumns): string {
  const rows = fieldRows(schema, columns, '');
  const third = columns === 'params' ? 'default' : 'presence';
  return rows.length > 0 ? table(['field', 'type', third, 'description'], rows) : '';
}

interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The forms of the object that have this field; empty if all have it. */
  readonly only: string;
}

function fieldRows(
  schema: JsonSchema,
  columns: TableColumns,
  prefix: string,
  within = '',
): readonly (readonly string[])[] {
  return listFields(schema).flatMap((field) => {
    const { name, type, schema, only } = field;
    const description = [schema.description, only && `For ${only}.`].filter(Boolean).join(' ');
    const below = `${prefix}${name}${isList(schema) ? '[]' : ''}.`;
    return [
      [codeSpan(prefix + name), type, formatPresence(field, columns, within), description],
      ...fieldRows(innerObject(schema), columns, below, hasOtherForms(schema) ? ' in an object' : ''),
    ];
  });
}

function listFields(schema: JsonSchema): readonly FieldRow[] {
  const forms = objectForms(schema);
  if (forms.length > 1) return listFormFields(forms);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([, field]) => field.type !== 'null')
    .map(([name, field]) => ({
      name,
      type: formatType(field),
      schema: field,
      required: required.includes(name),
      only: '',
    }));
}

/** The fields of a union, each listed once with the forms that have it. */
function listFormFields(forms: readonly JsonSchema[]): readonly FieldRow[] {
  const names = [...new Set(forms.flatMap(({ properties }) => Object.keys(properties!)))];
  return names.map((name) => {
    const having = forms.filter(({ properties }) => properties![name]);
    const types = [...new Set(having.map(({ properties }) => formatType(properties![name]!)))];
    const required = having.every((form) => form.required?.includes(name));
    const only = having.length === forms.length ? '' : joinChoices(having.flatMap(formMarks));
    return {
      name,
      type: joinChoices(types),
      schema: { ...having[0]!.properties![name]!, const: undefined },
      required,
      only,
    };
  });
}

/** The constant that distinguishes a form from the others. */
const formMarks = ({ properties = {} }: JsonSchema): readonly string[] =>
  Object.values(properties)
    .flatMap((field) => (field.const === undefined && !field.enum ? [] : [formatType(field)]))
    .slice(0, 1);

const isList = ({ type }: JsonSchema) => type === 'array';

const objectForms = (schema: JsonSchema) =>
  (schemaBranches(schema) ?? []).filter(({ properties }) => properties);

/**
 * The object whose fields are listed below a field: the field itself, the items of a list, or the only non-null form.
 */
function innerObject(field: JsonSchema): JsonSchema {
  if (isList(field)) return typeof field.items === 'object' ? innerObject(field.items) : {};
  const forms = objectForms(field);
  return forms.length === 1 ? forms[0]! : field;
}

/** Whether a field may also hold a value without fields. Its nested fields are then required in an object only. */
const hasOtherForms = (field: JsonSchema) =>
  (schemaBranches(field) ?? []).some(({ properties, type }) => !properties && type !== 'null');

function formatPresence({ schema, required, only }: FieldRow, columns: TableColumns, within: string): string {
  if (columns === 'result') return required && !only ? 'always' : 'optional';
  if (schema.default !== undefined) return codeSpan(JSON.stringify(schema.default));
  return required ? `**required**${only ? ` for ${only}` : within}` : '';
}
