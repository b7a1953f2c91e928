/**
 * A session shown on this terminal: writes frames, sends keys to the server, and runs the commands of the prefix keys.
 */

import { StringDecoder } from 'node:string_decoder';
import type { Exit, SessionFrameEvent } from '#client/api.ts';
import { type Client, Refusal } from '#client/index.ts';
import { createDeferred } from '#platform/lifetimes.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { onTerminationSignals, signalExitStatus } from '#platform/signals.ts';
import type { Chord } from '#terminal/input/keys.ts';
import { PrefixKeys } from '../keys.ts';
import { LocalTerminal } from './localTerminal.ts';
import { ScrollKeys, type ScrollStep } from './scrollKeys.ts';
import { formatStatus, keyHelp, type StatusLineState, statusLineSequence } from './statusLine.ts';

interface InputSenderHandlers {
  /** Resolves when the text has been sent. */
  send(text: string, more: boolean): Promise<void>;
  /** Whether input should pause. */
  onFull(full: boolean): void;
}

/** The most that one read of a terminal returns. After a full read more input follows. */
const fullReadBytes = 64 * 1024;
/** Maximum length of one call. A control character takes six bytes in JSON, and a message has four million. */
const maxCallChars = 256 * 1024;
const maxBufferedChars = 4 * maxCallChars;

/** Sends what the user types to the server, in order and one call at a time, so that fast keys share a call. */
class InputSender {
  readonly #decoder = new StringDecoder('utf8');
  readonly #handlers: InputSenderHandlers;
  #buffered = '';
  #more = false;
  #busy = false;

  constructor(sending: InputSenderHandlers) {
    this.#handlers = sending;
  }

  push(bytes: Uint8Array): void {
    this.#buffered += this.#decoder.write(Buffer.from(bytes));
    this.#more = bytes.length >= fullReadBytes;
    if (this.#buffered.length > maxBufferedChars) this.#handlers.onFull(true);
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#buffered !== '') {
      const text = sliceWholeCharacters(this.#buffered, maxCallChars);
      this.#buffered = this.#buffered.slice(text.length);
      await this.#handlers.send(text, this.#more || this.#buffered !== '');
    }
    this.#busy = false;
    this.#handlers.onFull(false);
  }
}

function sliceWholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length);
}

export interface AttachedSessionOptions {
  readonly session: string;
  readonly sessionName: string | null;
  /** The socket that the user named, to repeat in the command that attaches again. */
  readonly socket: string | undefined;
  /** Name of the user, shown to other viewers. */
  readonly name: string | undefined;
  readonly readOnly: boolean;
  readonly resize: boolean;
  readonly raw: boolean;
  /** The tag of the session that this terminal belongs to. The server then rejects attaching to that session. */
  readonly inside: string | undefined;
  readonly extension?: AttachExtension;
}

/** Keys and a status line of a command that shows a session. */
interface AttachExtension {
  /** By the letter after the prefix. Each returns a notice for the status line. */
  readonly keys: Readonly<Record<string, () => string>>;
  /** A key that is the same as one of these letters. */
  readonly direct: { readonly chord: Pick<Chord, 'key' | 'modifiers'>; readonly letter: string } | undefined;
  /** Replaces the state of the session in the status line. The longest comes first. */
  readonly status: readonly (readonly string[])[];
}

export type AttachResult =
  | { readonly reason: 'detached' | 'disconnected' | 'closed' | 'gone' }
  | { readonly reason: 'signal'; readonly status: number }
  | { readonly reason: 'ended'; readonly exit: Exit };

const attachKeys = { d: 'detach', t: 'take', g: 'give', r: 'resize', '[': 'look', '?': 'help' } as const;
type AttachKeyCommand = (typeof attachKeys)[keyof typeof attachKeys];
type ExtensionCommand = `own ${string}`;

function createPrefixKeys(extension: AttachExtension | undefined) {
  const own = Object.keys(extension?.keys ?? {}).map((letter) => [letter, `own ${letter}`] as const);
  const { direct } = extension ?? {};
  return new PrefixKeys<AttachKeyCommand | ExtensionCommand>(
    { ...attachKeys, ...Object.fromEntries(own) },
    direct && { chord: direct.chord, command: `own ${direct.letter}` },
  );
}

/** Part of every full frame. It erases the status line too. */
const clearScreen = '\x1b[2J';

export class AttachedSession {
  readonly #result = createDeferred<AttachResult>();
  /** Resolves after the local terminal is restored. */
  readonly finished = this.#result.promise;
  readonly #client: Client;
  readonly #options: AttachedSessionOptions;
  readonly #terminal: LocalTerminal;
  readonly #prefixKeys: PrefixKeys<AttachKeyCommand | ExtensionCommand>;
  readonly #inputSender: InputSender;
  #scrollKeys: ScrollKeys | undefined;
  /** The user was warned that a person has the input. The same key again takes it. */
  #takeWarned = false;
  readonly #disposers: (() => void)[];
  #ended = false;
  #viewer: string | undefined;
  /** Frames that arrived before the reply to `session.attach`. */
  #earlyFrames: SessionFrameEvent[] = [];
  #status: StatusLineState;
  /** Size of the session, with its panels. */
  #sessionSize: GridSize = { rows: 0, cols: 0 };

  constructor(client: Client, options: AttachedSessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#prefixKeys = createPrefixKeys(options.extension);
    this.#status = initialStatus(options);
    this.#inputSender = new InputSender({
      send: (text, more) => this.#sendInput(text, more),
      onFull: (full) => (full ? this.#terminal.pause() : this.#terminal.resume()),
    });
    this.#disposers = [
      client.news.session.frame((frame) => this.#handleFrame(frame)),
      client.news.session.held(({ session, holder, holds }) => {
        if (session === options.session) this.#updateStatus({ holder, holds, notice: undefined });
      }),
      client.news.session.detached(({ reason }) =>
        this.#end({ reason: reason === 'closed' ? 'closed' : 'disconnected' }),
      ),
      // Registered before the terminal is changed, so that a signal restores it.
      onTerminationSignals((name) => this.#end({ reason: 'signal', status: signalExitStatus(name) })).dispose,
    ];
    void client.closed.then(() => this.#end({ reason: 'gone' }));
    this.#terminal = new LocalTerminal({
      onInput: (bytes) => this.#handleInput(bytes),
      onResize: () => this.#handleResize(),
      onGone: () => this.#end({ reason: 'signal', status: signalExitStatus('SIGHUP') }),
    });
  }

  /** Throws the error if the server rejects the call. `end` then restores the terminal. */
  async start(): Promise<void> {
    const { session, name, readOnly, resize, raw, inside } = this.#options;
    const size = this.#viewSize();
    const request = { session, size, name, read_only: readOnly, resize, raw, inside };
    const reply = await this.#client.calls.session.attach(request);
    this.#viewer = reply.viewer;
    this.#sessionSize = reply.size;
    this.#terminal.write(reply.data);
    this.#updateStatus({
      holder: reply.holder,
      holds: reply.holds,
      ended: reply.exit ? formatProgramEnd(reply.exit) : undefined,
    });
    for (const frame of this.#earlyFrames.splice(0)) this.#showFrame(frame);
    // The terminal may have been resized while the request was pending.
    const now = this.#viewSize();
    if (now.rows !== size.rows || now.cols !== size.cols) this.#handleResize();
  }

  end(): void {
    this.#end({ reason: 'detached' });
  }

  #end(left: AttachResult): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stop of this.#disposers) stop();
    this.#terminal.close();
    this.#result.resolve(left);
  }

  /** Reserves the last row for the status line if the terminal has more than two rows. */
  #viewSize(): GridSize {
    const { rows, cols } = this.#terminal.size;
    return { rows: rows > 2 ? rows - 1 : rows, cols };
  }

  #handleFrame(frame: SessionFrameEvent): void {
    if (this.#viewer === undefined) this.#earlyFrames.push(frame);
    else this.#showFrame(frame);
  }

  #showFrame({ data, size, exit }: SessionFrameEvent): void {
    if (this.#ended) return;
    this.#terminal.write(data);
    if (size) this.#handleSessionSize(size);
    if (data.includes(clearScreen)) this.#drawStatus();
    if (exit) this.#end({ reason: 'ended', exit });
  }

  #handleSessionSize(size: GridSize): void {
    this.#sessionSize = size;
    this.#updateStatus({});
  }

  #updateStatus(news: Partial<StatusLineState>): void {
    this.#status = { ...this.#status, ...news, fits: this.#sizeMatches };
    if (!this.#ended && this.#viewer !== undefined) this.#drawStatus();
  }

  /** Whether the session has the size of this terminal. Another viewer may have resized it since. */
  get #sizeMatches(): boolean {
    const { rows, cols } = this.#viewSize();
    return this.#sessionSize.rows === rows && this.#sessionSize.cols === cols;
  }

  #drawStatus(): void {
    const { rows, cols } = this.#terminal.size;
    if (rows > 2) this.#terminal.write(statusLineSequence(formatStatus(this.#status, cols), rows));
  }

  #handleInput(bytes: Buffer): void {
    if (this.#status.notice !== undefined) this.#updateStatus({ notice: undefined });
    const { passed, commands } = this.#prefixKeys.handleInput(bytes);
    if (passed.length > 0) this.#forwardInput(passed);
    for (const command of commands) this.#runCommand(command);
  }

  #forwardInput(bytes: Uint8Array): void {
    this.#takeWarned = false;
    if (this.#scrollKeys)
      for (const step of this.#scrollKeys.steps(bytes, Math.max(1, this.#viewSize().rows - 1)))
        this.#scroll(step);
    else if (!this.#options.readOnly) this.#inputSender.push(bytes);
  }

  #scroll(step: ScrollStep): void {
    const { session } = this.#options;
    if (step.from === 'cursor') this.#scrollKeys = undefined;
    void this.#showRefusal(async (viewer) => {
      const { beyond } = await this.#client.calls.session.look({ session, viewer, ...step });
      this.#updateStatus({ beyond: this.#scrollKeys ? beyond : null });
    });
  }

  async #sendInput(data: string, more: boolean): Promise<void> {
    const { session } = this.#options;
    await this.#showRefusal(async (viewer) => {
      const { captured } = await this.#client.calls.session.type({ session, viewer, data, more });
      if (captured)
        this.#updateStatus({
          notice: `${this.#status.holder?.name ?? 'another client'} got the keys: ctrl+] t takes the input`,
        });
    });
  }

  #handleResize(): void {
    const { session } = this.#options;
    const size = this.#viewSize();
    this.#updateStatus({});
    void this.#showRefusal((viewer) => this.#client.calls.session.view({ session, viewer, size }));
  }

  #runCommand(command: AttachKeyCommand | ExtensionCommand): void {
    if (isExtensionCommand(command))
      return this.#updateStatus({ notice: this.#options.extension!.keys[command.slice('own '.length)]!() });
    if (command === 'detach') return this.#end({ reason: 'detached' });
    if (command !== 'take') this.#takeWarned = false;
    if (command === 'help') return this.#updateStatus({ notice: keyHelp });
    if (command === 'look') {
      this.#scrollKeys ??= new ScrollKeys();
      return this.#scroll({});
    }
    void this.#showRefusal((viewer) => this.#commandHandlers[command](viewer));
  }

  readonly #commandHandlers: {
    readonly [Name in Exclude<AttachKeyCommand, 'detach' | 'help' | 'look'>]: (
      viewer: string,
    ) => Promise<void>;
  } = {
    take: async () => {
      const { session, name, readOnly } = this.#options;
      if (readOnly) return this.#updateStatus({ notice: 'read-only: this viewer cannot take the input' });
      const { holder, holds } = this.#status;
      if (holder?.person && !holds && !this.#takeWarned) return this.#warnBeforeTaking(holder.name);
      this.#takeWarned = false;
      this.#updateStatus(await this.#client.calls.session.capture_input({ session, name, take_over: true }));
    },
    give: async () => {
      const { released } = await this.#client.calls.session.release_input({ session: this.#options.session });
      if (!released) this.#updateStatus({ notice: 'this viewer does not have the input' });
    },
    resize: async (viewer) => {
      const follows = !this.#status.follows;
      await this.#client.calls.session.view({ session: this.#options.session, viewer, resize: follows });
      this.#updateStatus({ follows });
    },
  };

  /** Taking the input would interrupt what the person is typing. */
  #warnBeforeTaking(name: string | null): void {
    this.#takeWarned = true;
    this.#updateStatus({
      notice: `${name ?? 'another person'} is typing: press ctrl+] t again to take the input`,
    });
  }

  /** Shows an error reply in the status line. The end of the connection is reported elsewhere. */
  async #showRefusal(request: (viewer: string) => Promise<unknown>): Promise<void> {
    if (this.#ended || this.#viewer === undefined) return;
    try {
      await request(this.#viewer);
    } catch (problem) {
      if (problem instanceof Refusal) this.#updateStatus({ notice: problem.reason });
    }
  }
}

const isExtensionCommand = (command: AttachKeyCommand | ExtensionCommand): command is ExtensionCommand =>
  command.startsWith('own ');

const initialStatus = ({
  session,
  sessionName,
  readOnly,
  resize,
  extension,
}: AttachedSessionOptions): StatusLineState => ({
  session,
  name: sessionName,
  readOnly,
  holder: null,
  holds: false,
  follows: resize,
  fits: false,
  beyond: null,
  ended: undefined,
  notice: undefined,
  texts: extension?.status,
});

export const formatProgramEnd = ({ exit_code, signal }: Exit): string =>
  signal === null ? `the program exited with status ${exit_code}` : `the program was killed by ${signal}`;
