/** A shape as the Lua language server writes types. */
import { branchesOf, type JsonSchema, referred } from './jsonSchema.ts';

export function luaType(schema: JsonSchema): string {
  const name = referred(schema);
  if (name !== undefined) return `ptywright.${name}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  const branches = branchesOf(schema);
  if (branches) return [...new Set(branches.map(luaType))].join('|');
  return schema.type === undefined
    ? 'any'
    : [schema.type]
        .flat()
        .map((type) => named(type, schema))
        .join('|');
}

function named(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'null':
      return 'nil';
    case 'array':
      return listOf(typeof schema.items === 'object' ? luaType(schema.items) : 'any');
    case 'object':
      return tableOf(schema);
    default:
      return type;
  }
}

const listOf = (item: string) => (/[|{]/.test(item) ? `(${item})[]` : `${item}[]`);

function tableOf({ properties, required = [] }: JsonSchema): string {
  if (!properties) return 'table';
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${luaType(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
