/**
 * One run of a test: its terminal, its calls, and the files that are kept of it. Also the server that all tests of a
 * worker process share, which starts with the first of them.
 */

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Refusal } from '#client/baseClient.ts';
import { type Client, connectStdio } from '#client/client.ts';
import { systemClock } from '#platform/clock.ts';
import { createDirectories, packageFolder } from '#platform/paths.ts';
import { toSlug } from '#rendering/artifactFolder.ts';
import type { CallLine } from './failure.ts';
import { isKept, type TerminalOptions, type TestIdentity } from './options.ts';
import {
  formatExit,
  type RunTrace,
  redactTrace,
  runTraceFiles,
  type TracedCall,
  TracedCalls,
} from './runTrace.ts';
import { ScreenSnapshots } from './snapshots.ts';
import { Terminal, type TestCall } from './terminal.ts';

/** A call that has begun. */
interface BegunCall {
  readonly title: string;
  /** Returns the milliseconds that the call took. `found` is the reason of a failure. */
  end(found?: string): Promise<number>;
}

/** How long a failed call may take to read the screen, before the time limit of the test. */
const reportMs = 300;

export class TestRun {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly snapshots: ScreenSnapshots;
  /** The folder for files of this test. */
  readonly folder: string;
  readonly #identity: TestIdentity;
  readonly #options: TerminalOptions;
  readonly #startedAt = systemClock.wall();
  readonly #began = systemClock.now();
  readonly #calls = new TracedCalls();
  /** What calls typed, by the number of the call. */
  readonly #typed = new Map<number, TypedInput>();
  /** The files that were saved. */
  readonly files: string[] = [];
  #session: string | undefined;
  #recording: string | undefined;
  #recordingBegan = this.#began;
  /** The runs of the other terminals of this test. */
  readonly #others: TestRun[] = [];

  constructor(client: Client, options: TerminalOptions, identity: TestIdentity) {
    this.client = client;
    this.#options = options;
    this.#identity = identity;
    const name = `${toSlug(relative(process.cwd(), identity.file))}-${toSlug(identity.title)}`;
    this.folder = identity.outputFolder ?? join(options.outputDir ?? 'test-results', name);
    this.snapshots = new ScreenSnapshots(identity, this.folder);
    this.terminal = new Terminal(this, options);
  }

  /** Where the trace will be if the test fails. Undefined without a session, which has no trace. */
  get tracePath(): string | undefined {
    return this.#session !== undefined && isKept(this.#traceMode, true)
      ? relative(process.cwd(), join(this.folder, 'trace.html'))
      : undefined;
  }

  get #traceMode() {
    return this.#options.trace ?? 'on-failure';
  }

  get #records(): boolean {
    return this.#traceMode !== 'off' || (this.#options.recording ?? 'off') !== 'off';
  }

  /** The milliseconds until the time limit of the test, minus the time to report a failure. */
  get timeLeft(): number {
    const limit = this.#identity.timeLimit?.();
    if (!limit) return Number.POSITIVE_INFINITY;
    return Math.max(0, Math.round(this.#began + limit - reportMs - systemClock.now()));
  }

  /** Returns another terminal of this test. Its files have a folder of their own. */
  another(options: TerminalOptions): Terminal {
    const number = String(this.#others.length + 2);
    const { title, outputFolder, timeLimit } = this.#identity;
    const elapsed = systemClock.now() - this.#began;
    const identity = {
      ...this.#identity,
      title: `${title} ${number}`,
      timeLimit: () => (timeLimit?.() || Number.POSITIVE_INFINITY) - elapsed,
      ...(outputFolder !== undefined && { outputFolder: join(outputFolder, number) }),
    };
    const run = new TestRun(this.client, { ...this.#options, ...options }, identity);
    this.#others.push(run);
    return run.terminal;
  }

  async started(session: string): Promise<void> {
    this.#session = session;
    if (!this.#records) return;
    ({ recording: this.#recording } = await this.client.calls.recording.start({ session }));
    this.#recordingBegan = systemClock.now();
  }

  async beginCall(call: TestCall, at: CallLine | undefined): Promise<BegunCall> {
    const began = systemClock.now();
    const before = await this.#readScreen();
    const { call: title, typed, typedText = typed, expected } = call;
    return {
      title,
      end: async (found) => {
        const elapsed = systemClock.now() - began;
        const after = await this.#readScreen();
        if (typed !== undefined)
          this.#typed.set(this.#calls.all.length, { argument: typed, text: typedText ?? '' });
        this.#calls.add({
          call: title,
          at_ms: Math.round(began - this.#recordingBegan),
          elapsed_ms: Math.round(elapsed),
          ok: found === undefined,
          ...(at && { where: `${at.file}:${at.line}` }),
          ...(at?.source !== undefined && { source: at.source }),
          ...(expected !== undefined && { expected }),
          ...(found !== undefined && { found }),
          before,
          after,
        });
        return elapsed;
      },
    };
  }

  /** Saves the files to keep, and closes the terminals. `error` is the reason if the test has failed. */
  async finish(error: string | undefined): Promise<void> {
    try {
      await this.#finishOwn(error);
    } finally {
      await Promise.all(this.#others.map((run) => run.finish(error)));
      this.files.push(...this.#others.flatMap(({ files }) => files));
    }
  }

  async #finishOwn(error: string | undefined): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    try {
      await this.#keepFiles(session, error);
    } finally {
      await unlessGone(this.client.calls.session.close({ session }), undefined);
    }
  }

  async #keepFiles(session: string, error: string | undefined): Promise<void> {
    const { recording = 'off', artifacts = 'off' } = this.#options;
    const failed = error !== undefined;
    const kept = { trace: isKept(this.#traceMode, failed), recording: isKept(recording, failed) };
    const cast = await this.#stopRecording();
    if (kept.recording) this.#write('recording.cast', cast);
    if (kept.trace) await this.#writeTrace(session, cast, error);
    if (!isKept(artifacts, failed)) return;
    this.#write('screen.txt', `${await this.#readScreen()}\n`);
    const picture = await unlessGone(this.terminal.screenshot(), undefined);
    if (picture) this.#write('screen.png', picture);
    this.#write('transcript.txt', await this.#readTranscript(session));
  }

  async #writeTrace(session: string, recording: string, error: string | undefined): Promise<void> {
    const info = await unlessGone(this.client.calls.session.info({ session }), undefined);
    const transcript = await this.#readTranscript(session);
    const screens = [transcript, ...this.#calls.all.map(({ after }) => after)];
    const { hiddenLines, hiddenCalls } = findHiddenInput(this.#typed, screens);
    const trace: RunTrace = {
      version: 1,
      title: this.#identity.title,
      file: relative(process.cwd(), this.#identity.file),
      ok: error === undefined,
      ...(error !== undefined && { error }),
      started: new Date(this.#startedAt).toISOString(),
      duration_ms: Math.round(systemClock.now() - this.#began),
      program: this.terminal.title,
      exit: info ? formatExit(info.exit) : 'unknown: the session or the server has ended',
      calls: this.#calls.all.map((call, at) =>
        withVisibleInput(call, this.#typed.get(at)?.argument, !hiddenCalls.has(at)),
      ),
      recording,
      transcript,
    };
    for (const [name, content] of runTraceFiles(
      await redactTrace(trace, hiddenLines, this.terminal.redaction),
    ))
      this.#write(name, content);
  }

  async #stopRecording(): Promise<string> {
    if (this.#recording === undefined) return '';
    const stopped = this.client.calls.recording.stop({ recording: this.#recording });
    return (await unlessGone(stopped, undefined))?.text ?? '';
  }

  async #readTranscript(session: string): Promise<string> {
    const read = this.client.calls.session.transcript({ session, strip_escapes: true });
    return (await unlessGone(read, undefined))?.text ?? '';
  }

  async #readScreen(): Promise<string> {
    return this.#session !== undefined && this.#records ? unlessGone(this.terminal.screen(), '') : '';
  }

  #write(name: string, content: string | Uint8Array): void {
    createDirectories(this.folder);
    const path = join(this.folder, name);
    writeFileSync(path, content);
    this.files.push(path);
  }
}

/** Returns `otherwise` if the session or the connection has ended: the call that met it has reported it. */
const unlessGone = <Result, Other>(reply: Promise<Result>, otherwise: Other): Promise<Result | Other> =>
  reply.catch((problem: unknown) => {
    if (!(problem instanceof Refusal) || problem.is('SessionUnknown')) return otherwise;
    throw problem;
  });

/** What a call typed. */
interface TypedInput {
  /** As the test wrote it: a text, or keys. */
  readonly argument: string;
  /** With Enter as a line feed. */
  readonly text: string;
}

/** Adds what was typed if the program has shown it. An answer to a prompt for a password is not shown. */
function withVisibleInput(call: TracedCall, typed: string | undefined, isVisible: boolean): TracedCall {
  if (typed === undefined) return call;
  return {
    ...call,
    call: `${call.call} ${isVisible ? JSON.stringify(typed) : `(${typed.length} characters)`}`,
  };
}

/**
 * Finds the typed lines that the program has not shown, and the calls that typed a part of them. A line may be typed in
 * several calls, or key by key.
 */
function findHiddenInput(typed: ReadonlyMap<number, TypedInput>, screens: readonly string[]) {
  const hiddenLines: string[] = [];
  const hiddenCalls = new Set<number>();
  let line = '';
  let calls: number[] = [];
  const endLine = () => {
    if (line.trim() !== '' && !screens.some((text) => text.includes(line))) {
      hiddenLines.push(line);
      for (const call of calls) hiddenCalls.add(call);
    }
    line = '';
    calls = [];
  };
  for (const [call, { text }] of typed)
    for (const [at, part] of text.split(/[\r\n]+/).entries()) {
      if (at > 0) endLine();
      line += part;
      if (part !== '') calls.push(call);
    }
  endLine();
  return { hiddenLines, hiddenCalls };
}

/** The server of a worker, which its tests share. */
let running: Client | undefined;

/** Starts the server at the first call. */
export function sharedServer(): Client {
  running ??= startServer();
  return running;
}

function startServer(): Client {
  const { client } = connectStdio(process.execPath, [
    `${packageFolder()}/bin/ptywright.js`,
    'serve',
    '--stdio',
  ]);
  void client.closed.then(() => {
    if (running === client) running = undefined;
  });
  return client;
}

export async function closeSharedServer(): Promise<void> {
  await running?.close();
}
