/** Converts JSON schemas to Python types that Python 3.9 can load. */
import { type JsonSchema, referencedName, schemaBranches } from './protocolModel.ts';

interface Declaration {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Types by name, in the order in which they were declared. Equal schemas share a name. */
export class PythonTypes {
  readonly #classes: Declaration[] = [];
  readonly #aliases: { readonly name: string; readonly type: string }[] = [];
  /** The alias that is being declared. */
  #reserved: string | undefined;
  readonly #names = new Map<string, string>();

  /** Declares a type with this name. */
  declare(name: string, schema: JsonSchema): void {
    if (isRecord(schema)) this.#declareClass(name, schema);
    else {
      this.#reserved = name;
      const type = this.typeOf(schema, name);
      this.#aliases.push({ name, type });
    }
  }

  format(): string {
    const classes = new Set(this.#classes.map(({ name }) => name));
    const aliases = this.#aliases.map(
      ({ name, type }) => `${name} = ${mapNames(type, (one) => (classes.has(one) ? one : `"${one}"`))}`,
    );
    return [...this.#classes.map(({ lines }) => `\n${lines.join('\n')}\n`), '', ...aliases].join('\n');
  }

  /** Adds the module to each name of this protocol in a type. */
  static qualify(type: string, module: string): string {
    return mapNames(type, (name) => `${module}.${name}`);
  }

  static wrap(text: string, width: number): string[] {
    const indent = ' '.repeat(text.search(/\S|$/));
    const lines: string[] = [];
    let line = '';
    for (const word of text.trim().split(/\s+/)) {
      const next = line === '' ? `${lines.length === 0 ? indent : `${indent}  `}${word}` : `${line} ${word}`;
      if (next.length <= width || line === '') line = next;
      else {
        lines.push(line);
        line = `${indent === '' ? '' : `${indent}    `}${word}`;
      }
    }
    return [...lines, line];
  }

  /** Returns the type of a schema. `name` is for a record that has no name yet. */
  typeOf(schema: JsonSchema, name: string): string {
    const referenced = referencedName(schema);
    if (referenced !== undefined) return referenced;
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const branches = schemaBranches(schema);
    if (branches) return union(branches.map((branch) => this.typeOf(branch, branchName(branch, name))));
    if (Array.isArray(schema.type))
      return union((schema.type as readonly string[]).map((type) => this.typeOf({ ...schema, type }, name)));
    if (isRecord(schema)) return this.#recordName(schema, name);
    return this.#plain(schema, name);
  }

  #plain({ type, items, prefixItems, additionalProperties }: JsonSchema, name: string): string {
    switch (type) {
      case 'array':
        return `List[${prefixItems || typeof items !== 'object' ? 'Any' : this.typeOf(items, `${name}Item`)}]`;
      case 'object':
        return `Dict[str, ${typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, `${name}Value`) : 'Any'}]`;
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        return 'Any';
    }
  }

  #recordName(schema: JsonSchema, name: string): string {
    const key = JSON.stringify(schema);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    let free = this.#reserved === name ? `${name}Fields` : name;
    while (this.#classes.some((one) => one.name === free)) free = `${free}Other`;
    this.#declareClass(free, schema);
    return free;
  }

  #declareClass(name: string, schema: JsonSchema): void {
    if (this.#classes.some((one) => one.name === name)) throw new Error(`two Python types are named ${name}`);
    this.#names.set(JSON.stringify(schema), name);
    const fields = Object.entries(schema.properties ?? {}).map(([field, own]) => ({
      field,
      required: schema.required?.includes(field) ?? false,
      type: this.typeOf(
        own,
        `${name}${field.replace(/(?:^|_)([a-z])/g, (_, at: string) => at.toUpperCase())}`,
      ),
      description: own.description,
    }));
    this.#classes.push({ name, lines: recordLines(name, schema, fields) });
  }
}

interface Field {
  readonly field: string;
  readonly required: boolean;
  readonly type: string;
  readonly description: string | undefined;
}

/** A class has either required or optional fields: Python 3.9 has no mark for a single field. */
function recordLines(name: string, { description }: JsonSchema, fields: readonly Field[]): string[] {
  const [required, optional] = [fields.filter((one) => one.required), fields.filter((one) => !one.required)];
  if (fields.some(({ field }) => field === 'from')) return functionalLines(name, required, optional);
  const doc = description ? [`    """${PythonTypes.wrap(description, 90).join('\n    ')}"""`] : [];
  if (optional.length === 0) return [`class ${name}(TypedDict):`, ...bodyLines(doc, required)];
  if (required.length === 0) return [`class ${name}(TypedDict, total=False):`, ...bodyLines(doc, optional)];
  return [
    `class _${name}(TypedDict):`,
    ...bodyLines([], required),
    '',
    '',
    `class ${name}(_${name}, total=False):`,
    ...bodyLines(doc, optional),
  ];
}

function bodyLines(doc: readonly string[], fields: readonly Field[]): string[] {
  const lines = fields.flatMap(({ field, type, description }) => [
    ...(description ? PythonTypes.wrap(description, 90).map((line) => `    # ${line.trim()}`) : []),
    `    ${field}: ${type}`,
  ]);
  const body = [...doc, ...(doc.length > 0 && lines.length > 0 ? [''] : []), ...lines];
  return body.length > 0 ? body : ['    pass'];
}

/** `from` is a word of Python, so it cannot be a field of a class. */
function functionalLines(name: string, required: readonly Field[], optional: readonly Field[]): string[] {
  const table = (fields: readonly Field[]) =>
    `{${fields.map(({ field, type }) => `"${field}": ${quoteNames(type)}`).join(', ')}}`;
  return [
    `_${name} = TypedDict("_${name}", ${table(required)})`,
    `_${name}Optional = TypedDict("_${name}Optional", ${table(optional)}, total=False)`,
    '',
    '',
    `class ${name}(_${name}, _${name}Optional):`,
    '    pass',
  ];
}

const isRecord = ({ properties }: JsonSchema): boolean => properties !== undefined;

const branchName = ({ properties }: JsonSchema, name: string): string => {
  const kind = properties?.type?.const ?? properties?.event?.const ?? properties?.op?.const;
  if (typeof kind !== 'string') return name;
  return `${name}${kind.replace(/(?:^|[_.-])([a-z])/g, (_, at: string) => at.toUpperCase())}`;
};

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`;
};

const literal = (values: readonly unknown[]): string => {
  if (values.some((value) => typeof value === 'number' && !Number.isInteger(value))) return 'float';
  const words = values.map((value) =>
    value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value),
  );
  return `Literal[${words.join(', ')}]`;
};

const builtins = ['Any', 'Dict', 'List', 'Literal', 'None', 'True', 'False', 'Union'];

/** Calls `rename` for each name of this protocol, outside of texts. */
const mapNames = (type: string, rename: (name: string) => string): string =>
  type.replace(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
    word.startsWith('"') || builtins.includes(word) ? word : rename(word),
  );

/** Outside of a class, a type is evaluated when the module loads, before those that follow it. */
const quoteNames = (type: string): string => mapNames(type, (name) => `"${name}"`);
