/** A user's terminal: a shell in it runs ptywright. Its screen can be read and waited for. */
import type { Screen } from '#terminal/screen.ts';
import { Expectations } from '../harness/expectations.ts';
import { Running } from '../platform/pty/running.ts';
import { freshScreen } from '../viewers/screens.ts';
import { bin, freshHome } from './ptywright.ts';

const env = {
  PATH: process.env.PATH!,
  TERM: 'xterm-256color',
  LC_ALL: 'C.UTF-8',
  USER: 'ada',
  NODE: process.execPath,
  BIN: bin,
};

/** At the end, the shell prints the exit status, and whether the terminal modes were restored. */
const around = (command: string) => `[ -z "$SIZE" ] || stty $SIZE
  [ -z "$FOLDER" ] || cd "$FOLDER"
  before=$(stty -g)
  (echo "pid $(exec sh -c 'echo $PPID')"; exec "$NODE" "$BIN" ${command}); status=$?
  [ "$(stty -g)" = "$before" ] && mode=same || mode=changed
  echo "status $status mode $mode"`;

export class TestTerminal {
  readonly screen: Screen;
  readonly shell: Running;
  readonly #expectations = new Expectations();

  constructor(command: string, size = { rows: 25, cols: 80 }, more: Readonly<Record<string, string>> = {}) {
    this.screen = freshScreen(size);
    this.shell = new Running('/bin/sh', ['-c', around(command)], {
      env: { ...env, PTYWRIGHT_HOME: freshHome(), ...more },
      size: { ...size, pixelWidth: 0, pixelHeight: 0 },
    });
    this.shell.onOutput = (bytes) => {
      this.screen.feed(bytes);
      this.#expectations.check();
      return true;
    };
  }

  get text(): string {
    return this.screen.text();
  }

  get lastRow(): string {
    return this.screen.row(this.screen.size.rows - 1).text;
  }

  signal(name: NodeJS.Signals): void {
    process.kill(Number(/pid (\d+)/.exec(this.shell.text)![1]), name);
  }

  type(text: string): void {
    this.shell.send(text);
  }

  resize(rows: number, cols: number): void {
    const size = { rows, cols, pixelWidth: 0, pixelHeight: 0 };
    this.screen.resize(size);
    this.shell.pty.resize(size);
  }

  /** Resolves when the condition holds. Checks it after each output. */
  until(is: (terminal: TestTerminal) => boolean): Promise<void> {
    return this.#expectations.until(() => is(this));
  }

  shows(text: string): Promise<void> {
    return this.until(() => this.text.includes(text));
  }

  /** Whether all modes have their defaults, as after a clean exit. */
  get isOrdinary(): boolean {
    const { modes, cursor } = this.screen;
    const { alternateScreen, applicationCursor, applicationKeypad, bracketedPaste, wraparound } = modes;
    const off = !alternateScreen && !applicationCursor && !applicationKeypad && !bracketedPaste;
    return off && wraparound && cursor.visible && modes.mouseTracking === 'none' && modes.kittyKeyboard === 0;
  }
}
