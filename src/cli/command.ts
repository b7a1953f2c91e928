/** What a command is: its words, its options and its prose, above the deed, which is loaded when it is run. */
import type { Occurrence } from './read.ts';

/** What only the declarations of the server know; `declared.ts` asks them. */
export type Vocabulary = 'method' | 'key';
export type Example = 'action' | 'matcher';

interface Told {
  readonly summary: string;
  /** One letter, said with one dash. */
  readonly short?: string;
  /** Ends the summary on the page of the command. */
  readonly example?: Example;
  /** For specs of ptywright itself; works, and is told to nobody. */
  readonly hidden?: true;
}

export interface Flag extends Told {
  readonly kind: 'flag';
}

export interface Text extends Told {
  readonly kind: 'text';
  /** How the value is called in the help, such as PATH. */
  readonly value: string;
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly completes?: 'file' | 'directory' | Vocabulary;
}

export interface Count extends Told {
  readonly kind: 'count';
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly many?: true;
  readonly default?: number;
}

export type Option = Flag | Text | Count;
export type Options = Readonly<Record<string, Option>>;

/** What may follow the options. */
export interface Operands {
  /** As in the usage line, such as `PROGRAM [ARGUMENTS]`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** The first operand ends the options: all that follows belongs to a program. */
  readonly ofProgram?: true;
  readonly choices?: readonly string[];
  /** Offered for the first one; others are taken too. */
  readonly completes?: Vocabulary | 'directory';
}

type ValueOf<O extends Option> = O extends Flag
  ? boolean
  : O extends Count
    ? number
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string;

type GivenOf<O extends Option> = O extends { readonly many: true }
  ? readonly ValueOf<O>[]
  : O extends Flag | { readonly default: string | number }
    ? ValueOf<O>
    : ValueOf<O> | undefined;

/** The options as they were given, by name. */
export type Given<O extends Options> = { readonly [Name in keyof O]: GivenOf<O[Name]> };

export interface Command<O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: O;
  readonly operands?: Operands;
  /** What each exit status means, besides 0 and 2. */
  readonly exits?: Readonly<Record<string, string>>;
  readonly examples?: Readonly<Record<string, string>>;
  /** Gives the exit status. `order` tells the options in the order in which they were written. */
  run(given: Given<O>, operands: readonly string[], order: readonly Occurrence[]): Promise<number>;
}

// The table holds commands of all options; the parameter of `run` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyCommand = Command<any>;

/** Commands that belong together, and are said with two words. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly details?: readonly string[];
  /** Each with both words as its name, such as `plugin new`. */
  readonly commands: readonly AnyCommand[];
}

export const isGroup = (one: AnyCommand | Group): one is Group => 'commands' in one;

/** The word that a command is called by: the second one in a group. */
export const lastWord = ({ name }: AnyCommand | Group): string => name.slice(name.lastIndexOf(' ') + 1);

export const command = <const O extends Options>(declaration: Command<O>): Command<O> => declaration;
