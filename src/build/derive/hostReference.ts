/** Generates the reference and the typed Lua stubs of the host API for plugins. */
import { actionForms, anyForm, matcherForms, type ValueForm } from '#adapters/host/builders.ts';
import { hostClasses, hostGroups, hostShapes } from '#adapters/host/catalog.ts';
import type {
  HostExample,
  HostFunction,
  HostGroup,
  HostParam,
  LuaClass,
} from '#adapters/host/declaration.ts';
import { luaKeywords } from '#adapters/host/hostTable.ts';
import { matchers } from '#matchers/registry.ts';
import { z } from '#platform/schema.ts';
import { actions } from '#terminal/input/actions.ts';
import { codeSpan, derivedNotice, joinBlocks, joinPage, table } from './markdown.ts';
import { type JsonSchema, nativeModel, referencedName, schemaBranches } from './protocolModel.ts';

/** Formats a schema as a type of the Lua language server. */
function toLuaType(schema: JsonSchema): string {
  const name = referencedName(schema);
  if (name !== undefined) return toNamedLuaType(name);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  const branches = schemaBranches(schema);
  if (branches) return [...new Set(branches.map(toLuaType))].join('|');
  return schema.type === undefined
    ? 'any'
    : [schema.type]
        .flat()
        .map((type) => toLuaPrimitive(type, schema))
        .join('|');
}

function toNamedLuaType(name: string): string {
  if (`ptywright.${name}` in hostClasses) return `ptywright.${name}`;
  const schema = nativeModel().components.schemas[name]!;
  const isRecursive = JSON.stringify(schema).includes(`/${name}"`);
  return isRecursive ? 'table' : toLuaType(schema);
}

function toLuaPrimitive(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'null':
      return 'nil';
    case 'array':
      return toLuaList(typeof schema.items === 'object' ? toLuaType(schema.items) : 'any');
    case 'object':
      return toLuaTable(schema);
    default:
      return type;
  }
}

const toLuaList = (item: string) => (/[|{]/.test(item) ? `(${item})[]` : `${item}[]`);

function toLuaTable({ properties, required = [] }: JsonSchema): string {
  if (!properties) return 'table';
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${toLuaType(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** The Lua constructor of an action or matcher. */
interface LuaConstructor {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly form: ValueForm;
  /** Type of the whole value, if it has one. */
  readonly type?: string;
  /** Its name in the table `action` or `matcher`. */
  readonly field: string;
  readonly example: string;
}

interface DeclaredAction {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly wire: z.ZodType;
}

const luaActions = (): readonly LuaConstructor[] =>
  (Object.values(actions) as readonly DeclaredAction[]).map(({ name, summary, needs, wire }) => {
    const schema = z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return toLuaConstructor('action', { name, summary, needs, schema }, actionForms[name]);
  });

function luaMatchers(): readonly LuaConstructor[] {
  const shapes = nativeModel().components.schemas.Matcher!.oneOf!;
  return [...matchers.values()].map(({ name, summary }) => {
    const schema = shapes.find(({ properties }) => properties!.type!.const === name)!;
    return toLuaConstructor('matcher', { name, summary, needs: 'matcher.wait', schema }, matcherForms[name]);
  });
}

interface ConstructorSource {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly schema: JsonSchema;
}

function toLuaConstructor(
  kind: string,
  { schema, ...word }: ConstructorSource,
  form: ValueForm = anyForm,
): LuaConstructor {
  const value = schema.properties?.value;
  const takesOne = form.value !== undefined || form.fields !== undefined;
  const field = luaKeywords.has(word.name) ? `${word.name}_` : word.name;
  const type = value && takesOne ? { type: toLuaType(value) } : {};
  return { ...word, form, field, ...type, example: `ptywright.${kind}.${field}${form.example}` };
}

/** The reference page of the global `ptywright` and the context. */
const hostPageOpening = `The global \`ptywright\` of a plugin's Lua code, and the context \`ctx\` that is passed to
its functions. Rows and columns count from 0, Lua lists from 1. \`end_col\` is the column after the last one.
Functions without permission in the manifest are nil. An argument of the wrong type raises an error: \`bad argument #1
to 'screen.row' (integer expected, got string)\`. An editor with the Lua language server completes all names from
\`plugins/host.meta.lua\`.

In the pictures on this page, \`^\` is the cursor, \`*text*\` is bold and \`_text_\` is inverse.`;

const hostWordsOpening = `These functions build [actions](actions.md) and [matchers](matchers.md):
\`{ type, value }\`. Instead of a table with names, fields can be positional arguments, followed by a table with the others:
\`stream_text('x', { delay_ms = 5 })\`. If the last argument is \`where\`, it limits a matcher to rows or to a region.
\`not\` is a keyword of Lua: write \`not_\` or \`matcher['not']\`.`;

export const hostPage = (): string =>
  joinPage(
    '# The host table of plugins',
    derivedNotice('src/adapters/host, src/terminal/input and src/matchers'),
    hostPageOpening,
    '## Actions and matchers',
    hostWordsOpening,
    wordTable(luaActions()),
    wordTable(luaMatchers()),
    ...hostGroups.map(groupSection),
    '## Tables',
    'Arguments and results of the functions of a plugin.',
    ...Object.entries(hostShapes).map(hostClassSection),
  );

const wordTable = (words: readonly LuaConstructor[]) =>
  table(
    ['written', 'description', 'needs'],
    words.map(({ example, summary, needs }) => [codeSpan(example), summary, codeSpan(needs)]),
  );

const groupSection = ({ title, text, functions, classes = {} }: HostGroup) =>
  joinBlocks(
    `## ${title}`,
    text,
    ...functions.map(functionSection),
    ...Object.entries(classes).map(hostClassSection),
  );

const formatParamType = ({ lua, type }: HostParam) => codeSpan(lua ?? type);

function functionSection({ name, params, result, needs, text, example }: HostFunction): string {
  const call = `ptywright.${name}(${params.map((one) => one.name).join(', ')})`;
  const gives = result ? ` Returns ${codeSpan(result.type)}: ${result.text}` : '';
  return joinBlocks(
    `### ${name}`,
    `${codeSpan(call)}: ${text}${gives}${needs ? ` Needs ${codeSpan(needs)}.` : ''}`,
    params.length > 0 && hostFieldTable('argument', params),
    exampleBlocks(example),
  );
}

const exampleBlocks = ({ screen, lua }: HostExample) =>
  joinBlocks(screen !== undefined && `\`\`\`text\n${screen}\n\`\`\``, `\`\`\`lua\n${lua}\n\`\`\``);

const hostFieldTable = (what: 'argument' | 'field', fields: readonly HostParam[]) => {
  const [head, needed, optional] =
    what === 'argument'
      ? (['required', 'yes', 'no'] as const)
      : (['presence', 'always', 'optional'] as const);
  return table(
    [what, 'type', head, 'description'],
    fields.map((field) => [
      codeSpan(field.name),
      formatParamType(field),
      field.optional ? optional : needed,
      field.text,
    ]),
  );
};

const hostClassSection = ([name, { text, fields, extends: parent }]: readonly [string, LuaClass]) =>
  joinBlocks(
    `### ${name}`,
    parent ? `${text} Also has the fields of ${codeSpan(parent)}.` : text,
    hostFieldTable('field', fields),
  );

/** Typed stubs for the Lua language server, so that an editor completes and checks plugins. */
const stubsOpening = `---@meta
-- Derived from src/adapters/host, src/terminal/input and src/matchers. Change those, then run: npm run derive
-- Long because a language server reads one file with all functions and classes of the host.`;

const pluginClassStub = `---The table that main.lua returns: \`classify\`, intents, functions whose names end in \`_matcher\`, and predicates.
---@class ptywright.Plugin
---@field classify? fun(ctx: ptywright.Context): ptywright.State
---@field describe? fun(): ptywright.Description
---@field [string] fun(params: any, ctx: ptywright.Context): any`;

const globalsStub = `---@class ptywright
---@field version string The version of ptywright.
---@field plugin { name: string, permissions: string[] } The name of this plugin, and the permissions of its manifest.
ptywright = {}`;

export function hostStubs(): string {
  const tables = [
    ...new Set(hostGroups.flatMap(({ functions }) => functions).flatMap(({ name }) => tableName(name))),
  ];
  const blocks = [
    stubsOpening,
    ...Object.entries(hostClasses).map(classBlock),
    pluginClassStub,
    globalsStub,
    ...['action', 'matcher', ...tables].map((table) => `ptywright.${table} = {}`),
    '---The value null of JSON. A Lua table cannot contain nil.\nptywright.json.null = nil --[[@as userdata]]',
    ...luaActions().map((word) => constructorBlock('action', word)),
    ...luaMatchers().map((word) => constructorBlock('matcher', word)),
    ...hostGroups.flatMap(({ functions }) => functions.map(functionBlock)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const tableName = (name: string) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : []);

const stubType = ({ lua, type }: HostParam) => lua ?? type;

const classBlock = ([name, { text, fields, extends: parent }]: readonly [string, LuaClass]) =>
  [
    `---${text}`,
    `---@class ${name}${parent ? `: ${parent}` : ''}`,
    ...fields.map(
      (field) => `---@field ${field.name}${optionalMark(field)} ${stubType(field)} ${field.text}`,
    ),
  ].join('\n');

const optionalMark = ({ optional }: HostParam) => (optional ? '?' : '');

const paramLine = (param: HostParam) =>
  `---@param ${param.name}${optionalMark(param)} ${stubType(param)} ${param.text}`;

const needsLine = (needs: string | undefined) =>
  needs === undefined ? [] : [`---Needs \`${needs}\`.`, '---'];

const codeLines = (lua: string) => ['---```lua', ...lua.split('\n').map((line) => `---${line}`), '---```'];

function functionBlock({ name, params, result, needs, text, example }: HostFunction): string {
  return [
    `---${text}`,
    '---',
    ...needsLine(needs),
    ...codeLines(example.lua),
    ...params.map(paramLine),
    ...(result ? [`---@return ${result.type} # ${result.text}`] : []),
    `function ptywright.${name}(${params.map((param) => param.name).join(', ')}) end`,
  ].join('\n');
}

/** Takes the fields as arguments, or the value as one argument. */
function constructorBlock(
  kind: 'action' | 'matcher',
  { field, summary, needs, form, type, example }: LuaConstructor,
): string {
  const result = kind === 'action' ? 'ptywright.Action' : 'ptywright.Matcher';
  const params: readonly HostParam[] = form.fields
    ? [...form.fields, { name: 'more', type: 'table', text: 'More fields of the value.', optional: true }]
    : type === undefined
      ? []
      : [
          { name: 'value', type, text: 'The value.', ...(form.optional && { optional: true }) },
          ...(form.narrows
            ? [{ name: 'where', type: 'ptywright.Where', text: 'Where to search.', optional: true } as const]
            : []),
        ];
  return [
    `---${summary}`,
    '---',
    ...needsLine(needs),
    ...codeLines(example),
    ...params.map(paramLine),
    `---@return ${result}`,
    ...(form.fields && type ? [`---@overload fun(value: ${type}): ${result}`] : []),
    `function ptywright.${kind}.${field}(${params.map(({ name }) => name).join(', ')}) end`,
  ].join('\n');
}
