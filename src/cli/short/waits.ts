/** Commands that wait for a condition, or check one. */

import type { BaselineCompareResult, Hit, Matcher } from '#client/api.ts';
import { Refusal } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { flag, folder } from '../command.ts';
import { UsageError } from '../errors.ts';
import {
  type CommandOutput,
  defineSessionCommand,
  type Invocation,
  notMet,
  regexOption,
  timeoutOption,
} from './command.ts';
import { keepingArtifacts } from './reading.ts';
import { afterOption, createSelector, styleOptions } from './selectors.ts';

export const waitOptions = { regex: regexOption, timeout: timeoutOption } as const;

interface WaitKind {
  readonly value: 'required' | 'optional' | 'none';
  /** `--regex` applies. */
  readonly pattern?: true;
  matcher(value: string, isPattern: boolean): Matcher;
}

const screenText = (value: string, isPattern: boolean): Matcher =>
  isPattern ? { type: 'screen_regex', value } : { type: 'contains_text', value };
const textCondition = (value: string, isPattern: boolean) =>
  isPattern ? { regex: value } : { contains: value };

const defaultIdleMs = '500';

const kinds = {
  text: { value: 'required', pattern: true, matcher: screenText },
  gone: {
    value: 'required',
    pattern: true,
    matcher: (value, isPattern) => ({ type: 'not', value: screenText(value, isPattern) }),
  },
  title: {
    value: 'required',
    pattern: true,
    matcher: (value, isPattern) => ({ type: 'title', value: textCondition(value, isPattern) }),
  },
  command: {
    value: 'optional',
    matcher: (value) => ({
      type: 'command_finished',
      value: value === '' ? {} : { exit_code: parseNumber(value) },
    }),
  },
  idle: {
    value: 'optional',
    matcher: (value) => ({ type: 'idle', value: { min_ms: parseNumber(value || defaultIdleMs) } }),
  },
  exit: { value: 'none', matcher: () => ({ type: 'process_exited' }) },
  bell: { value: 'none', matcher: () => ({ type: 'bell' }) },
  clipboard: {
    value: 'optional',
    pattern: true,
    matcher: (value, isPattern) => ({
      type: 'event',
      value: {
        kind: 'clipboard',
        ...(value !== '' && { facts: { text: textCondition(value, isPattern) } }),
      },
    }),
  },
} as const satisfies Readonly<Record<string, WaitKind>>;

type WaitName = keyof typeof kinds;
export const waitKinds = Object.keys(kinds) as readonly WaitName[];

const optionNotFor = (option: string, kind: string): UsageError =>
  new UsageError(`--${option}: not an option of the condition ${kind}`);

function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${text}: expected a whole number`);
  return Number(text);
}

export function matcherOf(
  name: WaitName,
  value: string | undefined,
  { regex }: { readonly regex: boolean },
): Matcher {
  const kind: WaitKind = kinds[name];
  if (kind.value === 'required' && !value) throw new UsageError(`${name}: expected ${name} VALUE`);
  if (kind.value === 'none' && value !== undefined) throw new UsageError(`${value}: ${name} takes no value`);
  if (regex && !kind.pattern) throw optionNotFor('regex', name);
  return kind.matcher(value ?? '', regex);
}

/** A line that says what matched. Empty if nothing was found, as expected. */
export function describeHit({ kind, text, row, col, exit_code, signal, command, facts }: Hit): string {
  if (kind === 'not') return '';
  const place = row === undefined ? '' : ` at ${row}:${col}`;
  if (text !== undefined) return `${JSON.stringify(text)}${place}`;
  if (kind === 'command_finished')
    return `${command ?? 'the command'} ended with exit code ${exit_code ?? 'unknown'}`;
  if (kind === 'process_exited') return `the program ended with ${signal ?? `exit code ${exit_code}`}`;
  return typeof facts?.text === 'string' ? JSON.stringify(facts.text) : kind;
}

const matchOf = async (
  { calls, session }: Pick<Invocation<never>, 'calls' | 'session'>,
  matcher: Matcher,
  timeout: number,
): Promise<CommandOutput & { readonly hit: Hit | undefined }> => {
  const { hit, elapsed_ms, sequence } = await calls.session.wait({
    session,
    matcher,
    timeout_ms: timeout,
    evidence: 'text',
  });
  const json = { session, hit, elapsed_ms, sequence };
  const found = hit ? describeHit(hit) : '';
  return { kind: 'match', json, text: found && `${found}\n`, hit };
};

const artifactsOption = folder(
  'DIR',
  'If it fails, save its trace, screen.txt, screen.png and transcript.txt in this folder.',
);

export const waitCommand = defineSessionCommand({
  name: 'wait',
  summary: 'Wait for a condition: a text, the end of a command, silence and others.',
  details: [
    'text, gone and title wait until the screen shows a text, does not show it, or until the window title contains it. They match at once if that is already so. command waits for the end of a command in a shell with shell integration; its value is an exit code. idle waits until nothing was printed for VALUE milliseconds (default: 500). exit waits for the end of the program. bell and clipboard wait for a bell, or for a text that the program copies.',
    'command, bell and clipboard see only what happens after the wait has begun. To miss nothing, send the input and wait in one step: ptywright act.',
  ],
  options: { ...waitOptions, artifacts: artifactsOption },
  operands: { usage: 'KIND [VALUE]', min: 1, max: 2, first: waitKinds },
  examples: {
    'ptywright wait text hello': 'Wait until the screen shows the word.',
    'ptywright wait idle 200': 'Wait until nothing was printed for 200 ms.',
  },
  run: async (invocation) => {
    const { given, operands } = invocation;
    const matcher = matcherOf(operands[0] as WaitName, operands[1], given);
    return keepingArtifacts({ ...invocation, name: 'wait' }, given.artifacts, () =>
      matchOf(invocation, matcher, given.timeout),
    );
  },
});

const expectKinds = ['text', 'title', 'clipboard', 'exit-code', 'output', 'screen'] as const;

const expectOptions = {
  ...waitOptions,
  not: flag('Expect the opposite, for text, title and output.'),
  after: afterOption,
  ...styleOptions,
  styles: flag('Compare colors and attributes too, for screen.'),
  update: flag('Save the screen under this name, for screen.'),
  artifacts: artifactsOption,
} as const;

/** Options of some kinds only. */
const kindOptions = ['regex', 'not', 'after', 'fg', 'bg', 'bold', 'inverse', 'styles', 'update'] as const;

type ExpectInvocation = Invocation<typeof expectOptions>;

interface Expectation {
  /** The options that apply, besides those of every kind. */
  readonly options: readonly (typeof kindOptions)[number][];
  check(invocation: ExpectInvocation, value: string): Promise<CommandOutput>;
}

const expectations: Readonly<Record<(typeof expectKinds)[number], Expectation>> = {
  text: {
    options: ['regex', 'not', 'after', 'fg', 'bg', 'bold', 'inverse'],
    check: (invocation, value) => expectMatch(invocation, textMatcherOf(value, invocation.given)),
  },
  title: {
    options: ['regex', 'not'],
    check: (invocation, value) => expectMatch(invocation, matcherOf('title', value, invocation.given)),
  },
  clipboard: {
    options: ['regex'],
    check: (invocation, value) => {
      const facts = { text: textCondition(value, invocation.given.regex) };
      return expectMatch(invocation, { type: 'event', value: { kind: 'clipboard', facts, since: 0 } });
    },
  },
  output: {
    options: ['regex', 'not'],
    check: (invocation, value) => {
      const type = invocation.given.regex ? 'transcript_regex' : 'transcript_contains';
      return expectMatch(invocation, { type, value });
    },
  },
  'exit-code': {
    options: [],
    check: async (invocation, value) => {
      const expected = parseNumber(value);
      const match = await expectMatch(invocation, { type: 'process_exited' });
      const { exit_code, signal } = match.hit!;
      if (exit_code === expected && !signal) return match;
      throw notMet(`expected exit code ${expected}, received ${signal ?? `exit code ${exit_code}`}`);
    },
  },
  screen: { options: ['styles', 'update'], check: expectScreen },
};

/** Searches one row at a time if the text has a place or a style. */
function textMatcherOf(value: string, given: ExpectInvocation['given']): Matcher {
  const selector = createSelector(value, given.regex, given);
  return selector.type === 'exact' || selector.type === 'regex'
    ? matcherOf('text', value, given)
    : { type: 'selector', value: selector };
}

const expectMatch = (invocation: ExpectInvocation, matcher: Matcher) => {
  const { not, timeout } = invocation.given;
  return matchOf(invocation, not ? { type: 'not', value: matcher } : matcher, timeout);
};

/** Compares again after each change of the screen, until the timeout. */
async function expectScreen(
  { calls, session, given }: ExpectInvocation,
  name: string,
): Promise<CommandOutput> {
  const { update, styles, timeout } = given;
  if (update) {
    const saved = await calls.baseline.update({ session, name });
    return { kind: 'screen', json: { session, name, ...saved }, text: `saved ${saved.path}\n` };
  }
  const end = systemClock.now() + timeout;
  for (;;) {
    const timeout_ms = Math.max(0, Math.round(end - systemClock.now()));
    // Begins before the comparison, so that no change is missed.
    const change = calls.session
      .wait({ session, matcher: { type: 'changed' }, timeout_ms, evidence: 'none' })
      .catch((problem: unknown) => problem);
    const compared = await calls.baseline.compare({ session, name, mode: styles ? 'styled' : 'text' });
    if (compared.matched) return { kind: 'screen', json: { session, name, matched: true }, text: '' };
    if (!compared.exists)
      throw notMet(`no baseline ${name}; save it with: ptywright expect screen ${name} --update`);
    if ((await change) instanceof Refusal) throw notMet(formatDifference(name, compared));
  }
}

function formatDifference(name: string, { summary, changes, screen_path }: BaselineCompareResult): string {
  const lines = changes.flatMap(({ line, baseline, screen }) => [
    `${line} - ${baseline}`,
    `${line} + ${screen}`,
  ]);
  const saved = screen_path === undefined ? [] : [`saved ${screen_path}`];
  return [`the screen differs from the baseline ${name}: ${summary}`, ...lines, ...saved].join('\n');
}

export const expectCommand = defineSessionCommand({
  name: 'expect',
  summary: 'Check a condition, and wait for it until the timeout.',
  details: [
    'text and title are as for ptywright wait. --after, --fg, --bg, --bold and --inverse limit what counts as a match of the text. clipboard searches all texts that the program has copied. output searches the end of everything that the program has printed. exit-code waits for the end of the program. screen compares the screen with the baseline NAME; --update saves it.',
    'Baselines are in the --artifact-dir of the server. The server of ptywright start uses the folder data in PTYWRIGHT_HOME.',
  ],
  options: expectOptions,
  operands: { usage: 'KIND VALUE', min: 2, max: 2, first: expectKinds },
  examples: {
    'ptywright expect text 42': 'Check that the screen shows 42.',
    'ptywright expect text --not error': 'Check that it does not show this word.',
    'ptywright expect text error --fg red --bold': 'Check the style of a text.',
    'ptywright expect exit-code 0': 'Check how the program ended.',
  },
  run: async (invocation) => {
    const { given, operands } = invocation;
    const kind = operands[0] as keyof typeof expectations;
    const { options, check } = expectations[kind];
    for (const name of kindOptions)
      if (given[name] && !options.includes(name)) throw optionNotFor(name, kind);
    return keepingArtifacts({ ...invocation, name: 'expect' }, given.artifacts, () =>
      check(invocation, operands[1]!),
    );
  },
});
