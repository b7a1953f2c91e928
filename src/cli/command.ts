/** Declares commands and parses their arguments. The implementation of a command is loaded only when it runs. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMean } from '#platform/didYouMean.ts';
import { UsageError } from './errors.ts';

/** Words that only the declarations of the server know. `help.ts` provides them. */
export type CompletionSource = 'method' | 'key';
export type OptionExample = 'action' | 'matcher';

interface OptionBase {
  readonly summary: string;
  /** One letter, used with a single dash. */
  readonly short?: string;
  /** Appended to the summary in the help of the command. */
  readonly example?: OptionExample;
  /** For the specs of ptywright. Works, but is not documented. */
  readonly hidden?: true;
}

export interface FlagOption extends OptionBase {
  readonly kind: 'flag';
}

export interface TextOption extends OptionBase {
  readonly kind: 'text';
  /** Name of the value in the help, such as PATH. */
  readonly value: string;
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly completes?: 'file' | 'directory' | CompletionSource;
}

export interface NumberOption extends OptionBase {
  readonly kind: 'count';
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly many?: true;
  readonly default?: number;
}

export type CommandOption = FlagOption | TextOption | NumberOption;
export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** Arguments after the options. */
export interface Operands {
  /** As in the usage line, such as `PROGRAM [ARGUMENTS]`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** The first operand ends the options: everything after it belongs to a program. */
  readonly ofProgram?: true;
  readonly choices?: readonly string[];
  /** Completions for the first operand. Other values are accepted too. */
  readonly completes?: CompletionSource | 'directory';
}

type SingleValue<O extends CommandOption> = O extends FlagOption
  ? boolean
  : O extends NumberOption
    ? number
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string;

type OptionValue<O extends CommandOption> = O extends { readonly many: true }
  ? readonly SingleValue<O>[]
  : O extends FlagOption | { readonly default: string | number }
    ? SingleValue<O>
    : SingleValue<O> | undefined;

/** The values of the options, by name. */
export type OptionValues<O extends CommandOptions> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

export interface Command<O extends CommandOptions = CommandOptions> {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: O;
  readonly operands?: Operands;
  /** What each exit status means, besides 0 and 2. */
  readonly exits?: Readonly<Record<string, string>>;
  readonly examples?: Readonly<Record<string, string>>;
  /** Returns the exit status. `order` has the options in the order in which they were written. */
  run(
    given: OptionValues<O>,
    operands: readonly string[],
    order: readonly OptionOccurrence[],
  ): Promise<number>;
}

// Commands have different options; the parameter of `run` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyCommand = Command<any>;

/** Related commands that are called with two words. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  /** The name of each has both words, such as `plugin new`. */
  readonly commands: readonly AnyCommand[];
}

export const isCommandGroup = (one: AnyCommand | CommandGroup): one is CommandGroup => 'commands' in one;

/** The last word of the name. */
export const shortName = ({ name }: AnyCommand | CommandGroup): string =>
  name.slice(name.lastIndexOf(' ') + 1);

export const defineCommand = <const O extends CommandOptions>(declaration: Command<O>): Command<O> =>
  declaration;

/** An option as it was written, with its value. */
export interface OptionOccurrence {
  readonly name: string;
  readonly value: string | number | true;
}

export interface ParsedCommandLine {
  readonly help: boolean;
  readonly given: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
  readonly order: readonly OptionOccurrence[];
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

export function parseCommandLine(
  { options, operands }: AnyCommand,
  words: readonly string[],
): ParsedCommandLine {
  const order: OptionOccurrence[] = [];
  const rest: string[] = [];
  for (const token of tokenize(words, options)) {
    if (token.kind === 'option') {
      if (token.name === 'help' || token.rawName === '-h')
        return { help: true, given: {}, operands: [], order };
      order.push(parseOption(token, options));
    } else if (operands?.ofProgram) {
      rest.push(...words.slice(token.kind === 'positional' ? token.index : token.index + 1));
      break;
    } else if (token.kind === 'positional') rest.push(token.value);
  }
  checkOperands(rest, operands);
  return { help: false, given: collectValues(options, order), operands: rest, order };
}

/** Node.js splits the words. Validation happens here, so that every error message is ours. */
function tokenize(words: readonly string[], options: CommandOptions): readonly Token[] {
  const config: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { kind, short }] of Object.entries(options))
    config[name] = { type: kind === 'flag' ? 'boolean' : 'string', ...(short && { short }) };
  const asked = { args: [...words], options: config, strict: false, tokens: true } satisfies ParseArgsConfig;
  return parseArgs(asked).tokens;
}

function parseOption(
  { name, rawName, value, inlineValue }: OptionToken,
  options: CommandOptions,
): OptionOccurrence {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option)
    throw new UsageError(`${rawName}: no such option${didYouMean(rawName, visibleOptionNames(options))}`);
  if (option.kind === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return { name, value: true };
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  // More likely the value was forgotten.
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value; if it is ${value}, write ${rawName}=${value}`);
  return { name, value: parseValue(rawName, value, option) };
}

const visibleOptionNames = (options: CommandOptions) =>
  Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name]) => `--${name}`);

function parseValue(
  rawName: string,
  text: string,
  option: Exclude<CommandOption, { kind: 'flag' }>,
): string | number {
  if (option.kind === 'count') return parseNumber(rawName, text, option);
  if (option.choices && !option.choices.includes(text)) {
    throw new UsageError(
      `${rawName} ${text}: expected ${option.choices.join(', ')}${didYouMean(text, option.choices)}`,
    );
  }
  return text;
}

function parseNumber(rawName: string, text: string, { min, max }: { min: number; max: number }): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(`${rawName} ${text}: expected a whole number from ${min} to ${max}`);
}

/** The last value of a repeated option counts. */
function collectValues(options: CommandOptions, order: readonly OptionOccurrence[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const values = order.filter((one) => one.name === name).map(({ value }) => value);
    if (option.kind === 'flag') given[name] = values.length > 0;
    else given[name] = option.many ? values : (values.at(-1) ?? option.default);
  }
  return given;
}

const noOperands: Operands = { usage: '', min: 0, max: 0 };

function checkOperands(
  operands: readonly string[],
  { usage, min, max, choices }: Operands = noOperands,
): void {
  if (operands.length > max)
    throw new UsageError(`${operands[max]}: not expected${usage && `; expected ${usage}`}`);
  if (operands.length < min) throw new UsageError(`expected ${usage}`);
  const stranger = choices && operands.find((operand) => !choices.includes(operand));
  if (stranger !== undefined)
    throw new UsageError(`${stranger}: expected ${choices!.join(', ')}${didYouMean(stranger, choices!)}`);
}

/** `what` names the argument that holds the JSON. */
export function parseJsonArgument(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new UsageError(`${what}: not JSON: ${(problem as Error).message}`);
  }
}
