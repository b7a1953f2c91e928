/**
 * The declaration of a matcher: what it is called and takes, which happenings can satisfy it, and how it is made
 * into a probe. A probe is asked at each happening that it watches for, and only then.
 */
import type { Pattern } from '../../platform/regex.ts';
import type { z } from '../../platform/schema.ts';
import type { Area, Moment, TextView } from './moment.ts';
import type { Predicates } from './predicates.ts';
import type { Matcher } from './shape.ts';

/** What can make a difference to a matcher. */
export type Happening = 'content' | 'cursor' | 'title' | 'bell' | 'mode' | 'event' | 'output' | 'exit';

export interface Found {
  readonly view: TextView;
  readonly start: number;
  readonly end: number;
}

/** Why a matcher was satisfied. Text is kept as a place in a view, so that it can be redacted when it is told. */
export interface Hit {
  readonly kind: string;
  readonly found?: Found;
  /** What the first group of a pattern caught. */
  readonly group?: string | undefined;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly matched?: Hit | readonly Hit[];
}

export interface Miss {
  /** When it will be satisfied if nothing happens until then; nothing when only a happening can do it. */
  readonly wakeAt?: number;
  /** Somebody else has been asked: until the answer comes this is no hit, and not the contrary of one either. */
  readonly pending?: true;
}

export type Verdict = { readonly hit: Hit } | { readonly miss: Miss };

export interface Probe {
  readonly watches: ReadonlySet<Happening>;
  /** Where it looks, when that is not the whole screen: content that changes elsewhere is nothing to it. */
  readonly area?: Area | undefined;
  /** The matcher that it was made from, as it was sent. */
  readonly sent?: Matcher;
  /** What it hopes for in words, where it was not made from a matcher. */
  readonly hope?: string;
  ask(moment: Moment): Verdict;
  /** The listener is told when an answer that was pending has come: it is time to ask again. */
  onAnswer?(listener: () => void): void;
}

export interface Compiler {
  /** Where in the parameters the matcher stands, for errors. */
  readonly path: string;
  readonly predicates: Predicates;
  /** To be called when an answer that was pending has come. */
  readonly answered: () => void;
  pattern(source: string, key: string): Pattern;
  /** Compiles a matcher inside this one. */
  nested(matcher: unknown, key: string): Probe;
}

export interface MatcherDeclaration {
  readonly name: string;
  readonly summary: string;
  /** The shape of `value`, given the shape of matchers for those that hold others. */
  value?(matcher: z.ZodType): z.ZodType;
  /** Whether `rows` and `region` may narrow where it looks. */
  readonly narrows?: true;
  readonly watches: readonly Happening[];
  /** What a plugin must be allowed to read so that it may hope for this. */
  readonly needs?: 'screen.read' | 'transcript.read';
  /** What a wait hopes for, for people: it stands behind `waits for`. */
  // biome-ignore lint/suspicious/noExplicitAny: as below
  words(value: any, inner: InnerWords): string;
  readonly example: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: the table holds matchers of all values; `value` says the shape.
  compile(value: any, compiler: Compiler, narrowed: Narrowed): (moment: Moment) => Verdict;
}

/** The words of a matcher inside this one. */
export type InnerWords = (matcher: Inner) => string;

/** The text of the screen that a matcher was narrowed to. */
export type Narrowed = (moment: Moment) => TextView;

declare const inner: unique symbol;

/** Stands for a matcher inside another in the types of declarations: none of them can know the union of all. */
export interface Inner {
  readonly [inner]: true;
}

/** What a matcher without a value has for one. */
export type NoValue = z.ZodUndefined;

/** A declaration that has kept the types of what it takes; what clients may send is derived from them. */
export interface Declared<Name extends string, Value extends z.ZodType, Narrows extends true>
  extends MatcherDeclaration {
  readonly name: Name;
  value?(nested: z.ZodType<Inner, Inner>): Value;
  readonly narrows?: Narrows;
  words(value: z.output<Value>, inner: InnerWords): string;
  compile(value: z.output<Value>, compiler: Compiler, narrowed: Narrowed): (moment: Moment) => Verdict;
}

export const matcher = <
  const Name extends string,
  Value extends z.ZodType = NoValue,
  Narrows extends true = never,
>(
  declaration: Declared<Name, Value, Narrows>,
) => declaration;

export const quoted = (text: string): string => JSON.stringify(text);

export const hit = (kind: string, rest: Omit<Hit, 'kind'> = {}): Verdict => ({ hit: { kind, ...rest } });
const nothing: Verdict = { miss: {} };
export const pending: Verdict = { miss: { pending: true } };
export const miss = (wakeAt?: number): Verdict => (wakeAt === undefined ? nothing : { miss: { wakeAt } });
