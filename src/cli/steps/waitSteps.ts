/** Steps that wait for the screen or the program. */
import { limits } from '#limits.ts';
import { compileMatcher } from '#matchers/compile.ts';
import { hit, miss } from '#matchers/matcher.ts';
import { formatMatcher, Matcher } from '#matchers/registry.ts';
import { createGoneProbe, createSelectorProbe, ExpectedStyle } from '#matchers/selector.ts';
import { z } from '#platform/schema.ts';
import type { Screen } from '#terminal/screen.ts';
import {
  AmbiguityField,
  checkSelector,
  createFinder,
  defineStep,
  fromStepSelector,
  notGoneMessage,
  notSeenMessage,
  ScriptStepError,
  StepSelector,
  selectorText,
} from './step.ts';

const Milliseconds = z.int().min(0).max(limits.timeoutMs);
const SelectorList = z.union([StepSelector, z.array(StepSelector).min(1)]);
const toSelectors = (value: z.output<typeof SelectorList>) => (Array.isArray(value) ? value : [value]);

const WaitFields = z.strictObject({
  for: StepSelector,
  fresh: z.boolean().default(false).describe('Whether to match only output since the last input.'),
  ambiguity: AmbiguityField.default('first'),
});

const ExpectFields = z
  .strictObject({
    visible: SelectorList.optional(),
    hidden: SelectorList.optional(),
    screen: z.string().optional().describe('The whole text of the screen, without trailing blanks.'),
    title: z.string().optional(),
    cursor: z.strictObject({ row: z.int().min(0), col: z.int().min(0) }).optional(),
    alternate_screen: z.boolean().optional(),
    exit: z.int().min(0).max(255).optional().describe('Expected exit status of the program.'),
    signal: z.string().optional().describe('Expected signal that killed the program, such as SIGKILL.'),
    matcher: Matcher.optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'expected at least one field');

const waitSelector = (value: StepSelector | { readonly for: StepSelector }): StepSelector =>
  typeof value === 'object' && 'for' in value ? value.for : value;

const stableMs = (value: number | { readonly min_ms: number }): number =>
  typeof value === 'number' ? value : value.min_ms;

export const waitSteps = [
  defineStep({
    name: 'wait',
    summary: 'Wait until the screen contains a match.',
    shape: z.union([StepSelector, WaitFields]),
    example: 'Ready',
    describe: (value) => selectorText(waitSelector(value)),
    check: (value) => checkSelector(waitSelector(value)),
    perform: (context, value, { timeoutMs }) => {
      if (typeof value !== 'object' || !('for' in value)) return context.find(value, 'first', timeoutMs);
      return context.find(value.for, value.ambiguity, timeoutMs, value.fresh);
    },
  }),
  defineStep({
    name: 'gone',
    summary: 'Wait until the screen contains no match.',
    shape: StepSelector,
    example: 'Loading',
    describe: selectorText,
    check: checkSelector,
    perform: async (context, which, { timeoutMs }) => {
      await context.wait(createGoneProbe(createFinder(which)), () => notGoneMessage(which), timeoutMs);
    },
  }),
  defineStep({
    name: 'stable',
    summary: 'Wait until the screen has not changed for this many milliseconds.',
    shape: z.union([Milliseconds, z.strictObject({ min_ms: Milliseconds })]),
    example: 200,
    describe: (value) => String(stableMs(value)),
    perform: async (context, value, { timeoutMs }) => {
      const ms = stableMs(value);
      const matcher = { type: 'screen_stable', value: { min_ms: ms } } as const;
      await context.wait(
        compileMatcher(matcher),
        () => `the screen did not stay unchanged for ${ms} ms`,
        timeoutMs,
        true,
      );
    },
  }),
  defineStep({
    name: 'match',
    summary: 'Wait for a matcher, in the form that `session.wait` accepts.',
    shape: Matcher,
    example: { type: 'title', value: { contains: 'done' } },
    describe: ({ type }) => type,
    check: (matcher) => void compileMatcher(matcher),
    perform: async (context, matcher, { timeoutMs }) => {
      await context.wait(compileMatcher(matcher), () => notMatchedMessage(matcher), timeoutMs);
    },
  }),
  defineStep({
    name: 'find',
    summary: 'Wait for a single match, and report its position. Fails if there are several.',
    shape: StepSelector,
    example: { type: 'nth', index: 1, selector: { type: 'exact', text: 'item' } },
    describe: selectorText,
    check: checkSelector,
    perform: (context, which, { timeoutMs }) => context.find(which, 'fail', timeoutMs),
  }),
  defineStep({
    name: 'expect',
    summary: 'Wait until all of these conditions are met.',
    shape: ExpectFields,
    example: { visible: 'saved', hidden: ['error', '/warning/'], cursor: { row: 0, col: 0 } },
    describe: (value) => Object.keys(value).join(', '),
    check: (value) => {
      for (const which of [...toSelectors(value.visible ?? []), ...toSelectors(value.hidden ?? [])])
        checkSelector(which);
      for (const matcher of expectedMatchers(value)) compileMatcher(matcher);
    },
    perform: async (context, value, { timeoutMs }) => {
      for (const which of toSelectors(value.visible ?? [])) await context.find(which, 'first', timeoutMs);
      for (const which of toSelectors(value.hidden ?? []))
        await context.wait(createGoneProbe(createFinder(which)), () => notGoneMessage(which), timeoutMs);
      for (const matcher of expectedMatchers(value))
        await context.wait(
          compileMatcher(matcher),
          () => notMatchedMessage(matcher, context.session.screen),
          timeoutMs,
        );
      if (value.screen !== undefined)
        await context.wait(screenTextProbe(value.screen), () => wrongScreenMessage, timeoutMs);
      checkExit(value, context.session.exit);
    },
  }),
];

type Expectation = z.output<typeof ExpectFields>;
type ExpectedMatcher = ReturnType<typeof expectedMatchers>[number];

const expectedMatchers = ({
  title,
  cursor,
  alternate_screen: alternate,
  exit,
  signal,
  matcher,
}: Expectation) => [
  ...(title === undefined ? [] : [{ type: 'title', value: { equals: title } } as const]),
  ...(cursor === undefined ? [] : [{ type: 'cursor_at', value: cursor } as const]),
  ...(alternate === undefined ? [] : [{ type: 'alternate_screen', value: alternate } as const]),
  ...(matcher === undefined ? [] : [matcher]),
  ...(exit === undefined && signal === undefined ? [] : [{ type: 'process_exited' } as const]),
];

const wrongScreenMessage = 'the screen did not become equal to the expected one';

/** Includes the actual value for a title or a cursor. */
function notMatchedMessage(
  matcher: ExpectedMatcher,
  screen?: Pick<Screen, 'title' | 'cursor' | 'alternateScreen'>,
): string {
  if (matcher.type === 'process_exited') return 'the program did not end';
  const requested = JSON.stringify('value' in matcher ? matcher.value : null);
  if (matcher.type === 'title')
    return `the title ${JSON.stringify(screen?.title ?? null)} did not become ${requested}`;
  if (matcher.type === 'cursor_at')
    return `the cursor is at ${JSON.stringify(screen?.cursor)}; it did not move to ${requested}`;
  return `the wait for ${formatMatcher(matcher)} did not succeed`;
}

const trimRows = (text: string) => text.replace(/[ \t]+$/gm, '').replace(/\n+$/, '');

const screenTextProbe = (expected: string) => ({
  watches: new Set(['content'] as const),
  evaluate: (view: Parameters<ReturnType<typeof createGoneProbe>['evaluate']>[0]) =>
    trimRows(view.screen().text) === trimRows(expected) ? hit('screen') : miss(),
});

interface EndedProgram {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

function checkExit({ exit, signal }: Expectation, ended: EndedProgram | null): void {
  if (exit !== undefined && ended?.exitCode !== exit)
    throw new ScriptStepError(`expected exit status ${exit}, got ${ended?.exitCode ?? ended?.signal}`);
  if (signal !== undefined && ended?.signal !== signal)
    throw new ScriptStepError(`expected signal ${signal}, got ${ended?.signal ?? ended?.exitCode}`);
}

export const styleSteps = [
  defineStep({
    name: 'looks',
    summary: 'Wait until the screen contains a match in which every character has this style.',
    shape: z.strictObject({ on: StepSelector, style: ExpectedStyle }),
    example: { on: 'error', style: { fg: 1, bold: true, italic: false } },
    describe: ({ on }) => selectorText(on),
    check: ({ on }) => checkSelector(on),
    perform: async (context, { on, style }, { timeoutMs }) => {
      const missed = () => `${notSeenMessage(on)} with ${JSON.stringify(style)}`;
      const find = createFinder({ type: 'styled', style, selector: fromStepSelector(on) });
      await context.wait(createSelectorProbe(find), missed, timeoutMs);
    },
  }),
];
