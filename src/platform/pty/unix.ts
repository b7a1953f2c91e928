/** A terminal on Linux and macOS: the native fork, our own end of the terminal, and the family of its processes. */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import type { Size } from '../../core/size.ts';
import type { Clock } from '../clock.ts';
import { type SignalName, signalName } from '../signals.ts';
import { Family, signal } from './family.ts';
import { forkOnTerminal } from './forkOnTerminal.ts';
import { KillLadder } from './killLadder.ts';
import type { Master } from './master.ts';
import { loadNative } from './native.ts';
import { directoryOf, factsOf } from './processes.ts';
import type { Pty, PtyEvents, PtySpec } from './pty.ts';
import { checkSize, checkSpawn } from './spawnCheck.ts';

export function openUnixPty(spec: PtySpec, events: PtyEvents, clock: Clock): Pty {
  checkSpawn(spec);
  return new UnixPty(spec, events, clock);
}

class UnixPty implements Pty {
  readonly pid: number;
  readonly #path: string;
  readonly #master: Master;
  readonly #family: Family;
  readonly #events: PtyEvents;
  readonly #clock: Clock;
  #ladder: KillLadder | undefined;
  #ended = false;
  #closed = false;

  constructor(spec: PtySpec, events: PtyEvents, clock: Clock) {
    const onExit = (exitCode: number, signal: number) => this.#exited(exitCode, signal);
    const { pid, path, master } = forkOnTerminal(spec, (bytes) => this.#deliver(bytes), onExit);
    this.pid = pid;
    this.#path = path;
    this.#master = master;
    this.#events = events;
    this.#clock = clock;
    this.#family = new Family(pid, spec.tag);
  }

  get queuedBytes(): number {
    return this.#master.queuedBytes;
  }

  write(bytes: Uint8Array): void {
    this.#master.write(bytes);
  }

  resize(size: Size): void {
    checkSize(size);
    if (!this.#master.isOpen) return;
    loadNative().native.resize(this.#master.fd, size.cols, size.rows, size.pixelWidth, size.pixelHeight);
  }

  pause(): void {
    this.#master.pause();
  }

  resume(): void {
    this.#master.resume();
  }

  signal(name: SignalName): void {
    if (!this.#ended) signal(-this.#foreground(), name);
  }

  terminate(): Promise<void> {
    this.#ladder ??= new KillLadder(this.#family, () => this.#ended, this.#clock);
    return this.#ladder.done;
  }

  kill(): void {
    this.#family.kill();
  }

  cwd(): string | null {
    if (this.#ended) return null;
    return directoryOf(this.#foreground()) ?? directoryOf(this.pid);
  }

  program(): string | null {
    if (!this.#master.isOpen) return null;
    const argv0 = loadNative().native.process(this.#master.fd, this.#path);
    // A login shell is named with a dash before it.
    return argv0 ? basename(argv0).replace(/^-/, '') : null;
  }

  canonical(): boolean | null {
    if (!this.#master.isOpen) return null;
    const flag = process.platform === 'linux' ? '-F' : '-f';
    const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
    const { status, stdout } = spawnSync('stty', [flag, this.#path, '-a'], { env, encoding: 'utf8' });
    return status === 0 ? !/(^|\s)-icanon\b/.test(stdout) : null;
  }

  close(): void {
    this.#closed = true;
    this.#master.close();
  }

  /** The foreground group has its leader's number. */
  #foreground(): number {
    const foreground = factsOf(this.pid)?.foreground ?? 0;
    return foreground > 0 ? foreground : this.pid;
  }

  #deliver(bytes: Uint8Array): boolean {
    return this.#closed ? true : this.#events.output(bytes);
  }

  #exited(exitCode: number, number: number): void {
    this.#ended = true;
    this.#family.leaderEnded();
    this.#master.drain();
    this.#master.close();
    if (!this.#closed) {
      this.#events.exit(
        number === 0 ? { exitCode, signal: null } : { exitCode: null, signal: signalName(number) },
      );
    }
    this.#ladder?.onLeaderExit();
  }
}
