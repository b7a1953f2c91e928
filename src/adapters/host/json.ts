/**
 * Host functions that encode and decode JSON, with limits on size and depth. `preserveJson` is for other host functions
 * that return JSON values to a plugin.
 */

import { limits } from '#limits.ts';
import { isLazy, jsonNull, LuaList } from '#platform/lua/hostValues.ts';
import { HostError, type HostGroup } from './declaration.ts';

/** Prepares a value for its return to the plugin, so that nulls and empty lists are preserved. */
export function preserveJson(value: unknown): unknown {
  if (value === null) return jsonNull;
  if (Array.isArray(value)) return value.map(preserveJson);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, preserveJson(field)]))
    : value;
}

function decodeJson(text: string): unknown {
  if (text.length > limits.pluginValueBytes)
    throw new HostError(`more than ${limits.pluginValueBytes} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    throw new HostError(`not JSON: ${(problem as Error).message}`);
  }
  if (isTooDeep(value, limits.pluginDepth))
    throw new HostError(`nested deeper than ${limits.pluginDepth} levels`);
  return preserveJson(value);
}

/** Reads lazy tables, and raises HostError for functions, which JSON.stringify would omit. */
function jsonReplacer(_key: string, value: unknown): unknown {
  if (typeof value === 'function') throw new HostError('a function has no JSON form');
  if (typeof value !== 'object' || value === null || !isLazy(value)) return value;
  return Object.fromEntries(value.keys.map((key) => [key, value.get(key)]));
}

const isTooDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((field) => isTooDeep(field, levels - 1)));

export const jsonGroup: HostGroup = {
  title: 'JSON',
  text:
    'A table with named fields is an object, and a table with positions is a list. `ptywright.json.null` represents null: ' +
    'a field with the value nil is absent.',
  functions: [
    {
      name: 'json.encode',
      params: [
        {
          name: 'value',
          type: 'any',
          text: 'The value. Functions and tables that contain themselves raise an error.',
        },
        { name: 'pretty', type: 'boolean', text: 'Whether to indent the JSON.', optional: true },
      ],
      result: { type: 'string', text: 'The JSON text.' },
      text: 'Encode a value as JSON.',
      example: {
        lua: "local json = ptywright.json\nassert(json.encode({ a = json.null }) == '{\"a\":null}' and json.encode({ 1, 2 }) == '[1,2]')",
      },
      run: (_host, value: unknown, pretty?: boolean) => JSON.stringify(value, jsonReplacer, pretty ? 2 : 0),
    },
    {
      name: 'json.decode',
      params: [{ name: 'text', type: 'string', text: 'The JSON text of one value.' }],
      result: { type: 'any', text: 'The value, with `ptywright.json.null` for null.' },
      text: 'Decode JSON. Invalid JSON raises an error.',
      example: {
        lua: 'local value = ptywright.json.decode(\'{"list":[1,null]}\')\nassert(value.list[1] == 1 and value.list[2] == ptywright.json.null)',
      },
      run: (_host, text: string) => decodeJson(text),
    },
    {
      name: 'json.array',
      params: [
        {
          name: 'list',
          type: 'table',
          text: 'The items. An empty table counts as an empty list.',
          optional: true,
        },
      ],
      result: { type: 'table', text: 'A list with the same items.' },
      text: 'Create a list that is encoded as a JSON array even when it is empty.',
      example: { lua: "assert(ptywright.json.encode(ptywright.json.array()) == '[]')" },
      run: (_host, list: unknown = []) => {
        if (!Array.isArray(list) && Object.keys(list as object).length > 0)
          throw new HostError("bad argument #1 to 'json.array' (a list expected)");
        return new LuaList(Array.isArray(list) ? (preserveJson(list) as unknown[]) : []);
      },
    },
  ],
};
