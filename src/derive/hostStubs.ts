/** Typed stubs of the host table for the Lua language server, so that an editor completes and checks plugins. */
import { classes } from '../core/plugin/host/classes.ts';
import type { HostFunction, LuaClass, Param } from '../core/plugin/host/declaration.ts';
import { groups } from '../core/plugin/host/groups.ts';
import { type Spoken, spokenActions, spokenMatchers } from './spokenWords.ts';

const opening = `---@meta
-- Derived from src/core/plugin/host, src/core/input and src/core/matcher. Change those, then run: npm run derive
-- Long because a language server reads one file of stubs: each function and class of the host once.`;

const pluginClass = `---What main.lua returns: \`classify\`, intents, functions whose name ends in \`_matcher\`, and predicates.
---@class ptywright.Plugin
---@field classify? fun(ctx: ptywright.Context): ptywright.State
---@field describe? fun(): ptywright.Description
---@field [string] fun(params: any, ctx: ptywright.Context): any`;

const globals = `---@class ptywright
---@field version string The version of ptywright.
---@field plugin { name: string, permissions: string[] } This plugin: its name, and what its manifest asks for.
ptywright = {}`;

export function hostStubs(): string {
  const tables = [
    ...new Set(groups.flatMap(({ functions }) => functions).flatMap(({ name }) => tableOf(name))),
  ];
  const blocks = [
    opening,
    ...Object.entries(classes).map(classBlock),
    pluginClass,
    globals,
    ...['action', 'matcher', ...tables].map((table) => `ptywright.${table} = {}`),
    '---Null in JSON, which nil cannot be.\nptywright.json.null = nil --[[@as userdata]]',
    ...spokenActions().map((word) => wordBlock('action', word)),
    ...spokenMatchers().map((word) => wordBlock('matcher', word)),
    ...groups.flatMap(({ functions }) => functions.map(functionBlock)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const tableOf = (name: string) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : []);

const typeOf = ({ lua, type }: Param) => lua ?? type;

const classBlock = ([name, { text, fields, extends: parent }]: readonly [string, LuaClass]) =>
  [
    `---${text}`,
    `---@class ${name}${parent ? `: ${parent}` : ''}`,
    ...fields.map((field) => `---@field ${field.name}${mark(field)} ${typeOf(field)} ${field.text}`),
  ].join('\n');

const mark = ({ optional }: Param) => (optional ? '?' : '');

const paramLine = (param: Param) => `---@param ${param.name}${mark(param)} ${typeOf(param)} ${param.text}`;

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

/** The fields one after the other, or the value as it is. */
function wordBlock(
  kind: 'action' | 'matcher',
  { field, summary, needs, form, type, example }: Spoken,
): string {
  const result = kind === 'action' ? 'ptywright.Action' : 'ptywright.Matcher';
  const params: readonly Param[] = form.fields
    ? [...form.fields, { name: 'more', type: 'table', text: 'Further fields.', optional: true }]
    : type === undefined
      ? []
      : [
          { name: 'value', type, text: 'The value.', ...(form.optional && { optional: true }) },
          ...(form.narrows
            ? [{ name: 'where', type: 'ptywright.Where', text: 'Where to look.', optional: true } as const]
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
