/** A listener as it is written: DIALECT+TRANSPORT:ADDRESS, with what the dialect lets one choose behind a question mark. */
import { type AddressOption, type Tongue, type Transport, tongues, transports } from './tongues.ts';
import { readWebAddress } from './webAddress.ts';

export interface ListenAddress {
  readonly dialect: string;
  readonly transport: Transport;
  readonly address: string;
  readonly options: Readonly<Record<string, string | number>>;
}

const form = /^([a-z]+)\+([a-z]+):(.*)$/s;
const query = /^(.*)\?([a-z]+=[^?]*)$/s;

/** What is wrong with it, as a sentence, when it cannot be read. */
export function readListenAddress(text: string, env: Environment = {}): ListenAddress | string {
  const [, dialect, transport, rest] = form.exec(text) ?? [];
  if (dialect === undefined || rest === undefined)
    return `${text}: expected DIALECT+TRANSPORT:ADDRESS, such as ptywright+unix:/run/user/1000/p.sock`;
  const tongue = tongues.get(dialect);
  if (!tongue) return `${text}: no dialect is called ${dialect}; known: ${[...tongues.keys()].join(', ')}`;
  const known = transports.find((one) => one === transport);
  if (!known) return `${text}: no transport is called ${transport}; known: ${transports.join(', ')}`;
  if (!tongue.transports.includes(known))
    return `${text}: ${dialect} is not spoken over ${known}, but over ${tongue.transports.join(' and ')}`;
  const [, address = rest, asked] = query.exec(rest) ?? [];
  if (known === 'stdio' && address !== '') return `${text}: stdio takes no address`;
  if (known === 'unix' && address === '') return `${text}: the path of the socket is missing`;
  const web = known === 'ws' || known === 'http' ? readWebAddress(address) : undefined;
  if (typeof web === 'string') return `${text}: ${web}`;
  const options = readOptions(tongue, asked, env);
  return typeof options === 'string'
    ? `${text}: ${options}`
    : { dialect, transport: known, address, options };
}

/** A listener that says nothing of what it might. */
export const plainOptions = ({ options }: Tongue): ListenAddress['options'] =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      'words' in option ? option.words[0] : option.default,
    ]),
  );

type Environment = Readonly<Record<string, string | undefined>>;

function readOptions(
  tongue: Tongue,
  asked: string | undefined,
  env: Environment,
): ListenAddress['options'] | string {
  const options: Record<string, string | number> = { ...plainOptions(tongue) };
  for (const [name, option] of Object.entries(tongue.options)) {
    const { name: variable = '', read = (it: string) => it } = option.variable ?? {};
    const value = env[variable];
    if (!value) continue;
    const found = readOption(option, read(value));
    if (found === undefined) return `${variable}=${value}: expected ${expected(option)}`;
    options[name] = found;
  }
  for (const [name, value] of new URLSearchParams(asked)) {
    const option = Object.hasOwn(tongue.options, name) ? tongue.options[name]! : undefined;
    if (!option) return `${tongue.name} takes no ${name}; ${offered(tongue)}`;
    const read = readOption(option, value);
    if (read === undefined) return `${name}=${value}: expected ${expected(option)}`;
    options[name] = read;
  }
  return options;
}

const offered = ({ options }: Tongue): string =>
  Object.keys(options).length > 0
    ? `known: ${Object.keys(options).join(', ')}`
    : 'nothing may follow the path';

const expected = (option: AddressOption): string =>
  'words' in option ? option.words.join(' or ') : `a whole number from ${option.min} to ${option.max}`;

function readOption(option: AddressOption, value: string): string | number | undefined {
  if ('words' in option) return option.words.find((word) => word === value);
  const count = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  return count >= option.min && count <= option.max ? count : undefined;
}
