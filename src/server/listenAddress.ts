/** Parses a listener address: DIALECT+TRANSPORT:ADDRESS, with options of the dialect after a question mark. */
import {
  type AddressOption,
  type DialectDefinition,
  dialectDefinitions,
  type Transport,
  transports,
} from './dialects.ts';
import { parseWebAddress } from './webAddress.ts';

export interface ListenAddress {
  readonly dialect: string;
  readonly transport: Transport;
  readonly address: string;
  /** A listening Unix socket that this process inherited, instead of an address. */
  readonly descriptor?: number;
  readonly options: Readonly<Record<string, string | number>>;
}

const addressPattern = /^([a-z]+)\+([a-z]+):(.*)$/s;
const queryPattern = /^(.*)\?([a-z]+=[^?]*)$/s;

/** Returns an error sentence if the address is invalid. */
export function parseListenAddress(text: string, env: Environment = {}): ListenAddress | string {
  const [, dialect, transport, rest] = addressPattern.exec(text) ?? [];
  if (dialect === undefined || rest === undefined)
    return `${text}: expected DIALECT+TRANSPORT:ADDRESS, such as ptywright+unix:/run/user/1000/p.sock`;
  const definition = dialectDefinitions.get(dialect);
  if (!definition)
    return `${text}: unknown dialect ${dialect}; expected one of ${[...dialectDefinitions.keys()].join(', ')}`;
  const known = transports.find((one) => one === transport);
  if (!known) return `${text}: unknown transport ${transport}; expected one of ${transports.join(', ')}`;
  if (!definition.transports.includes(known))
    return `${text}: ${dialect} does not support ${known}; it supports ${definition.transports.join(' and ')}`;
  const [, address = rest, query] = queryPattern.exec(rest) ?? [];
  if (known === 'stdio' && address !== '') return `${text}: stdio has no address`;
  if (known === 'unix' && address === '') return `${text}: the socket path is missing`;
  const web = known === 'ws' || known === 'http' ? parseWebAddress(address) : undefined;
  if (typeof web === 'string') return `${text}: ${web}`;
  const options = parseOptions(definition, query, env);
  return typeof options === 'string'
    ? `${text}: ${options}`
    : { dialect, transport: known, address, options };
}

/** Options of an address that sets none. */
export const defaultOptions = ({ options }: DialectDefinition): ListenAddress['options'] =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      'words' in option ? option.words[0] : option.default,
    ]),
  );

type Environment = Readonly<Record<string, string | undefined>>;

function parseOptions(
  definition: DialectDefinition,
  query: string | undefined,
  env: Environment,
): ListenAddress['options'] | string {
  const options: Record<string, string | number> = { ...defaultOptions(definition) };
  for (const [name, option] of Object.entries(definition.options)) {
    const { name: variable = '', read = (it: string) => it } = option.variable ?? {};
    const value = env[variable];
    if (!value) continue;
    const found = parseOption(option, read(value));
    if (found === undefined) return `${variable}=${value}: expected ${formatExpected(option)}`;
    options[name] = found;
  }
  for (const [name, value] of new URLSearchParams(query)) {
    const option = Object.hasOwn(definition.options, name) ? definition.options[name]! : undefined;
    if (!option) return `${definition.name} has no option ${name}; ${formatKnownOptions(definition)}`;
    const read = parseOption(option, value);
    if (read === undefined) return `${name}=${value}: expected ${formatExpected(option)}`;
    options[name] = read;
  }
  return options;
}

const formatKnownOptions = ({ options }: DialectDefinition): string =>
  Object.keys(options).length > 0
    ? `expected one of ${Object.keys(options).join(', ')}`
    : 'expected no options after the path';

const formatExpected = (option: AddressOption): string =>
  'words' in option ? option.words.join(' or ') : `a whole number from ${option.min} to ${option.max}`;

function parseOption(option: AddressOption, value: string): string | number | undefined {
  if ('words' in option) return option.words.find((word) => word === value);
  const count = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  return count >= option.min && count <= option.max ? count : undefined;
}
