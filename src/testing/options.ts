/** Options of a test: its program, its terminal, and the files that are kept. */
import type { Client } from '#client/client.ts';

/** When files of a test are kept. */
export type KeepMode = 'off' | 'on-failure' | 'always';

/** The methods of a session, for the types of their parameters and results. */
export type SessionCalls = Client['calls']['session'];

export interface TerminalOptions {
  /** The program that `terminal` starts at its first use. Defaults to `bash` without configuration files. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the environment of the process that runs the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Defaults to 24 rows and 80 columns. */
  readonly rows?: number;
  readonly cols?: number;
  /**
   * How long actions and expectations wait, in milliseconds. Defaults to the environment variable
   * PTYWRIGHT_TEST_TIMEOUT, or else to 4000.
   */
  readonly timeout?: number;
  /** What is hidden besides texts that look like a secret. */
  readonly redaction?: Parameters<SessionCalls['create']>[0]['redaction'];
  /** The trace of the test: `trace.html`, `trace.md` and `trace.json`. Defaults to `on-failure`. */
  readonly trace?: KeepMode;
  /** The asciicast. Defaults to `off`, because the trace contains it. */
  readonly recording?: KeepMode;
  /** The last screen as text and as a picture, and the transcript. Defaults to `off`. */
  readonly artifacts?: KeepMode;
  /** Folder for these files. Each test has a folder in it. Defaults to `test-results`. */
  readonly outputDir?: string;
}

/** Less than the time limit of a test in vitest, so that a failure is reported with the screen. */
const shortTimeoutMs = 4000;

export const defaultTimeoutMs = (): number => Number(process.env.PTYWRIGHT_TEST_TIMEOUT) || shortTimeoutMs;

export const isKept = (mode: KeepMode, failed: boolean): boolean =>
  mode === 'always' || (mode === 'on-failure' && failed);

/** Whether expectations save what they see as the new snapshot: all of them, those without a snapshot, or none. */
export type SnapshotUpdate = 'all' | 'new' | 'none';

/** What a runner knows about a test. */
export interface TestIdentity {
  readonly title: string;
  /** The file of the test. */
  readonly file: string;
  readonly update: SnapshotUpdate;
  /** The time limit of the test, in milliseconds. 0 and undefined mean none. The test may change it. */
  readonly timeLimit?: () => number | undefined;
  /** The folder for its files, if the runner has one. */
  readonly outputFolder?: string;
}
