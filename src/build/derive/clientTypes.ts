/** `src/client/api.ts`: the native dialect as TypeScript types, with the descriptions of the declarations. */
import { events, methods } from '#dialects/ptywright/dialect.ts';
import { faultDeclarations, faultNames } from '#faults.ts';
import { z } from '#platform/schema.ts';
import { ChordField, ChordList } from '#terminal/input/keyActions.ts';
import { modifiers, namedCharacters, namedKeys } from '#terminal/input/keyTable.ts';
import { type JsonSchema, referencedName, schemaBranches } from './protocolModel.ts';

type Direction = 'input' | 'output';

/** A JSON schema, or the TypeScript type of what JSON Schema cannot express. */
type Shape = JsonSchema & { readonly typeScript?: string };

const head = `/**
 * The native dialect as types: methods, notifications, faults and keys. Derived by \`npm run derive\`; do not edit.
 * Long because it has each field of the protocol with its description.
 */
import type { RequestOptions } from './baseClient.ts';
`;

export function clientTypes(): string {
  const shapes = new Shapes();
  const sections = [
    keyTypes(),
    methodTypes(shapes),
    callTypes(),
    notificationTypes(shapes),
    faultTypes(shapes),
  ];
  return [head, ...shapes.declarations(), ...sections].join('\n');
}

/** Schemas with an id become types of that name. */
class Shapes {
  readonly #named = new Map<string, Record<Direction, Shape | undefined>>();

  of(schema: z.ZodType, io: Direction): Shape {
    const {
      $schema: _,
      $defs,
      ...shape
    } = z.toJSONSchema(schema, {
      io,
      reused: 'inline',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const typeScript = typesOfKeys.get(zodSchema);
        if (typeScript) Object.assign(jsonSchema, { typeScript });
      },
    });
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const known = this.#named.get(name) ?? { input: undefined, output: undefined };
      this.#named.set(name, { ...known, [io]: definition as Shape });
    }
    return shape as Shape;
  }

  /** A schema with defaults has two types, because what a client may omit is present in a reply. */
  #isSplit(name: string): boolean {
    const { input, output } = this.#named.get(name)!;
    return (
      input !== undefined &&
      output !== undefined &&
      this.#text(input, 'input') !== this.#text(output, 'output')
    );
  }

  #text(shape: Shape, io: Direction): string {
    return typeOf(shape, io, (name) => name);
  }

  nameOf(name: string, io: Direction): string {
    return io === 'input' && this.#isSplit(name) ? `${name}Input` : name;
  }

  declarations(): readonly string[] {
    return [...this.#named].flatMap(([name, { input, output }]) => {
      const split = this.#isSplit(name);
      return [
        ...(output || !split ? [this.declare(name, (output ?? input)!, output ? 'output' : 'input')] : []),
        ...(split ? [this.declare(`${name}Input`, input!, 'input')] : []),
      ];
    });
  }

  declare(name: string, shape: Shape, io: Direction): string {
    const doc = docOf(shape.description, '');
    const type = this.type(shape, io);
    return type.startsWith('{') && !schemaBranches(shape)
      ? `${doc}export interface ${name} ${type}\n`
      : `${doc}export type ${name} = ${type};\n`;
  }

  type(shape: Shape, io: Direction, indent = ''): string {
    return typeOf(shape, io, (name) => this.nameOf(name, io), indent);
  }
}

/** `nameOf` returns the type of a schema with an id. */
function typeOf(shape: Shape, io: Direction, nameOf: (name: string) => string, indent = ''): string {
  const of = (one: Shape) => typeOf(one, io, nameOf, indent);
  const name = referencedName(shape)?.replace('#/$defs/', '');
  const branches = schemaBranches(shape);
  if (shape.typeScript) return shape.typeScript;
  if (name !== undefined) return nameOf(name);
  if ('const' in shape) return literal(shape.const);
  if (shape.enum) return shape.enum.map(literal).join(' | ');
  if (branches) return [...new Set(branches.map(of))].join(' | ');
  if (Array.isArray(shape.type)) return shape.type.map((type) => of({ ...shape, type })).join(' | ');
  if (shape.prefixItems) return tupleOf(shape, of);
  if (shape.type === 'array')
    return `${io === 'input' ? 'readonly ' : ''}${typeof shape.items === 'object' ? parenthesized(of(shape.items)) : 'unknown'}[]`;
  if (shape.type === 'object') return objectOf(shape, io, nameOf, indent);
  if (shape.type === 'integer') return 'number';
  return (shape.type as string | undefined) ?? 'unknown';
}

function tupleOf(
  { prefixItems, minItems = prefixItems!.length, items }: Shape,
  of: (shape: Shape) => string,
): string {
  const members = prefixItems!.map((item, at) => {
    const optional = at < minItems ? '' : '?';
    const isLabel = /^[a-z]+$/.test(item.description ?? '');
    return isLabel ? `${item.description}${optional}: ${of(item)}` : `${parenthesized(of(item))}${optional}`;
  });
  return `[${[...members, ...(typeof items === 'object' ? [`...${parenthesized(of(items))}[]`] : [])].join(', ')}]`;
}

function objectOf(shape: Shape, io: Direction, nameOf: (name: string) => string, indent: string): string {
  const { properties, required = [], additionalProperties } = shape;
  const names = Object.keys(properties ?? {});
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties, io, nameOf, indent)}>`
      : 'Record<string, never>';
  const inner = `${indent}  `;
  const fields = names.map((name) => {
    const named = properties![name]! as Shape;
    // Editors show no description of a branch of a union, but that of the field that selects it.
    const selects = 'const' in named && named.description === undefined;
    const field = selects ? { ...named, description: shape.description } : named;
    const type = typeOf(field, io, nameOf, inner);
    const optional = !required.includes(name);
    const or = optional && type !== 'unknown' ? ' | undefined' : '';
    return `${docOf(describe(field), inner)}${inner}${propertyName(name)}${optional ? '?' : ''}: ${type}${or};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

const describe = ({ description, default: value }: Shape): string | undefined =>
  value === undefined || (typeof value === 'object' && value !== null)
    ? description
    : [description, `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ');

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

/** Ignores unions inside of objects. */
function parenthesized(type: string): string {
  let outer = type;
  for (let flat = ''; flat !== outer; ) {
    flat = outer;
    outer = flat.replace(/\{[^{}]*\}/g, '');
  }
  return / [|&] |^readonly /.test(outer) ? `(${type})` : type;
}

const docOf = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\u200b/')} */\n` : '';

const typesOfKeys: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [ChordField, 'Key'],
  [ChordList, 'readonly Key[]'],
]);

function keyTypes(): string {
  const union = (names: readonly string[]) => names.map(literal).join(' | ');
  const keypad = /^kp_/;
  const names = [...Object.keys(namedKeys), ...Object.keys(namedCharacters)];
  return `export type KeyName = ${union(names)};

export type KeyModifier = ${union(Object.keys(modifiers))};

type ChordKey = ${union(names.filter((name) => !keypad.test(name)))} | ${union([...'abcdefghijklmnopqrstuvwxyz'])};

/** A key, or a chord such as \`ctrl+c\`. Characters, other orders of modifiers and aliases are accepted too. */
export type Key = KeyName | \`\${KeyModifier}+\${ChordKey}\` | (string & {});
`;
}

const typeName = (name: string, suffix: string) =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') + suffix;

function methodTypes(shapes: Shapes): string {
  const types = methods.map(({ name, params, result }) => {
    const given = shapes.declare(typeName(name, 'Params'), shapes.of(params, 'input'), 'input');
    return `${given}\n${shapes.declare(typeName(name, 'Result'), shapes.of(result, 'output'), 'output')}`;
  });
  const rows = methods.map(
    ({ name, summary }) =>
      `${docOf(summary, '  ')}  readonly '${name}': { readonly params: ${typeName(name, 'Params')}; readonly result: ${typeName(name, 'Result')} };\n`,
  );
  return `${types.join('\n')}
/** Every method by name, with its parameters and its result. */
export interface Methods {
${rows.join('')}}
`;
}

/** `a.b` in the member `b` of the member `a`. Names without a dot have no group. */
function grouped(
  declared: readonly { readonly name: string }[],
  member: (name: string, local: string) => string,
): string {
  const groupOf = (name: string) => name.slice(0, name.indexOf('.'));
  const groups = new Set(declared.map(({ name }) => groupOf(name)).filter(Boolean));
  return [...groups]
    .map((group) => {
      const members = declared.filter(({ name }) => groupOf(name) === group);
      const lines = members.map(({ name }) => member(name, name.slice(group.length + 1))).join('');
      return `  readonly ${group}: {\n${lines}  };\n`;
    })
    .join('');
}

function callTypes(): string {
  const members = grouped(methods, (name, local) => {
    const { summary, details, params } = methods.find((one) => one.name === name)!;
    const doc = docOf([summary, details].filter(Boolean).join(' '), '    ');
    const [given, result] = [typeName(name, 'Params'), typeName(name, 'Result')];
    const optional = params.safeParse({}).success ? '?' : '';
    const call = (accepted: string, returned: string) =>
      `${doc}    ${local}(params${optional}: ${accepted}, options?: RequestOptions): Promise<${returned}>;\n`;
    if (!('if_changed_since' in params.shape)) return call(given, result);
    return [
      call(`${given} & { if_changed_since?: undefined }`, `Exclude<${result}, { unchanged: true }>`),
      call(given, result),
    ].join('');
  });
  return `/** The methods by group: \`calls.session.wait({ … })\`. */
export interface Calls {
${members}}
`;
}

function notificationTypes(shapes: Shapes): string {
  const types = events.map(({ name, params }) =>
    shapes.declare(typeName(name, 'Event'), shapes.of(params, 'output'), 'output'),
  );
  const rows = events.map(
    ({ name, summary }) => `${docOf(summary, '  ')}  readonly '${name}': ${typeName(name, 'Event')};\n`,
  );
  const members = grouped(events, (name, local) => {
    const { summary } = events.find((one) => one.name === name)!;
    return `${docOf(summary, '    ')}    ${local}(listener: (params: ${typeName(name, 'Event')}) => void): () => void;\n`;
  });
  return `${types.join('\n')}
/** Every notification by name, with its parameters. */
export interface Notifications {
${rows.join('')}}

/** Adds listeners by group: \`news.session.changed(listener)\`. Each returns the function that removes the listener. */
export interface News {
${members}}
`;
}

function faultTypes(shapes: Shapes): string {
  const rows = faultNames.map((name) => {
    const { sentence, data } = faultDeclarations[name];
    return `${docOf(sentence, '  ')}  readonly ${name}: ${shapes.type(shapes.of(data, 'output'), 'output', '  ')};\n`;
  });
  return `/** The data of each fault by name. */
export interface Faults {
${rows.join('')}}

export type FaultName = keyof Faults;
export type FaultData<Name extends FaultName> = Faults[Name];
`;
}
