/** JSON, strict and bounded. */
import { isLazy, LuaList } from '../../../platform/lua/marks.ts';
import { limits } from '../../limits.ts';
import type { HostGroup } from './declaration.ts';
import { HostError } from './hostError.ts';
import { kept } from './kept.ts';

function decode(text: string): unknown {
  if (text.length > limits.pluginValueBytes)
    throw new HostError(`more than ${limits.pluginValueBytes} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    throw new HostError(`not JSON: ${(problem as Error).message}`);
  }
  if (tooDeep(value, limits.pluginDepth))
    throw new HostError(`nested deeper than ${limits.pluginDepth} levels`);
  return kept(value);
}

/** What is read when it is asked for is read here; what JSON would leave out is refused. */
function written(_key: string, value: unknown): unknown {
  if (typeof value === 'function') throw new HostError('JSON has no functions');
  if (typeof value !== 'object' || value === null || !isLazy(value)) return value;
  return Object.fromEntries(value.keys.map((key) => [key, value.get(key)]));
}

const tooDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((field) => tooDeep(field, levels - 1)));

export const json: HostGroup = {
  title: 'JSON',
  text:
    'A table with names is an object, one with positions a list. `ptywright.json.null` stands for null, which nil cannot: ' +
    'a field that is nil is not there.',
  functions: [
    {
      name: 'json.encode',
      params: [
        {
          name: 'value',
          type: 'any',
          text: 'A value; functions and tables that hold themselves are refused.',
        },
        { name: 'pretty', type: 'boolean', text: 'Whether over several lines.', optional: true },
      ],
      result: { type: 'string', text: 'JSON.' },
      text: 'Writes a value as JSON.',
      example: {
        lua: "local json = ptywright.json\nassert(json.encode({ a = json.null }) == '{\"a\":null}' and json.encode({ 1, 2 }) == '[1,2]')",
      },
      run: (_host, value: unknown, pretty?: boolean) => JSON.stringify(value, written, pretty ? 2 : 0),
    },
    {
      name: 'json.decode',
      params: [{ name: 'text', type: 'string', text: 'One JSON value.' }],
      result: { type: 'any', text: 'The value; its nulls are `ptywright.json.null`.' },
      text: 'Reads JSON. What is no JSON is an error.',
      example: {
        lua: 'local value = ptywright.json.decode(\'{"list":[1,null]}\')\nassert(value.list[1] == 1 and value.list[2] == ptywright.json.null)',
      },
      run: (_host, text: string) => decode(text),
    },
    {
      name: 'json.array',
      params: [
        { name: 'list', type: 'table', text: 'A list; an empty table counts as one.', optional: true },
      ],
      result: { type: 'table', text: 'The same items.' },
      text: 'Makes a list that stays a list in JSON also when it is empty.',
      example: { lua: "assert(ptywright.json.encode(ptywright.json.array()) == '[]')" },
      run: (_host, list: unknown = []) => {
        if (!Array.isArray(list) && Object.keys(list as object).length > 0)
          throw new HostError("bad argument #1 to 'json.array' (a list expected)");
        return new LuaList(Array.isArray(list) ? (kept(list) as unknown[]) : []);
      },
    },
  ],
};
