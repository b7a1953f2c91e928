/** The terminal of a test: starts a program, sends input to it, and finds text on its screen. */

import { rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Action, Key, Matcher } from '#client/api.ts';
import { Refusal } from '#client/baseClient.ts';
import type { Client } from '#client/client.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { type Called, callSiteOf, TerminalError } from './failure.ts';
import { formatText, Locator, type TextStyle, type TimeoutOption, textSelector } from './locator.ts';
import { defaultTimeoutMs, type TerminalOptions } from './options.ts';
import { formatExit } from './runTrace.ts';
import type { TestRun } from './testRun.ts';

export interface CommandResult {
  readonly output: string;
  /** The exit status; null if the shell did not report one. */
  readonly status: number | null;
}

/** A call of a test. */
export interface TestCall {
  /** The call as the trace shows it. */
  readonly call: string;
  readonly called: Called;
  readonly timeout?: number | undefined;
  /** The argument that is typed. The trace shows it only if the program has shown the line that it is part of. */
  readonly typed?: string;
  /** The text that keys type, if it is not `typed`. */
  readonly typedText?: string;
  /** The text that is expected, to find the nearest text. */
  readonly text?: string | undefined;
  /** The condition that is expected, in words. */
  readonly expected?: string;
}

/** An expectation was not met. */
export class ExpectationError extends Error {
  readonly found: string;
  readonly screen: string | undefined;

  constructor(found: string, screen?: string) {
    super(found);
    this.found = found;
    this.screen = screen;
  }
}

const shells = ['bash', 'zsh', 'fish', 'sh', 'dash', 'ksh'];
const defaultShell = { program: 'bash', args: ['--norc', '--noprofile'] } as const;

/** Metadata of the plugin `shell`. */
interface ShellMetadata {
  readonly command?: {
    readonly output?: string;
    readonly exit_code?: number | null;
    readonly truncated?: boolean;
  };
}

/** Returns undefined if none of the keys types a character. Other keys but Enter type nothing. */
function typedByKeys(keys: Key): string | undefined {
  const chords = keys.trim().split(/\s+/);
  const typed = chords.map((chord) =>
    [...chord].length === 1 ? chord : (namedCharacters[chord.toLowerCase()] ?? ''),
  );
  return typed.some((text) => text.trim() !== '') ? typed.join('') : undefined;
}

const namedCharacters: Readonly<Record<string, string>> = { space: ' ', enter: '\n', return: '\n' };

interface OpenProgram {
  readonly session: string;
  readonly adapter?: string;
}

export class Terminal {
  readonly client: Client;
  readonly test: TestRun;
  #options: TerminalOptions;
  #opened: Promise<OpenProgram> | undefined;
  /** The number of the event of the last text that `clipboard` has returned. */
  #lastCopied = 0;
  #recording: { readonly id: string; readonly path: string } | undefined;

  constructor(test: TestRun, options: TerminalOptions) {
    this.client = test.client;
    this.test = test;
    this.#options = options;
  }

  /** The id of the session, for `terminal.client`. Starts the program of the options if no program was started. */
  get session(): Promise<string> {
    this.#opened ??= this.#open();
    return this.#opened.then(({ session }) => session);
  }

  /** The program with its arguments. */
  get title(): string {
    const { program, args } = this.#command;
    return [program, ...args].join(' ');
  }

  get timeout(): number {
    return this.#options.timeout ?? defaultTimeoutMs();
  }

  get redaction(): TerminalOptions['redaction'] {
    return this.#options.redaction;
  }

  get #command() {
    const { program, args = [] } = this.#options;
    return program === undefined ? defaultShell : { program, args };
  }

  /** Starts a program. Without this, the first call starts the program of the options. */
  async start(program: string, args: readonly string[] = [], options: TerminalOptions = {}): Promise<void> {
    if (this.#opened)
      throw new Error(
        `the terminal runs ${this.title}: call start before any other method, or open another terminal with newTerminal`,
      );
    this.#options = { ...this.#options, ...options, program, args };
    await this.perform({ call: `start ${this.title}`, called: this.start }, () => this.session);
  }

  async #open(): Promise<OpenProgram> {
    const { rows = 24, cols = 80, cwd = process.cwd(), env = {}, redaction } = this.#options;
    const { program, args } = this.#command;
    const spawn = {
      program,
      args: [...args],
      cwd,
      env: { ...env },
      rows,
      cols,
      ...(redaction && { redaction }),
    };
    const isShell =
      args.every((word) => word.startsWith('-') && word !== '-c') && shells.includes(basename(program));
    const { calls } = this.client;
    if (!isShell) {
      const { session } = await calls.session.create(spawn);
      await this.test.started(session);
      return { session };
    }
    const { session, adapter } = await calls.adapter.start({
      plugin: 'shell',
      ...spawn,
      transcript_max_chars: limits.replyChars,
    });
    await this.test.started(session);
    await calls.adapter.wait({
      adapter,
      states: ['ready'],
      timeout_ms: Math.min(this.timeout, this.test.timeLeft),
    });
    return { session, adapter };
  }

  /**
   * Runs a command in a shell, and returns its output and exit status. The program must be a shell, such as the default
   * program.
   */
  run(command: string, { timeout }: TimeoutOption = {}): Promise<CommandResult> {
    return this.perform({ call: 'run', typed: command, called: this.run, timeout }, async (_, timeout_ms) => {
      const { adapter } = await this.#opened!;
      if (adapter === undefined)
        throw new ExpectationError(
          `run needs a shell (${shells.join(', ')}), and the program is ${this.title}`,
        );
      const { calls } = this.client;
      const began = systemClock.now();
      await calls.adapter.wait({ adapter, states: ['ready'], timeout_ms });
      const left = Math.max(0, Math.round(timeout_ms - (systemClock.now() - began)));
      const { state } = await calls.adapter.turn({
        adapter,
        send: { intent: 'run', params: { command } },
        wait: { states: ['ready'], timeout_ms: left },
      });
      const { output = '', exit_code = null, truncated } = (state.metadata as ShellMetadata).command ?? {};
      return { output: truncated ? await this.#readLongOutput(exit_code) : output, status: exit_code };
    });
  }

  /** The metadata of the shell has the end of a long output; the transcript has all of it. */
  async #readLongOutput(status: number | null): Promise<string> {
    const { text } = await this.client.calls.session.transcript({ session: await this.session });
    const output = lastCommandOutput(text);
    if (output === undefined)
      throw new ExpectationError(
        `the output is longer than ${limits.replyChars} characters, and its beginning is lost (status ${status}): redirect it to a file`,
      );
    return (await import('#redaction/escapes.ts')).stripEscapes(output).replaceAll('\r\n', '\n');
  }

  /** Types a text. `press('enter')` presses Enter after it. */
  async type(text: string): Promise<void> {
    await this.#input({ type: 'text', value: text }, { call: 'type', typed: text, called: this.type });
  }

  /** Presses keys one after the other: `enter`, `ctrl+c`, `down down enter`. */
  async press(keys: Key): Promise<void> {
    const typed = typedByKeys(keys);
    const call =
      typed === undefined ? { call: `press ${keys}` } : { call: 'press', typed: keys, typedText: typed };
    await this.#input({ type: 'keys', value: keys }, { ...call, called: this.press });
  }

  /** Pastes a text. Uses bracketed paste if the program has turned it on. */
  async paste(text: string): Promise<void> {
    const call = { call: 'paste', typed: text, called: this.paste };
    await this.perform(call, async (session) => {
      const { modes } = await this.client.calls.session.info({ session });
      const type = modes.bracketed_paste ? 'bracketed_paste' : 'paste';
      await this.client.calls.session.input({ session, action: { type, value: text } });
    });
  }

  async resize(size: { readonly rows: number; readonly cols: number }): Promise<void> {
    const call = { call: `resize to ${size.cols}x${size.rows}`, called: this.resize };
    await this.#input({ type: 'resize', value: { ...size } }, call);
  }

  /** Sends a signal to the foreground process group, such as `int` or `term`. */
  async signal(name: Extract<Action, { readonly type: 'signal' }>['value']): Promise<void> {
    await this.#input({ type: 'signal', value: name }, { call: `signal ${name}`, called: this.signal });
  }

  /** Finds text on the screen. */
  getByText(text: string | RegExp, { style }: { readonly style?: TextStyle } = {}): Locator {
    const all = new Locator(this, textSelector(text), `getByText(${formatText(text)})`);
    return style ? all.withStyle(style) : all;
  }

  /** Waits for any matcher of `session.wait`. */
  waitFor(matcher: Matcher, { timeout }: TimeoutOption = {}): Promise<void> {
    const call = { call: `waitFor ${JSON.stringify(matcher)}`, called: this.waitFor, timeout };
    return this.perform(call, async (session, timeout_ms) => {
      await waitOn(this, session, matcher, timeout_ms);
    });
  }

  /** Opens another terminal of this test. It has the same options, except those that are given. */
  newTerminal(options: TerminalOptions = {}): Terminal {
    return this.test.another(options);
  }

  /** Waits for the next text that the program copies (OSC 52), and returns it. The first call returns the first text. */
  clipboard({ timeout }: TimeoutOption = {}): Promise<string> {
    return this.perform(
      { call: 'clipboard', called: this.clipboard, timeout },
      async (session, timeout_ms) => {
        const matcher = { type: 'event', value: { kind: 'clipboard', since: this.#lastCopied } } as const;
        const wait = { session, matcher, timeout_ms, evidence: 'text' } as const;
        const { number, facts } = (await this.client.calls.session.wait(wait)).hit!;
        this.#lastCopied = number!;
        return String(facts!.text);
      },
    );
  }

  /** Starts to record the terminal for a file: `.gif`, `.mp4` and `.webm` are videos, `.cast` is an asciicast. */
  async startRecording(path: string): Promise<void> {
    const call = { call: `startRecording ${path}`, called: this.startRecording };
    await this.perform(call, async (session) => {
      if (this.#recording) throw new ExpectationError(`a recording for ${this.#recording.path} is running`);
      const { recording: id } = await this.client.calls.recording.start({ session });
      this.#recording = { id, path };
    });
  }

  /** Ends the recording, and writes its file. Overwrites an existing file. */
  async stopRecording(): Promise<void> {
    await this.perform({ call: 'stopRecording', called: this.stopRecording }, async () => {
      const running = this.#recording;
      if (!running) throw new ExpectationError('no recording is running: call startRecording first');
      this.#recording = undefined;
      const { calls } = this.client;
      const recording = running.id;
      const isCast = running.path.endsWith('.cast');
      rmSync(running.path, { force: true });
      if (!isCast) await calls.recording.film({ recording, path: resolve(running.path) });
      const { text = '' } = await calls.recording.stop({ recording });
      if (isCast) writeFileSync(running.path, text);
    });
  }

  /** Returns the text of the screen, with secrets hidden. */
  async screen(): Promise<string> {
    const snapshot = await this.client.calls.session.snapshot({ session: await this.session });
    return 'unchanged' in snapshot ? '' : snapshot.plain_text;
  }

  /** Returns a picture of the screen as PNG, with secrets hidden. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.client.calls.session.screenshot({ session: await this.session });
    return Buffer.from(data, 'base64');
  }

  /** Performs a call of the test: adds it to the trace, and reports its failure with the line of the test. */
  async perform<Result>(
    call: TestCall,
    action: (session: string, timeoutMs: number) => Promise<Result>,
  ): Promise<Result> {
    const site = callSiteOf(call.called, call.typed === undefined);
    const traced = await this.test.beginCall(call, site.at);
    try {
      const result = await action(
        await this.session,
        Math.min(call.timeout ?? this.timeout, this.test.timeLeft),
      );
      await traced.end();
      return result;
    } catch (problem) {
      const { reason, screen } = describeFailure(problem);
      const elapsedMs = await traced.end(reason);
      throw new TerminalError({
        call: traced.title,
        elapsedMs,
        site,
        reason: call.expected === undefined ? reason : `expected ${call.expected}; ${reason}`,
        text: call.text,
        screen: screen ?? (await this.screen().catch(() => undefined)),
        trace: this.test.tracePath,
      });
    }
  }

  async #input(action: Action, call: TestCall): Promise<void> {
    await this.perform(call, async (session) => {
      await this.client.calls.session.input({ session, action });
    });
  }
}

const endMark = /\x1b\]133;D[^\x07\x1b]*;aid=([0-9a-f]+)\.(\d+)\x07/g;

/** The output between the marks of the last command (OSC 133). Undefined if its beginning is lost. */
function lastCommandOutput(transcript: string): string | undefined {
  const end = [...transcript.matchAll(endMark)].at(-1);
  if (!end) return undefined;
  const [, nonce, number] = end;
  const startMark = `\x1b]133;C;aid=${nonce}.${Math.max(0, Number(number) - 1)}\x07`;
  const start = transcript.lastIndexOf(startMark, end.index);
  return start < 0 ? undefined : transcript.slice(start + startMark.length, end.index);
}

/** Rejects with a Refusal. */
export async function waitOn(
  { client }: Terminal,
  session: string,
  matcher: Matcher,
  timeout_ms: number,
): Promise<void> {
  await client.calls.session.wait({ session, matcher, timeout_ms, evidence: 'none' });
}

/** Describes an error reply, or an expectation that was not met. Other errors are passed on. */
function describeFailure(problem: unknown): {
  readonly reason: string;
  readonly screen?: string | undefined;
} {
  if (problem instanceof ExpectationError) return { reason: problem.found, screen: problem.screen };
  if (!(problem instanceof Refusal)) return { reason: (problem as Error).message };
  if (problem.is('Timeout')) return { reason: 'the time limit was reached', screen: problem.data.screen };
  if (problem.is('SessionClosed')) {
    const { exit, screen } = problem.data;
    return { reason: `the program ended first (${formatExit(exit)})`, screen };
  }
  return { reason: problem.reason };
}
