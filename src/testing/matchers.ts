/** Matchers for `expect`, for any test runner. Each waits on the server until it holds. */

import { relative } from 'node:path';
import type { Matcher } from '#client/api.ts';
import type { Called } from './failure.ts';
import { formatText, Locator, type TimeoutOption, toPattern } from './locator.ts';
import { formatExit } from './runTrace.ts';
import { formatChanges, type Mask, maskRows, type SnapshotKind } from './snapshots.ts';
import { ExpectationError, Terminal, type TestCall, waitOn } from './terminal.ts';

/** What runners bind to `this`. */
interface MatcherThis {
  readonly isNot?: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

interface MatchPictureOptions extends TimeoutOption {
  /**
   * Texts, patterns and locators of what differs between runs. Their matches are replaced before the comparison. In a
   * picture and with `style`, a match must have the same width in each run, and its text is hidden wherever it is.
   */
  readonly mask?: readonly Mask[];
}

interface MatchScreenOptions extends MatchPictureOptions {
  /** Compares colors and attributes too. */
  readonly style?: boolean;
}

const toTextMatcher = (text: string | RegExp): Matcher =>
  typeof text === 'string'
    ? { type: 'contains_text', value: text }
    : { type: 'screen_regex', value: toPattern(text) };

const negate = (matcher: Matcher, isNot: boolean): Matcher =>
  isNot ? { type: 'not', value: matcher } : matcher;

export const terminalMatchers = {
  /** Waits until the screen shows a text or matches a pattern. */
  async toShow(this: MatcherThis, terminal: Terminal, text: string | RegExp, options: TimeoutOption = {}) {
    const words = `the screen ${this.isNot ? 'not ' : ''}to show ${formatText(text)}`;
    const near = typeof text === 'string' && !this.isNot ? text : undefined;
    const call = { ...options, args: formatText(text), expected: words, text: near };
    return expectOn(this, terminal, terminalMatchers.toShow, call, (session, timeout_ms) =>
      waitOn(terminal, session, negate(toTextMatcher(text), isNegated(this)), timeout_ms),
    );
  },

  /** Waits until the screen shows a match of a locator. */
  async toBeShown(this: MatcherThis, locator: Locator, options: TimeoutOption = {}) {
    if (!(locator instanceof Locator))
      throw new TypeError('toBeShown expects a locator, such as getByText(…)');
    const state = this.isNot ? 'hidden' : 'visible';
    const call = { ...options, args: '', subject: locator.description, expected: `it to be ${state}` };
    return expectOn(this, locator.terminal, terminalMatchers.toBeShown, call, (_, timeout_ms) =>
      locator.waitForState(state, timeout_ms),
    );
  },

  /** Waits until the program has set this window title, or one that matches a pattern. */
  async toHaveTitle(
    this: MatcherThis,
    terminal: Terminal,
    title: string | RegExp,
    options: TimeoutOption = {},
  ) {
    const condition = typeof title === 'string' ? { equals: title } : { regex: toPattern(title) };
    const matcher = { type: 'title', value: condition } as const;
    const words = `the title ${this.isNot ? 'not ' : ''}to be ${formatText(title)}`;
    const call = { ...options, args: formatText(title), expected: words };
    return expectOn(this, terminal, terminalMatchers.toHaveTitle, call, (session, timeout_ms) =>
      waitOn(terminal, session, negate(matcher, isNegated(this)), timeout_ms),
    );
  },

  /** Waits until the program has ended. Then fails if it ended with another status. */
  async toHaveExited(this: MatcherThis, terminal: Terminal, status?: number, options: TimeoutOption = {}) {
    const words = `the program ${this.isNot ? 'not ' : ''}to end${status === undefined ? '' : ` with status ${status}`}`;
    const call = { ...options, args: status === undefined ? '' : String(status), expected: words };
    return expectOn(this, terminal, terminalMatchers.toHaveExited, call, async (session, timeout_ms) => {
      const isNot = isNegated(this);
      const { exit: ended } = await terminal.client.calls.session.info({ session });
      if (isNot && ended === null) return;
      await waitOn(terminal, session, { type: 'process_exited' }, timeout_ms);
      const { exit } = await terminal.client.calls.session.info({ session });
      const isExpected = status === undefined || (exit?.exit_code === status && !exit.signal);
      if (isExpected === isNot) throw new ExpectationError(`it ended with ${formatExit(exit)}`);
    });
  },

  /** Waits until the screen equals its snapshot, a text file beside the test. */
  async toMatchScreen(
    this: MatcherThis,
    terminal: Terminal,
    name?: string | MatchScreenOptions,
    more: MatchScreenOptions = {},
  ) {
    const options = typeof name === 'object' ? name : more;
    const extension = options.style ? 'ansi' : 'txt';
    const format = options.style ? 'ansi' : 'text';
    return expectSnapshot(this, terminal, terminalMatchers.toMatchScreen, {
      ...options,
      name: typeof name === 'string' ? name : undefined,
      extension,
      take: (screenshot, mask) =>
        screenshot({ format }).then(async ({ data, sequence }) => ({
          content: Buffer.from(`${options.style ? data.trimEnd() : await maskRows(data.trimEnd(), mask)}\n`),
          sequence,
        })),
      difference: async (expected, actual) => {
        // Loaded only for a difference.
        const { compareScreens } = await import('#rendering/baselines.ts');
        return formatChanges(
          compareScreens(String(expected), String(actual), options.style ? 'styled' : 'text'),
        );
      },
    });
  },

  /** Waits until the screen, as a picture, equals its snapshot, a PNG file beside the test. */
  async toMatchPicture(
    this: MatcherThis,
    terminal: Terminal,
    name?: string | MatchPictureOptions,
    more: MatchPictureOptions = {},
  ) {
    const options = typeof name === 'object' ? name : more;
    return expectSnapshot(this, terminal, terminalMatchers.toMatchPicture, {
      ...options,
      name: typeof name === 'string' ? name : undefined,
      extension: 'png',
      take: (screenshot) =>
        screenshot({ format: 'png' }).then(({ data, sequence }) => ({
          content: Buffer.from(data, 'base64'),
          sequence,
        })),
      difference: async () => 'the pictures differ',
    });
  },
};

/** The matchers as runners declare them: without the received value. */
export type TerminalMatchers<Result> = {
  readonly [Name in keyof typeof terminalMatchers]: (typeof terminalMatchers)[Name] extends (
    received: never,
    ...args: infer Args
  ) => unknown
    ? (...args: Args) => Result
    : never;
};

const isNegated = ({ isNot }: MatcherThis): boolean => isNot === true;

interface ExpectedCall extends TimeoutOption {
  readonly args: string;
  readonly expected: string;
  readonly subject?: string;
  readonly text?: string | undefined;
}

/** Rejects if the expectation is not met, so that the error begins at the line of the test. */
async function expectOn(
  context: MatcherThis,
  terminal: Terminal,
  called: Called,
  { args, subject = 'terminal', ...rest }: ExpectedCall,
  attempt: (session: string, timeoutMs: number) => Promise<void>,
): Promise<MatcherResult> {
  if (!(terminal instanceof Terminal)) throw new TypeError(`${called.name} expects a terminal`);
  const isNot = isNegated(context);
  const call: TestCall = {
    ...rest,
    call: `expect(${subject}).${isNot ? 'not.' : ''}${called.name}(${args})`,
    called,
  };
  await terminal.perform(call, attempt);
  return { pass: !isNot, message: () => '' };
}

interface SnapshotExpectation extends MatchPictureOptions, SnapshotKind {
  readonly name: string | undefined;
}

function expectSnapshot(
  context: MatcherThis,
  terminal: Terminal,
  called: Called,
  { name, mask = [], timeout, ...kind }: SnapshotExpectation,
): Promise<MatcherResult> {
  if (isNegated(context)) throw new TypeError(`${called.name} cannot be negated`);
  const { snapshots } = terminal.test;
  const file = snapshots.fileOf(name, kind.extension);
  const expected = `the screen to equal ${relative(process.cwd(), file)}`;
  const call = {
    args: name === undefined ? '' : JSON.stringify(name),
    expected,
    ...(timeout !== undefined && { timeout }),
  };
  return expectOn(context, terminal, called, call, (_, timeoutMs) =>
    snapshots.expect(file, terminal, kind, mask, timeoutMs),
  );
}
