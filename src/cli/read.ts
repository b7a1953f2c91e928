/** From words to options and operands, by the table of a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../platform/near.ts';
import type { AnyCommand, Operands, Option, Options } from './command.ts';
import { UsageError } from './usage.ts';

export interface Occurrence {
  readonly name: string;
  readonly value: string | number | true;
}

export interface Read {
  readonly help: boolean;
  readonly given: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
  readonly order: readonly Occurrence[];
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

export function read({ options, operands }: AnyCommand, words: readonly string[]): Read {
  const order: Occurrence[] = [];
  const rest: string[] = [];
  for (const token of tokens(words, options)) {
    if (token.kind === 'option') {
      if (token.name === 'help' || token.rawName === '-h')
        return { help: true, given: {}, operands: [], order };
      order.push(occurrence(token, options));
    } else if (operands?.ofProgram) {
      rest.push(...words.slice(token.kind === 'positional' ? token.index : token.index + 1));
      break;
    } else if (token.kind === 'positional') rest.push(token.value);
  }
  checkOperands(rest, operands);
  return { help: false, given: givenOf(options, order), operands: rest, order };
}

/** Node's own reader cuts the words; what it makes of them is judged here, so that every message is ours. */
function tokens(words: readonly string[], options: Options): readonly Token[] {
  const config: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { kind, short }] of Object.entries(options))
    config[name] = { type: kind === 'flag' ? 'boolean' : 'string', ...(short && { short }) };
  const asked = { args: [...words], options: config, strict: false, tokens: true } satisfies ParseArgsConfig;
  return parseArgs(asked).tokens;
}

function occurrence({ name, rawName, value, inlineValue }: OptionToken, options: Options): Occurrence {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw new UsageError(`${rawName}: no such option${nearest(rawName, longNames(options))}`);
  if (option.kind === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return { name, value: true };
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  // Rather a value was forgotten than meant.
  if (!inlineValue && value.startsWith('--'))
    throw new UsageError(`${rawName} needs a value; if it is ${value}, write ${rawName}=${value}`);
  return { name, value: readValue(rawName, value, option) };
}

const longNames = (options: Options) =>
  Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name]) => `--${name}`);

function readValue(
  rawName: string,
  text: string,
  option: Exclude<Option, { kind: 'flag' }>,
): string | number {
  if (option.kind === 'count') return countOf(rawName, text, option);
  if (option.choices && !option.choices.includes(text)) {
    throw new UsageError(
      `${rawName} ${text}: expected ${option.choices.join(', ')}${nearest(text, option.choices)}`,
    );
  }
  return text;
}

function countOf(rawName: string, text: string, { min, max }: { min: number; max: number }): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(`${rawName} ${text}: expected a whole number from ${min} to ${max}`);
}

/** What is given once and again counts as it was given last. */
function givenOf(options: Options, order: readonly Occurrence[]): Record<string, unknown> {
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
    throw new UsageError(`${stranger}: expected ${choices!.join(', ')}${nearest(stranger, choices!)}`);
}
