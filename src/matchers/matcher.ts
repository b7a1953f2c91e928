/**
 * The declaration of a matcher: its name, its value, the changes that can satisfy it, and how it compiles to a probe.
 * A probe is evaluated only on the changes that it watches.
 */
import { fault, raise } from '#faults.ts';
import type { Pattern } from '#platform/regex.ts';
import type { z } from '#platform/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { HitPayload, Matcher, MatcherName } from './registry.ts';
import type { SearchArea, SessionView, TextView } from './sessionView.ts';

/** A change of a session that can satisfy a matcher. */
export type SessionChange = 'content' | 'cursor' | 'title' | 'bell' | 'mode' | 'event' | 'output' | 'exit';

export interface FoundText {
  readonly view: TextView;
  readonly start: number;
  readonly end: number;
}

/**
 * The evidence of a satisfied matcher. Text is kept as a range in a view, so that it can be redacted when it is sent.
 */
export interface Hit {
  readonly kind: string;
  readonly found?: FoundText;
  /** The first group of the pattern. */
  readonly group?: string | undefined;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly matched?: Hit | readonly Hit[];
}

interface Miss {
  /** When the matcher is satisfied if nothing changes until then. Undefined if only a change can satisfy it. */
  readonly wakeAt?: number;
  /**
   * The answer is still pending, for example from a plugin. Until it arrives, this is neither a hit nor a miss that
   * `not` may invert.
   */
  readonly pending?: true;
}

export type MatchResult = { readonly hit: Hit } | { readonly miss: Miss };

export interface CompiledMatcher {
  readonly watches: ReadonlySet<SessionChange>;
  /**
   * The part of the screen that is searched; undefined for the whole screen. Content changes elsewhere do not trigger
   * an evaluation.
   */
  readonly area?: SearchArea | undefined;
  /** The matcher as the client sent it. */
  readonly source?: Matcher;
  /** Description of the expected condition, for a probe that was not compiled from a matcher. */
  readonly matcherText?: string;
  evaluate(view: SessionView): MatchResult;
  /**
   * Registers the listener that is called when a pending answer has arrived and the matcher must be evaluated again.
   */
  onAnswer?(listener: () => void): void;
}

export interface MatcherCompiler {
  /** The path of the matcher in the parameters, for errors. */
  readonly path: string;
  readonly predicates: Predicates;
  /** Must be called when a pending answer has arrived. */
  readonly notifyAnswer: () => void;
  pattern(source: string, key: string): Pattern;
  /** Compiles a nested matcher. */
  nested(matcher: unknown, key: string): CompiledMatcher;
}

export interface MatcherDeclaration {
  readonly name: string;
  readonly summary: string;
  /** The schema of `value`. `matcher` is the schema of nested matchers. */
  value?(matcher: z.ZodType): z.ZodType;
  /** Whether `rows` and `region` may limit the search area. */
  readonly narrows?: true;
  readonly watches: readonly SessionChange[];
  /** The permission that a plugin needs to use this matcher. */
  readonly needs?: 'screen.read' | 'transcript.read';
  /** The expected condition in words; follows `waits for` in messages. */
  // biome-ignore lint/suspicious/noExplicitAny: as below
  format(value: any, inner: FormatNested): string;
  readonly example: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: the table holds matchers of all values; `value` says the shape.
  compile(value: any, compiler: MatcherCompiler, narrowed: AreaText): (view: SessionView) => MatchResult;
}

/** Formats a nested matcher. */
type FormatNested = (matcher: NestedMatcher) => string;

/** Returns the text of the search area. */
export type AreaText = (view: SessionView) => TextView;

declare const nestedBrand: unique symbol;

/** Placeholder type for a nested matcher. A declaration cannot refer to the union of all matchers. */
export interface NestedMatcher {
  readonly [nestedBrand]: true;
}

/** The value type of a matcher without a value. */
export type NoValue = z.ZodUndefined;

/** A declaration that keeps the type of its value. The input types for clients are derived from it. */
export interface TypedMatcherDeclaration<Name extends string, Value extends z.ZodType, Narrows extends true>
  extends MatcherDeclaration {
  readonly name: Name;
  value?(nested: z.ZodType<NestedMatcher, NestedMatcher>): Value;
  readonly narrows?: Narrows;
  format(value: z.output<Value>, inner: FormatNested): string;
  compile(
    value: z.output<Value>,
    compiler: MatcherCompiler,
    narrowed: AreaText,
  ): (view: SessionView) => MatchResult;
}

export const defineMatcher = <
  const Name extends string,
  Value extends z.ZodType = NoValue,
  Narrows extends true = never,
>(
  declaration: TypedMatcherDeclaration<Name, Value, Narrows>,
) => declaration;

export const quote = (text: string): string => JSON.stringify(text);

export const hit = (kind: string, rest: Omit<Hit, 'kind'> = {}): MatchResult => ({ hit: { kind, ...rest } });
const plainMiss: MatchResult = { miss: {} };
export const pending: MatchResult = { miss: { pending: true } };
export const miss = (wakeAt?: number): MatchResult =>
  wakeAt === undefined ? plainMiss : { miss: { wakeAt } };

/** The answer of a predicate: a plugin function that runs in another thread. */
export interface PredicateResult {
  readonly matched: boolean;
  readonly evidence?: string | undefined;
  readonly capture?: string | undefined;
  /** The answer may differ after this many milliseconds, even without a change. */
  readonly recheckMs?: number | undefined;
}

type Predicate = (view: Pick<SessionView, 'screenContext'>) => Promise<PredicateResult>;

export interface Predicates {
  /** Binds a predicate. `path` is the path of the names in the parameters. Raises PluginUnknown. */
  bind(plugin: string, predicate: string, params: unknown, path: string): Predicate;
}

/** For use without plugins: raises PluginUnknown for every name. */
export const noPredicates: Predicates = {
  bind: (plugin, _predicate, _params, path) =>
    raise(
      fault.PluginUnknown(
        { path: `${path}.plugin`, plugin, reason: 'unknown_plugin' },
        `${path}.plugin: no plugin is called ${plugin}`,
      ),
    ),
};

/** The hit as it is sent to the client. */
export function formatHit({ kind, found, group, facts, matched }: Hit, redaction: Redaction): HitPayload {
  const inner = (one: Hit) => formatHit(one, redaction);
  return {
    kind: kind as MatcherName,
    ...(facts && redaction.value(facts)),
    ...(found && formatFoundText(found, group, facts, redaction)),
    ...(matched && { matched: isMany(matched) ? matched.map(inner) : inner(matched) }),
  };
}

/** Returns a group only if the redacted match contains it. */
function formatFoundText(
  { view, start, end }: FoundText,
  group: string | undefined,
  facts: Hit['facts'],
  redaction: Redaction,
) {
  const text = view.redactedText(start, end, redaction);
  const capture =
    facts?.pattern === undefined ? undefined : group !== undefined && text.includes(group) ? group : text;
  return { text, ...(capture !== undefined && { capture }), ...view.positionAt?.(start) };
}

const isMany = (matched: Hit | readonly Hit[]): matched is readonly Hit[] => Array.isArray(matched);
