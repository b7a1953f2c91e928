/**
 * `src/client/api.ts`: the native dialect as TypeScript types, with the descriptions of the declarations. A type with all
 * fields of another one extends it.
 */
import { events, methods } from '#dialects/ptywright/dialect.ts';
import {
  layerChangeParams,
  layerInfoFields,
  OverlayRef,
  overlayChangeParams,
  PanelRef,
  panelChangeParams,
  textStyle,
} from '#dialects/ptywright/layerSchemas.ts';
import { AdapterRef, redactionParams, SessionRef } from '#dialects/ptywright/method.ts';
import { environmentParams, sessionParams } from '#dialects/ptywright/sessionOptions.ts';
import { faultDeclarations, faultNames } from '#faults.ts';
import { z } from '#platform/schema.ts';
import { ChordField, ChordList } from '#terminal/input/keys.ts';
import { modifiers, namedCharacters, namedKeys } from '#terminal/input/keyTable.ts';
import { MouseGesture } from '#terminal/input/mouse.ts';
import { type JsonSchema, referencedName, schemaBranches } from './protocolModel.ts';

type Direction = 'input' | 'output';

/** A JSON schema, or the TypeScript type of what JSON Schema cannot express. */
type Shape = JsonSchema & { readonly typeScript?: string };

interface Declaration {
  readonly name: string;
  readonly shape: Shape;
  readonly io: Direction;
}

const head = `/**
 * The native dialect as types: methods, notifications, faults and keys. Derived by \`npm run derive\`; do not edit.
 * Long because it has each field of the protocol with its description.
 */
import type { RequestOptions } from './baseClient.ts';`;

const lineWidth = 110;

/** A type extends another one by chance if they share fewer fields than this. */
const fewestShared = 4;

/** Fields that several types have, as types that those extend. */
const fieldSets: Readonly<Record<string, readonly [Direction, z.ZodRawShape]>> = {
  SessionTarget: ['input', { session: SessionRef }],
  AdapterTarget: ['input', { adapter: AdapterRef }],
  ReadOptions: ['input', redactionParams],
  SessionOptions: ['input', { ...environmentParams, ...sessionParams }],
  MouseTarget: ['input', MouseGesture.options[0].pick({ row: true, col: true, modifiers: true }).shape],
  TextStyle: ['output', textStyle],
  LayerFields: ['output', layerInfoFields],
  LayerChange: ['input', layerChangeParams],
  OverlayChange: ['input', { overlay: OverlayRef, ...overlayChangeParams }],
  PanelChange: ['input', { panel: PanelRef, ...panelChangeParams }],
};

export function clientTypes(): string {
  const types = new ClientTypes();
  for (const [name, [io, shape]] of Object.entries(fieldSets)) types.add(name, z.object(shape), io);
  for (const { name, params, result } of methods) {
    types.add(typeName(name, 'Params'), params, 'input');
    types.add(typeName(name, 'Result'), result, 'output');
  }
  for (const { name, params } of events) types.add(typeName(name, 'Event'), params, 'output');
  return `${[
    head,
    keyTypes(),
    types.text(),
    methodTable(),
    callTypes(),
    notificationTable(),
    listenerTypes(),
    faultTypes(types),
  ].join('\n\n')}\n`;
}

/** The declared types. Schemas with an id become types of that name. */
class ClientTypes {
  readonly #added: Declaration[] = [];
  readonly #named = new Map<string, { readonly [Io in Direction]?: Shape }>();
  readonly #isSplit = new Map<string, boolean>();
  /** The types that others can extend, with the text of each field. The largest is the first. */
  #bases: readonly { readonly name: string; readonly fields: readonly string[] }[] = [];

  add(name: string, schema: z.ZodType, io: Direction): void {
    this.#added.push({ name, shape: this.shapeOf(schema, io), io });
  }

  shapeOf(schema: z.ZodType, io: Direction): Shape {
    const {
      $schema: _,
      $defs,
      ...shape
    } = z.toJSONSchema(schema, {
      io,
      reused: 'inline',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const typeScript = typesOfKeys.get(zodSchema._zod.def);
        if (typeScript) Object.assign(jsonSchema, { typeScript });
      },
    });
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.#named.set(name, { ...this.#named.get(name), [io]: definition as Shape });
    return shape as Shape;
  }

  /** Declarations of one line follow each other without a blank line. */
  text(): string {
    const isSet = ({ name }: Declaration) => name in fieldSets;
    const texts = [
      ...this.#added.filter(isSet),
      ...this.#namedTypes(),
      ...this.#added.filter((declaration) => !isSet(declaration)),
    ].map((declaration) => this.#declare(declaration));
    const isLong = (text = '') => text.includes('\n');
    return texts
      .map((text, at) => (isLong(text) || isLong(texts[at + 1]) ? `${text}\n` : text))
      .join('\n')
      .trimEnd();
  }

  #namedTypes(): readonly Declaration[] {
    return [...this.#named].flatMap(([name, { input, output }]) => {
      const declarations: Declaration[] = [];
      if (output) declarations.push({ name, shape: output, io: 'output' });
      if (input && (!output || this.#nameOf(name, 'input') !== name))
        declarations.push({ name: this.#nameOf(name, 'input'), shape: input, io: 'input' });
      return declarations;
    });
  }

  /** A schema with defaults has two types, because what a client may omit is present in a reply. */
  #nameOf(name: string, io: Direction): string {
    const { input, output } = this.#named.get(name)!;
    if (io === 'output' || !input || !output) return name;
    const text = (shape: Shape, of: Direction) => this.typeOf(shape, of, (known) => known);
    const isSplit = this.#isSplit.get(name) ?? text(input, 'input') !== text(output, 'output');
    this.#isSplit.set(name, isSplit);
    return isSplit ? `${name}Input` : name;
  }

  #declare({ name, shape, io }: Declaration): string {
    const doc = docOf(shape.description);
    if (Object.keys(shape.properties ?? {}).length === 0 || schemaBranches(shape))
      return `${doc}export type ${name} = ${this.typeOf(shape, io)};`;
    const fields = fieldsOf(shape, (field) => this.typeOf(field, io));
    const { bases, own } = this.#split(fields);
    this.#bases = [...this.#bases, { name, fields }].sort((a, b) => b.fields.length - a.fields.length);
    if (own.length === 0) return `${doc}export type ${name} = ${bases.join(' & ')};`;
    const extending = bases.length > 0 ? `extends ${bases.join(', ')} ` : '';
    return `${doc}export interface ${name} ${extending}${blockOf(own)}`;
  }

  /** The largest types that have only fields of these, and the other fields. */
  #split(fields: readonly string[]): { readonly bases: readonly string[]; readonly own: readonly string[] } {
    const bases: string[] = [];
    let own = fields;
    for (const base of this.#bases) {
      const isSame = base.fields.length === fields.length && blockOf(fields).includes('\n');
      const isBase = isSame || base.name in fieldSets || base.fields.length >= fewestShared;
      if (!isBase || !base.fields.every((field) => own.includes(field))) continue;
      bases.push(base.name);
      own = own.filter((field) => !base.fields.includes(field));
    }
    return { bases, own };
  }

  /** `nameOf` returns the type of a schema with an id. */
  typeOf(shape: Shape, io: Direction, nameOf = (name: string) => this.#nameOf(name, io)): string {
    const of = (one: Shape) => this.typeOf(one, io, nameOf);
    const name = referencedName(shape)?.replace('#/$defs/', '');
    const branches = schemaBranches(shape);
    if (shape.typeScript) return shape.typeScript;
    if (name !== undefined) return nameOf(name);
    if ('const' in shape) return literal(shape.const);
    if (shape.enum) return shape.enum.map(literal).join(' | ');
    if (branches) return unionOf(branches.map(of));
    if (Array.isArray(shape.type)) return shape.type.map((type) => of({ ...shape, type })).join(' | ');
    if (shape.prefixItems) return tupleOf(shape, of);
    if (shape.type === 'array')
      return `${io === 'input' ? 'readonly ' : ''}${typeof shape.items === 'object' ? parenthesized(of(shape.items)) : 'unknown'}[]`;
    if (shape.type === 'object') return this.#objectOf(shape, of);
    if (shape.type === 'integer') return 'number';
    return (shape.type as string | undefined) ?? 'unknown';
  }

  #objectOf(shape: Shape, of: (shape: Shape) => string): string {
    const fields = fieldsOf(shape, of);
    if (fields.length === 0)
      return typeof shape.additionalProperties === 'object'
        ? `Record<string, ${of(shape.additionalProperties)}>`
        : 'Record<string, never>';
    const { bases, own } = this.#split(fields);
    return [...bases, ...(own.length > 0 ? [blockOf(own)] : [])].join(' & ');
  }
}

/** The declaration of each field, without the semicolon. */
function fieldsOf(shape: Shape, of: (shape: Shape) => string): readonly string[] {
  return Object.entries(shape.properties ?? {}).map(([name, declared]) => {
    // Editors show no description of a branch of a union, but that of the field that selects it.
    const selects = 'const' in declared && declared.description === undefined;
    const field = (selects ? { ...declared, description: shape.description } : declared) as Shape;
    const type = of(field);
    const optional = !shape.required?.includes(name);
    const or = optional && type !== 'unknown' ? ' | undefined' : '';
    return `${docOf(describe(field))}${propertyName(name)}${optional ? '?' : ''}: ${type}${or}`;
  });
}

function blockOf(fields: readonly string[]): string {
  const line = `{ ${fields.join('; ')} }`;
  if (line.length <= lineWidth && !/\n|\/\*/.test(line)) return line;
  return `{\n${fields.map((field) => `${joinDoc(field)};`.replace(/^/gm, '  ')).join('\n')}\n}`;
}

/** Puts a description that is short enough on the line of its field. */
const joinDoc = (field: string) => {
  const line = field.replace('*/\n', '*/ ');
  return line.includes('\n') || line.length > lineWidth ? field : line;
};

function unionOf(types: readonly string[]): string {
  const members = [...new Set(types)];
  const line = members.join(' | ');
  const isLong = line.length > lineWidth && line.includes('{') && !line.includes('\n');
  return isLong ? members.map((member) => `\n  | ${member}`).join('') : line;
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

const docOf = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll('*/', '*\u200b/')} */\n` : '';

/** By definition: `platform/zod.ts` wraps the schemas. */
const typesOfKeys: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [ChordField._zod.def, 'Key'],
  [ChordList._zod.def, 'readonly Key[]'],
]);

function keyTypes(): string {
  const union = (names: readonly string[]) => names.map(literal).join(' | ');
  const keypad = /^kp_/;
  const names = [...Object.keys(namedKeys), ...Object.keys(namedCharacters)];
  return `export type KeyName = ${union(names)};

export type KeyModifier = ${union(Object.keys(modifiers))};

type ChordKey = ${union(names.filter((name) => !keypad.test(name)))} | ${union([...'abcdefghijklmnopqrstuvwxyz'])};

/** A key, or a chord such as \`ctrl+c\`. Characters, other orders of modifiers and aliases are accepted too. */
export type Key = KeyName | \`\${KeyModifier}+\${ChordKey}\` | (string & {});`;
}

const typeName = (name: string, suffix: string) =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') + suffix;

const methodTable = () => {
  const rows = methods.map(
    ({ name }) =>
      `  readonly '${name}': { readonly params: ${typeName(name, 'Params')}; readonly result: ${typeName(name, 'Result')} };`,
  );
  return `/** Every method by name, with its parameters and its result. \`Calls\` describes them. */
export interface Methods {
${rows.join('\n')}
}`;
};

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
      const lines = members.map(({ name }) => member(name, name.slice(group.length + 1))).join('\n');
      return `  readonly ${group}: {\n${lines.replace(/^/gm, '    ')}\n  };`;
    })
    .join('\n');
}

function callTypes(): string {
  const members = grouped(methods, (name, local) => {
    const { summary, details, params } = methods.find((one) => one.name === name)!;
    const doc = docOf([summary, details].filter(Boolean).join(' '));
    const [given, result] = [typeName(name, 'Params'), typeName(name, 'Result')];
    const optional = params.safeParse({}).success ? '?' : '';
    const call = (accepted: string, returned: string) =>
      `${doc}${local}(params${optional}: ${accepted}, options?: RequestOptions): Promise<${returned}>;`;
    if (!('if_changed_since' in params.shape)) return call(given, result);
    return [
      call(`${given} & { if_changed_since?: undefined }`, `Exclude<${result}, { unchanged: true }>`),
      call(given, result),
    ].join('\n');
  });
  return `/** The methods by group: \`calls.session.wait({ … })\`. */
export interface Calls {
${members}
}`;
}

const notificationTable = () => {
  const rows = events.map(({ name }) => `  readonly '${name}': ${typeName(name, 'Event')};`);
  return `/** Every notification by name, with its parameters. \`News\` describes them. */
export interface Notifications {
${rows.join('\n')}
}`;
};

function listenerTypes(): string {
  const members = grouped(events, (name, local) => {
    const { summary } = events.find((one) => one.name === name)!;
    const member = `${local}(listener: (params: ${typeName(name, 'Event')}) => void): () => void;`;
    return `${docOf(summary)}${member}`;
  });
  return `/** Adds listeners by group: \`news.session.changed(listener)\`. Each returns the function that removes the listener. */
export interface News {
${members}
}`;
}

function faultTypes(types: ClientTypes): string {
  const rows = faultNames.map((name) => {
    const { sentence, data } = faultDeclarations[name];
    const { properties, ...shape } = types.shapeOf(data, 'output');
    const { fault: _, ...details } = properties!;
    const isEmpty = Object.keys(details).length === 0;
    const more = isEmpty ? '' : ` & ${types.typeOf({ ...shape, properties: details }, 'output')}`;
    return `${docOf(sentence)}readonly ${name}: FaultOf<'${name}'>${more};`.replace(/^/gm, '  ');
  });
  return `interface FaultOf<Name> {
  /** Name of the fault. */
  fault: Name;
}

/** The data of each fault by name. */
export interface Faults {
${rows.join('\n')}
}

export type FaultName = keyof Faults;
export type FaultData<Name extends FaultName> = Faults[Name];`;
}
