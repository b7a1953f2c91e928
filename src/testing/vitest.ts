/** `ptywright/test`: tests of terminal programs with vitest. */
import { expect as baseExpect, test as baseTest, type TestContext } from 'vitest';
import type { Client } from '#client/client.ts';
import { type TerminalMatchers, terminalMatchers } from './matchers.ts';
import type { SnapshotUpdate, TerminalOptions } from './options.ts';
import type { Terminal } from './terminal.ts';
import { closeSharedServer, sharedServer, TestRun } from './testRun.ts';

export type { ClickOptions, Locator, LocatorOptions, TextStyle } from './locator.ts';
export type { KeepMode, TerminalOptions } from './options.ts';
export type { CommandResult, Terminal } from './terminal.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: must equal the declaration of vitest
  interface Matchers<T = any> extends TerminalMatchers<Promise<void>> {}
}

interface Fixtures {
  $worker: { server: () => Client };
  $test: {
    /** Options of `terminal`: `test.override({ terminalOptions: { … } })`. */
    terminalOptions: TerminalOptions;
    terminal: Terminal;
  };
}

export const test = baseTest.extend<Fixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures that it needs
    async ({}, use) => {
      await use(sharedServer);
      await closeSharedServer();
    },
    { scope: 'worker' },
  ],
  terminalOptions: {},
  terminal: async ({ server, terminalOptions, task }, use) => {
    const identity = {
      title: titleOf(task),
      file: task.file.filepath,
      update: snapshotUpdate(),
      timeLimit: () => task.timeout,
    };
    const run = new TestRun(server(), terminalOptions, identity);
    await use(run.terminal);
    const { state, errors } = task.result ?? {};
    await run.finish(state === 'fail' ? (errors?.at(-1)?.message ?? 'failed') : undefined);
  },
});

type Task = TestContext['task'];

/** Includes the titles of its suites. */
function titleOf(task: Task): string {
  const titles = [task.name];
  for (let { suite } = task; suite; suite = suite.suite) titles.unshift(suite.name);
  return titles.join(' ');
}

/** vitest sets it from `--update` and from the environment variable CI. */
function snapshotUpdate(): SnapshotUpdate {
  const state = baseExpect.getState() as unknown as { snapshotState?: { _updateSnapshot?: SnapshotUpdate } };
  return state.snapshotState?._updateSnapshot ?? 'new';
}

export const expect = baseExpect;
baseExpect.extend(terminalMatchers as unknown as Parameters<typeof baseExpect.extend>[0]);
