/** `ptywright/test/node`: tests of terminal programs with `node:test`. */
import { after, test as nodeTest, type TestContext, type TestOptions } from 'node:test';
import { callSiteFile } from './failure.ts';
import { type TerminalMatchers, terminalMatchers } from './matchers.ts';
import type { SnapshotUpdate, TerminalOptions, TestIdentity } from './options.ts';
import type { Terminal } from './terminal.ts';
import { closeSharedServer, sharedServer, TestRun } from './testRun.ts';

export type { ClickOptions, Locator, LocatorOptions, TextStyle } from './locator.ts';
export type { KeepMode, TerminalOptions } from './options.ts';
export type { CommandResult, Terminal } from './terminal.ts';

/** The context of `node:test`, with a terminal. */
export type TerminalTestContext = TestContext & { readonly terminal: Terminal };
type TestBody = (context: TerminalTestContext) => Promise<void> | void;

export interface TerminalTestOptions extends TestOptions {
  readonly terminalOptions?: TerminalOptions;
}

type Declare = (title: string, options: TerminalTestOptions | TestBody, body?: TestBody) => Promise<void>;

const declareWith =
  (declare: typeof nodeTest.only): Declare =>
  (title, options, body) => {
    const [{ terminalOptions = {}, ...rest }, run] =
      typeof options === 'function' ? [{} as TerminalTestOptions, options] : [options, body];
    const file = callSiteFile();
    const identity = { file, timeLimit: () => rest.timeout };
    return declare(title, rest, (context) => runTest(context, terminalOptions, identity, run));
  };

async function runTest(
  context: TestContext,
  options: TerminalOptions,
  known: Pick<TestIdentity, 'file' | 'timeLimit'>,
  body: TestBody | undefined,
): Promise<void> {
  const identity = { ...known, title: context.fullName ?? context.name, update: snapshotUpdate() };
  const run = new TestRun(sharedServer(), options, identity);
  let error: string | undefined;
  try {
    await body?.(Object.defineProperty(context, 'terminal', { value: run.terminal }) as TerminalTestContext);
  } catch (problem) {
    error = problem instanceof Error ? problem.message : String(problem);
    throw problem;
  } finally {
    await run.finish(error);
  }
}

/** Accepts new screens if the variable is set. In CI, a missing snapshot is a failure. */
function snapshotUpdate(): SnapshotUpdate {
  if (process.env.PTYWRIGHT_UPDATE_SCREENS) return 'all';
  return process.env.CI ? 'none' : 'new';
}

export const test: Declare & { readonly only: Declare; readonly skip: Declare; readonly todo: Declare } =
  Object.assign(declareWith(nodeTest), {
    only: declareWith(nodeTest.only),
    skip: declareWith(nodeTest.skip),
    todo: declareWith(nodeTest.todo),
  });

after(closeSharedServer);

type Expectation = TerminalMatchers<Promise<void>>;

/** Expectations for terminals and locators. For other values, use `node:assert`. */
export function expect(received: unknown): Expectation & { readonly not: Expectation } {
  return Object.assign(bindMatchers(received, false), { not: bindMatchers(received, true) });
}

const bindMatchers = (received: unknown, isNot: boolean): Expectation =>
  Object.fromEntries(
    Object.entries(terminalMatchers).map(([name, matcher]) => [
      name,
      async (...args: unknown[]) => {
        await (matcher as (...all: unknown[]) => Promise<unknown>).call({ isNot }, received, ...args);
      },
    ]),
  ) as unknown as Expectation;
