/** Declares commands, and parses their arguments with yargs. */
import yargs, { type Options } from 'yargs';
import { limits } from '#limits.ts';
import { didYouMean } from '#platform/didYouMean.ts';
import { UsageError } from './errors.ts';

/** Completions that shells offer for a value: files, directories, sessions, methods of the server, or names of keys. */
type Completion = 'file' | 'directory' | 'session' | 'method' | 'key';

/** An option of yargs. An option that is not boolean takes one value each time it is given. */
export interface CommandOption extends Pick<Options, 'alias' | 'array' | 'default' | 'hidden'> {
  readonly type: 'boolean' | 'string' | 'number';
  readonly describe: string;
  /** Name of the value in the help, such as PATH. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly completes?: Completion;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

type OptionDetails = Omit<CommandOption, 'type' | 'value' | 'describe'>;
type None = Readonly<Record<never, never>>;
type ValueOption<Type extends CommandOption['type'], Details> = {
  readonly type: Type;
  readonly value: string;
  readonly describe: string;
} & Details;

/** Declare options. `value` is the name of the value in the help. */
export const flag = <const D extends OptionDetails = None>(describe: string, details?: D) =>
  ({ type: 'boolean', describe, ...details }) as { readonly type: 'boolean'; readonly describe: string } & D;

export const text = <const D extends OptionDetails = None>(value: string, describe: string, details?: D) =>
  ({ type: 'string', value, describe, ...details }) as ValueOption<'string', D>;

export const file = <const D extends OptionDetails = None>(value: string, describe: string, details?: D) => ({
  ...text(value, describe, details),
  completes: 'file' as const,
});

export const folder = (value: string, describe: string) => text(value, describe, { completes: 'directory' });

export const choice = <const Choice extends string, const D extends OptionDetails = None>(
  value: string,
  choices: readonly Choice[],
  describe: string,
  details?: D,
) => ({ ...text(value, describe, details), choices });

export const count = <const D extends OptionDetails = None>(
  value: string,
  [min, max]: readonly [min: number, max: number],
  describe: string,
  details?: D,
) => ({ type: 'number', value, min, max, describe, ...details }) as ValueOption<'number', D>;

/** Details of an option that may be repeated. */
export const many = { array: true } as const;

export interface Operands {
  /** As in the usage line, such as `PROGRAM [ARGUMENTS]`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** The first operand ends the options: everything after it belongs to a program. */
  readonly ofProgram?: true;
  readonly choices?: readonly string[];
  /** The values of the first operand. */
  readonly first?: readonly string[];
  /** Completions for the first operand. Other values are accepted too. */
  readonly completes?: Completion;
}

type SingleValue<O extends CommandOption> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly type: 'number' }
    ? number
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string;

type OptionValue<O extends CommandOption> = O extends { readonly array: true }
  ? readonly SingleValue<O>[]
  : O extends { readonly type: 'boolean' } | { readonly default: string | number }
    ? SingleValue<O>
    : SingleValue<O> | undefined;

export type OptionValues<O extends CommandOptions> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

export interface Command<O extends CommandOptions = CommandOptions> {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: O;
  readonly operands?: Operands;
  /** Those of a group. The name of each has both words, such as `plugin new`. */
  readonly commands?: readonly AnyCommand[];
  /** What each exit status means, besides 0 and 2. */
  readonly exits?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly examples?: Readonly<Record<string, string>>;
  /** Prints an error in the arguments as JSON, if `--json` is among them. Returns the exit status. */
  readonly printUsageError?: (error: UsageError) => Promise<number>;
  /** Returns the exit status. `words` are the arguments as they were written. */
  run(given: OptionValues<O>, operands: readonly string[], words: readonly string[]): Promise<number>;
}

// Commands have different options; the parameter of `run` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyCommand = Command<any>;

/** Related commands that are called with two words. */
type CommandGroup = AnyCommand & { readonly commands: readonly AnyCommand[] };

export const isCommandGroup = (one: AnyCommand): one is CommandGroup => one.commands !== undefined;

/** The last word of the name. */
export const shortName = ({ name }: { readonly name: string }): string =>
  name.slice(name.lastIndexOf(' ') + 1);

export const defineCommand = <const O extends CommandOptions>(declaration: Command<O>): Command<O> =>
  declaration;

/** It runs only if none of its commands is named. */
export const defineGroup = (
  name: string,
  summary: string,
  commands: readonly AnyCommand[],
): CommandGroup => ({
  name,
  summary,
  commands,
  options: {},
  operands: { usage: 'COMMAND', min: 0, max: limits.args, ofProgram: true },
  run: async (_, [word = '']) => {
    throw unknownCommand(word, commands.map(shortName));
  },
});

export const unknownCommand = (word: string, known: readonly string[]): UsageError =>
  new UsageError(`${word}: no such command${didYouMean(word, known)}`);

interface ParsedCommandLine {
  readonly help: boolean;
  readonly given: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

/** Values are texts until they are checked, and every word that is no known option is kept as it was written. */
const parserConfiguration = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'nargs-eats-options': true,
  'parse-positional-numbers': false,
  'populate--': true,
  'unknown-options-as-args': true,
} as const;

/** Throws UsageError, unless help is asked for. */
export function parseCommandLine(command: AnyCommand, words: readonly string[]): ParsedCommandLine {
  const { options, operands } = command;
  const problems: string[] = [];
  const parser = yargs([...words], '/')
    .updateStrings({ 'Argument unexpected for: %s': '--%s takes no value' })
    .parserConfiguration({ ...parserConfiguration, 'halt-at-non-option': operands?.ofProgram === true })
    .help(false)
    .version(false)
    .options({ help: { type: 'boolean', alias: 'h', nargs: 0 } })
    .fail((message) =>
      problems.push(/^Not enough/.test(message) ? missingValue(words.at(-1)!, options) : message),
    );
  for (const [name, option] of Object.entries(options as CommandOptions))
    parser.option(name, yargsOption(name, option, words));
  const { _: before, '--': rest = [], ...parsed } = parser.parseSync() as ParsedWords;
  if (parsed.help) return { help: true, given: {}, operands: [] };
  const unknown = before.find((word) => /^-./.test(word));
  if (unknown !== undefined) {
    // yargs does not split `-oFILE`.
    const attached = valuedAliases(options).find((alias) => unknown.startsWith(`-${alias}`));
    if (attached === undefined) throw unknownOption(unknown, options);
    const split = [`-${attached}`, unknown.slice(attached.length + 1)];
    return parseCommandLine(command, words.toSpliced(words.indexOf(unknown), 1, ...split));
  }
  if (problems[0] !== undefined) throw new UsageError(problems[0]);
  const given = [...before, ...rest];
  checkOperands(given, operands);
  return { help: false, given: withDefaults(options, parsed), operands: given };
}

interface ParsedWords {
  /** Words before a program, or before `--`. */
  readonly _: readonly string[];
  readonly '--'?: readonly string[];
  readonly [name: string]: unknown;
}

function yargsOption(name: string, option: CommandOption, words: readonly string[]): Options {
  const { alias } = option;
  if (option.type === 'boolean') return { type: 'boolean', alias, nargs: 0 };
  const parse = (value: string) => {
    // More likely the value was forgotten.
    if (value.startsWith('--') && !words.includes(`--${name}=${value}`))
      throw new UsageError(`--${name} needs a value; if it is ${value}, write --${name}=${value}`);
    return parseValue(name, value, option);
  };
  // yargs passes one value as it is, and several as an array.
  const coerce = (value: string | string[]) => {
    const values = (Array.isArray(value) ? value : [value]).map(parse);
    return option.array ? values : values.at(-1);
  };
  return { type: 'string', alias, nargs: 1, coerce };
}

/** `word` is an option at the end of the command line. */
function missingValue(word: string, options: CommandOptions): string {
  const found = Object.entries(options).find(([name, { alias }]) =>
    [`--${name}`, `-${alias}`].includes(word),
  );
  return `${word} needs a value: ${word} ${found?.[1].value}`;
}

function parseValue(name: string, text: string, { type, choices, min, max }: CommandOption): string | number {
  if (choices && !choices.includes(text))
    throw new UsageError(`--${name} ${text}: expected ${choices.join(', ')}${didYouMean(text, choices)}`);
  if (type === 'string') return text;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min! && count <= max!) return count;
  throw new UsageError(`--${name} ${text}: expected a whole number from ${min} to ${max}`);
}

const valuedAliases = (options: CommandOptions) =>
  Object.values(options).flatMap(({ value, alias }) => (value && alias ? [String(alias)] : []));

function unknownOption(word: string, options: CommandOptions): UsageError {
  const name = word.split('=', 1)[0]!;
  const known = Object.keys(options).filter((option) => !options[option]!.hidden);
  return new UsageError(
    `${name}: no such option${didYouMean(
      name,
      known.map((option) => `--${option}`),
    )}`,
  );
}

const withDefaults = (options: CommandOptions, parsed: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, array, default: otherwise }]) => [
      name,
      parsed[name] ?? (array ? [] : type === 'boolean' ? false : otherwise),
    ]),
  );

const noOperands: Operands = { usage: '', min: 0, max: 0 };

function checkOperands(
  operands: readonly string[],
  { usage, min, max, choices, first = choices }: Operands = noOperands,
): void {
  if (operands.length > max)
    throw new UsageError(`${operands[max]}: not expected${usage && `; expected ${usage}`}`);
  if (operands.length < min) throw new UsageError(`expected ${usage}`);
  const checked = choices ? operands : operands.slice(0, 1);
  const unknown = first && checked.find((operand) => !first.includes(operand));
  if (unknown !== undefined)
    throw new UsageError(`${unknown}: expected ${first!.join(', ')}${didYouMean(unknown, first!)}`);
}

/** An option as it was written, with its value. */
export interface OptionOccurrence {
  readonly name: string;
  readonly value: string | true;
}

/** Returns the long options in the order of the words. yargs keeps it only among the values of one option. */
export function orderOptions(
  { options, operands }: Pick<AnyCommand, 'options' | 'operands'>,
  words: readonly string[],
): readonly OptionOccurrence[] {
  const order: OptionOccurrence[] = [];
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    const [, name = '', attached] = /^--([^=]+)(?:=(.*))?$/s.exec(words[at]!) ?? [];
    const option = (options as CommandOptions)[name];
    if (option) order.push({ name, value: attached ?? (option.type === 'boolean' || words[++at]!) });
    else if (operands?.ofProgram && !words[at]!.startsWith('-')) break;
  }
  return order;
}

/** `what` names the argument that holds the JSON. */
export function parseJsonArgument(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new UsageError(`${what}: not JSON: ${(problem as Error).message}`);
  }
}
