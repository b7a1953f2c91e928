/** `ptywright/test/playwright`: tests of terminal programs with the test runner of Playwright. */
import { expect as baseExpect, test as baseTest } from '@playwright/test';
import type { Client } from '#client/client.ts';
import type { Locator } from './locator.ts';
import { type TerminalMatchers, terminalMatchers } from './matchers.ts';
import type { SnapshotUpdate, TerminalOptions } from './options.ts';
import type { Terminal } from './terminal.ts';
import { closeSharedServer, sharedServer, TestRun } from './testRun.ts';

export type { ClickOptions, Locator, LocatorOptions, TextStyle } from './locator.ts';
export type { KeepMode, TerminalOptions } from './options.ts';
export type { CommandResult, Terminal } from './terminal.ts';

interface TestFixtures {
  /** Options of `terminal`: `test.use({ terminalOptions: { … } })`. */
  readonly terminalOptions: TerminalOptions;
  readonly terminal: Terminal;
}

export const test = baseTest.extend<TestFixtures, { readonly terminalServer: () => Client }>({
  terminalServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it needs
    async ({}, use) => {
      await use(sharedServer);
      await closeSharedServer();
    },
    { scope: 'worker' },
  ],
  terminalOptions: [{}, { option: true }],
  terminal: async ({ terminalServer, terminalOptions }, use, testInfo) => {
    const { file, titlePath, outputDir, config } = testInfo;
    const identity = {
      title: titlePath.slice(1).join(' '),
      file,
      update: snapshotUpdates[config.updateSnapshots] ?? 'new',
      outputFolder: outputDir,
      timeLimit: () => testInfo.timeout,
    };
    const run = new TestRun(terminalServer(), terminalOptions, identity);
    await use(run.terminal);
    const failed = testInfo.status !== testInfo.expectedStatus;
    await run.finish(failed ? (testInfo.error?.message ?? 'failed') : undefined);
    for (const path of run.files) await testInfo.attach(path.slice(outputDir.length + 1), { path });
  },
});

const snapshotUpdates: Readonly<Partial<Record<string, SnapshotUpdate>>> = {
  all: 'all',
  changed: 'all',
  missing: 'new',
  none: 'none',
};

type Expect = typeof baseExpect;
type TerminalExpectation = TerminalMatchers<Promise<void>>;
/**
 * Comes first in `expect`, whose own signature takes any value. The matchers of Playwright are for values of type
 * `any`.
 */
type TerminalExpect = (
  received: Terminal | Locator,
) => TerminalExpectation & { readonly not: TerminalExpectation } & ReturnType<Expect>;

/** The `expect` of Playwright, which also accepts terminals and their locators. */
export const expect: TerminalExpect & Expect = baseExpect.extend(
  terminalMatchers as unknown as Parameters<Expect['extend']>[0],
) as never;
