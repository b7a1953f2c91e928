/** A session on our own terminal: frames are shown, keys go to the server, and keys of our own do what they are for. */
import { type Client, Refusal } from '../../client/index.ts';
import { onEndSignals, statusOfSignal } from '../../platform/endSignals.ts';
import { Chords } from '../chords.ts';
import { Keystrokes } from './keystrokes.ts';
import { Looking, type Step } from './looking.ts';
import { type Extent, PersonTerminal } from './personTerminal.ts';
import { drawn, keysHelp, type Status, statusText } from './statusLine.ts';

export interface Wish {
  readonly session: string;
  readonly sessionName: string | null;
  /** Of the person, for the others to see. */
  readonly name: string | undefined;
  readonly readOnly: boolean;
  readonly resize: boolean;
  readonly raw: boolean;
  /** The tag of the session that our own terminal is of, if it is to be refused. */
  readonly inside: string | undefined;
}

export type Left =
  | { readonly how: 'detached' | 'sent away' | 'closed' | 'gone' }
  | { readonly how: 'signal'; readonly status: number }
  | { readonly how: 'ended'; readonly exit: Exit };

interface Framed {
  readonly data: string;
  readonly size?: Extent | undefined;
  readonly exit?: Exit | undefined;
}

interface Exit {
  readonly exit_code: number | null;
  readonly signal: string | null;
}

const commands = { d: 'detach', t: 'take', g: 'give', r: 'resize', '[': 'look', '?': 'help' } as const;
type Command = (typeof commands)[keyof typeof commands];

/** A whole frame, which erases what we have drawn ourselves. */
const erases = '\x1b[2J';

export class Attached {
  /** Kept once our terminal is as it was before. */
  readonly left: Promise<Left>;
  readonly #client: Client;
  readonly #wish: Wish;
  readonly #terminal: PersonTerminal;
  readonly #chords = new Chords(commands);
  readonly #keystrokes: Keystrokes;
  #looking: Looking | undefined;
  /** It was said who has the input, and that the same key takes it all the same. */
  #warned = false;
  readonly #stops: (() => void)[];
  #leave!: (left: Left) => void;
  #over = false;
  #viewer: string | undefined;
  /** Frames that came with the answer to which they belong. */
  #early: Framed[] = [];
  #status: Status;
  /** Of the session, with its panels. */
  #size: Extent = { rows: 0, cols: 0 };

  constructor(client: Client, wish: Wish) {
    this.#client = client;
    this.#wish = wish;
    this.#status = statusOf(wish);
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#keystrokes = new Keystrokes({
      send: (text, more) => this.#send(text, more),
      full: (full) => (full ? this.#terminal.pause() : this.#terminal.listen()),
    });
    this.#stops = [
      client.news.session.frame((frame) => this.#framed(frame)),
      client.news.session.held(({ session, holder, holds }) => {
        if (session === wish.session) this.#say({ holder, holds, notice: undefined });
      }),
      client.news.session.detached(({ reason }) =>
        this.#end({ how: reason === 'closed' ? 'closed' : 'sent away' }),
      ),
      // Before our terminal is touched: whoever signals us wants it back.
      onEndSignals((name) => this.#end({ how: 'signal', status: statusOfSignal(name) })),
    ];
    void client.closed.then(() => this.#end({ how: 'gone' }));
    this.#terminal = new PersonTerminal({
      typed: (bytes) => this.#typed(bytes),
      resized: () => this.#resized(),
      left: () => this.#end({ how: 'signal', status: statusOfSignal('SIGHUP') }),
    });
  }

  /** Raises what the server refuses; our terminal is given back then, too. */
  async begin(): Promise<void> {
    const { session, name, readOnly, resize, raw, inside } = this.#wish;
    const size = this.#extent();
    const asked = { session, size, name, read_only: readOnly, resize, raw, inside };
    const told = await this.#client.calls.session.attach(asked);
    this.#viewer = told.viewer;
    this.#size = told.size;
    this.#terminal.show(told.data);
    this.#say({ holder: told.holder, holds: told.holds, ended: told.exit ? endText(told.exit) : undefined });
    for (const frame of this.#early.splice(0)) this.#show(frame);
    // It may have been made smaller or larger in the meantime.
    const now = this.#extent();
    if (now.rows !== size.rows || now.cols !== size.cols) this.#resized();
  }

  end(): void {
    this.#end({ how: 'detached' });
  }

  #end(left: Left): void {
    if (this.#over) return;
    this.#over = true;
    for (const stop of this.#stops) stop();
    this.#terminal.close();
    this.#leave(left);
  }

  /** The last row is ours, if there are others. */
  #extent(): Extent {
    const { rows, cols } = this.#terminal.extent;
    return { rows: rows > 2 ? rows - 1 : rows, cols };
  }

  #framed(frame: Framed): void {
    if (this.#viewer === undefined) this.#early.push(frame);
    else this.#show(frame);
  }

  #show({ data, size, exit }: Framed): void {
    if (this.#over) return;
    this.#terminal.show(data);
    if (size) this.#sized(size);
    if (data.includes(erases)) this.#drawStatus();
    if (exit) this.#end({ how: 'ended', exit });
  }

  #sized(size: Extent): void {
    this.#size = size;
    this.#say({});
  }

  #say(news: Partial<Status>): void {
    this.#status = { ...this.#status, ...news, fits: this.#fits };
    if (!this.#over && this.#viewer !== undefined) this.#drawStatus();
  }

  /** Somebody else's terminal may have asked for another one since. */
  get #fits(): boolean {
    const { rows, cols } = this.#extent();
    return this.#size.rows === rows && this.#size.cols === cols;
  }

  #drawStatus(): void {
    const { rows, cols } = this.#terminal.extent;
    if (rows > 2) this.#terminal.show(drawn(statusText(this.#status, cols), rows));
  }

  #typed(bytes: Buffer): void {
    if (this.#status.notice !== undefined) this.#say({ notice: undefined });
    const { passed, commands } = this.#chords.typed(bytes);
    if (passed.length > 0) this.#pass(passed);
    for (const command of commands) this.#do(command);
  }

  #pass(bytes: Uint8Array): void {
    this.#warned = false;
    if (this.#looking)
      for (const step of this.#looking.steps(bytes, Math.max(1, this.#extent().rows - 1))) this.#look(step);
    else if (!this.#wish.readOnly) this.#keystrokes.typed(bytes);
  }

  #look(step: Step): void {
    const { session } = this.#wish;
    if (step.from === 'cursor') this.#looking = undefined;
    void this.#unlessRefused(async (viewer) => {
      const { beyond } = await this.#client.calls.session.look({ session, viewer, ...step });
      this.#say({ beyond: this.#looking ? beyond : null });
    });
  }

  async #send(data: string, more: boolean): Promise<void> {
    const { session } = this.#wish;
    await this.#unlessRefused(async (viewer) => {
      const { captured } = await this.#client.calls.session.type({ session, viewer, data, more });
      if (captured)
        this.#say({
          notice: `${this.#status.holder?.name ?? 'somebody else'} got the keys: ctrl+] t takes the input`,
        });
    });
  }

  #resized(): void {
    const { session } = this.#wish;
    const size = this.#extent();
    this.#say({});
    void this.#unlessRefused((viewer) => this.#client.calls.session.view({ session, viewer, size }));
  }

  #do(command: Command): void {
    if (command === 'detach') return this.#end({ how: 'detached' });
    if (command !== 'take') this.#warned = false;
    if (command === 'help') return this.#say({ notice: keysHelp });
    if (command === 'look') {
      this.#looking ??= new Looking();
      return this.#look({});
    }
    void this.#unlessRefused((viewer) => this.#deeds[command](viewer));
  }

  readonly #deeds: {
    readonly [Name in Exclude<Command, 'detach' | 'help' | 'look'>]: (viewer: string) => Promise<void>;
  } = {
    take: async () => {
      const { session, name, readOnly } = this.#wish;
      if (readOnly) return this.#say({ notice: 'read-only: the input is not for us' });
      const { holder, holds } = this.#status;
      if (holder?.person && !holds && !this.#warned) return this.#warn(holder.name);
      this.#warned = false;
      this.#say(await this.#client.calls.session.capture_input({ session, name, take_over: true }));
    },
    give: async () => {
      const { released } = await this.#client.calls.session.release_input({ session: this.#wish.session });
      if (!released) this.#say({ notice: 'the input is not ours to give' });
    },
    resize: async (viewer) => {
      const follows = !this.#status.follows;
      await this.#client.calls.session.view({ session: this.#wish.session, viewer, resize: follows });
      this.#say({ follows });
    },
  };

  /** What a person is typing would end in the middle. */
  #warn(name: string | null): void {
    this.#warned = true;
    this.#say({ notice: `${name ?? 'somebody'} is a person and types: ctrl+] t once more takes the input` });
  }

  /** A refusal is told in the status line; the end of the connection is told elsewhere. */
  async #unlessRefused(deed: (viewer: string) => Promise<unknown>): Promise<void> {
    if (this.#over || this.#viewer === undefined) return;
    try {
      await deed(this.#viewer);
    } catch (problem) {
      if (problem instanceof Refusal) this.#say({ notice: problem.message });
    }
  }
}

const statusOf = ({ session, sessionName, readOnly, resize }: Wish): Status => ({
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
});

export const endText = ({ exit_code, signal }: Exit): string =>
  signal === null ? `the program has ended with ${exit_code}` : `${signal} has ended the program`;
