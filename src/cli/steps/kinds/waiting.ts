/** Steps that wait, and say what ought to be. */

import { limits } from '../../../core/limits.ts';
import { compileMatcher } from '../../../core/matcher/compile.ts';
import { hit, miss } from '../../../core/matcher/matcher.ts';
import { Matcher } from '../../../core/matcher/shape.ts';
import type { Screen } from '../../../core/screen/screen.ts';
import { goneOf } from '../../../core/selector/selector.ts';
import { z } from '../../../platform/schema.ts';
import { kind, StepFailure } from '../kind.ts';
import { notGone } from '../missed.ts';
import { Ambiguity, checkWhich, finderOf, toldOf, Which } from '../selector.ts';

const Ms = z.int().min(0).max(limits.timeoutMs);
const Several = z.union([Which, z.array(Which).min(1)]);
const manyOf = (value: z.output<typeof Several>) => (Array.isArray(value) ? value : [value]);

const Fresh = z.strictObject({
  for: Which,
  fresh: z.boolean().default(false).describe('Whether only what was written since the last input counts.'),
  ambiguity: Ambiguity.default('first'),
});

const Expected = z
  .strictObject({
    visible: Several.optional(),
    hidden: Several.optional(),
    screen: z.string().optional().describe('All that the screen shows, without blanks at the ends of rows.'),
    title: z.string().optional(),
    cursor: z.strictObject({ row: z.int().min(0), col: z.int().min(0) }).optional(),
    alternate_screen: z.boolean().optional(),
    exit: z.int().min(0).max(255).optional().describe('The program has ended with this status.'),
    signal: z.string().optional().describe('The program was ended by this signal, such as SIGKILL.'),
    matcher: Matcher.optional(),
  })
  .refine((value) => Object.keys(value).length > 0, 'says nothing');

const forOf = (value: Which | { readonly for: Which }): Which =>
  typeof value === 'object' && 'for' in value ? value.for : value;

export const waitingKinds = [
  kind({
    name: 'wait',
    summary: 'Waits until something is on the screen.',
    shape: z.union([Which, Fresh]),
    example: 'Ready',
    told: (value) => toldOf(forOf(value)),
    check: (value) => checkWhich(forOf(value)),
    perform: (stage, value, { timeoutMs }) => {
      if (typeof value !== 'object' || !('for' in value)) return stage.find(value, 'first', timeoutMs);
      return stage.find(value.for, value.ambiguity, timeoutMs, value.fresh);
    },
  }),
  kind({
    name: 'gone',
    summary: 'Waits until something is not on the screen any more.',
    shape: Which,
    example: 'Loading',
    told: toldOf,
    check: checkWhich,
    perform: async (stage, which, { timeoutMs }) => {
      await stage.wait(goneOf(finderOf(which)), () => notGone(which), timeoutMs);
    },
  }),
  kind({
    name: 'stable',
    summary: 'Waits until the screen has not changed for so many milliseconds.',
    shape: Ms,
    example: 200,
    told: String,
    perform: async (stage, ms, { timeoutMs }) => {
      const matcher = { type: 'screen_stable', value: { min_ms: ms } } as const;
      await stage.wait(
        compileMatcher(matcher),
        () => `the screen was not still for ${ms} ms`,
        timeoutMs,
        true,
      );
    },
  }),
  kind({
    name: 'match',
    summary: 'Waits for a matcher as `session.wait` takes it.',
    shape: Matcher,
    example: { type: 'title', value: { contains: 'done' } },
    told: ({ type }) => type,
    check: (matcher) => void compileMatcher(matcher),
    perform: async (stage, matcher, { timeoutMs }) => {
      await stage.wait(compileMatcher(matcher), () => notSo(matcher), timeoutMs);
    },
  }),
  kind({
    name: 'find',
    summary: 'Waits for something, and tells in the report where it stands. Several are refused.',
    shape: Which,
    example: { type: 'nth', index: 1, selector: { type: 'exact', text: 'item' } },
    told: toldOf,
    check: checkWhich,
    perform: (stage, which, { timeoutMs }) => stage.find(which, 'fail', timeoutMs),
  }),
  kind({
    name: 'expect',
    summary: 'Waits until all of this is so.',
    shape: Expected,
    example: { visible: 'saved', hidden: ['error', '/warning/'], cursor: { row: 0, col: 0 } },
    told: (value) => Object.keys(value).join(', '),
    check: (value) => {
      for (const which of [...manyOf(value.visible ?? []), ...manyOf(value.hidden ?? [])]) checkWhich(which);
      for (const matcher of matchersOf(value)) compileMatcher(matcher);
    },
    perform: async (stage, value, { timeoutMs }) => {
      for (const which of manyOf(value.visible ?? [])) await stage.find(which, 'first', timeoutMs);
      for (const which of manyOf(value.hidden ?? []))
        await stage.wait(goneOf(finderOf(which)), () => notGone(which), timeoutMs);
      for (const matcher of matchersOf(value))
        await stage.wait(compileMatcher(matcher), () => notSo(matcher, stage.session.screen), timeoutMs);
      if (value.screen !== undefined) await stage.wait(showing(value.screen), () => otherScreen, timeoutMs);
      checkExit(value, stage.session.exit);
    },
  }),
];

type Expectation = z.output<typeof Expected>;
type Matching = ReturnType<typeof matchersOf>[number];

const matchersOf = ({ title, cursor, alternate_screen: alternate, exit, signal, matcher }: Expectation) => [
  ...(title === undefined ? [] : [{ type: 'title', value: { equals: title } } as const]),
  ...(cursor === undefined ? [] : [{ type: 'cursor_at', value: cursor } as const]),
  ...(alternate === undefined ? [] : [{ type: 'alternate_screen', value: alternate } as const]),
  ...(matcher === undefined ? [] : [matcher]),
  ...(exit === undefined && signal === undefined ? [] : [{ type: 'process_exited' } as const]),
];

const otherScreen = 'the screen did not become the one that is expected';

/** What is there instead, where that is told in a word. */
function notSo(matcher: Matching, screen?: Pick<Screen, 'title' | 'cursor' | 'alternateScreen'>): string {
  if (matcher.type === 'process_exited') return 'the program did not end';
  const asked = JSON.stringify('value' in matcher ? matcher.value : null);
  if (matcher.type === 'title')
    return `the title, ${JSON.stringify(screen?.title ?? null)}, did not become ${asked}`;
  if (matcher.type === 'cursor_at')
    return `the cursor, at ${JSON.stringify(screen?.cursor)}, was not at ${asked}`;
  return `the matcher ${matcher.type} ${asked} was not satisfied`;
}

const trimmed = (text: string) => text.replace(/[ \t]+$/gm, '').replace(/\n+$/, '');

const showing = (wanted: string) => ({
  watches: new Set(['content'] as const),
  ask: (moment: Parameters<ReturnType<typeof goneOf>['ask']>[0]) =>
    trimmed(moment.screen().text) === trimmed(wanted) ? hit('screen') : miss(),
});

interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

function checkExit({ exit, signal }: Expectation, ended: Ended | null): void {
  if (exit !== undefined && ended?.exitCode !== exit)
    throw new StepFailure(`expected the status ${exit}, got ${ended?.exitCode ?? ended?.signal}`);
  if (signal !== undefined && ended?.signal !== signal)
    throw new StepFailure(`expected the signal ${signal}, got ${ended?.signal ?? ended?.exitCode}`);
}
