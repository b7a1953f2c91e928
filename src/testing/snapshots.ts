/** Snapshots of screens, as files beside the test. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Refusal } from '#client/baseClient.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { toSlug } from '#rendering/artifactFolder.ts';
import type { ScreenDifference } from '#rendering/baselines.ts';
import { toPattern } from './locator.ts';
import type { SessionCalls, TestIdentity } from './options.ts';
import { ExpectationError, type Terminal, waitOn } from './terminal.ts';

/** A text to replace before a comparison. */
export type Mask = string | RegExp;

type ScreenshotParams = Omit<Parameters<SessionCalls['screenshot']>[0], 'session'>;
type TakeScreenshot = (params: ScreenshotParams) => ReturnType<SessionCalls['screenshot']>;

interface TakenScreen {
  readonly content: Buffer;
  readonly sequence: number;
}

/** How a screen is kept, and how two of them are compared. */
export interface SnapshotKind {
  readonly extension: 'txt' | 'ansi' | 'png';
  take(screenshot: TakeScreenshot): Promise<TakenScreen>;
  difference(expected: Buffer, actual: Buffer): string;
}

export class ScreenSnapshots {
  readonly #identity: TestIdentity;
  /** The folder for screens that differ from their snapshot. */
  readonly #outputFolder: string;
  readonly #taken = new Map<string, number>();

  constructor(identity: TestIdentity, outputFolder: string) {
    this.#identity = identity;
    this.#outputFolder = outputFolder;
  }

  /** The file of a snapshot. Without a name, it is named after the test, with a number from the second on. */
  fileOf(name: string | undefined, extension: SnapshotKind['extension']): string {
    const { file, title } = this.#identity;
    const base = toSlug(name ?? title);
    const count = (this.#taken.get(`${base}.${extension}`) ?? 0) + 1;
    this.#taken.set(`${base}.${extension}`, count);
    const unique = count === 1 || name !== undefined ? base : `${base}-${count}`;
    return join(dirname(file), '__screens__', basename(file), `${unique}.${extension}`);
  }

  /** Waits until the screen equals the snapshot. Creates it if the run may do that. */
  async expect(
    file: string,
    terminal: Terminal,
    { take, difference }: SnapshotKind,
    mask: readonly Mask[] | undefined,
    timeoutMs: number,
  ): Promise<void> {
    const session = await terminal.session;
    const redaction = mask && maskRedaction(terminal, mask);
    const screenshot: TakeScreenshot = (params) =>
      terminal.client.calls.session.screenshot({ session, ...params, ...(redaction && { redaction }) });
    const kept = this.#read(file);
    const deadline = systemClock.now() + timeoutMs;
    let taken = await take(screenshot);
    if (kept === undefined) return this.#write(file, taken.content);
    while (!taken.content.equals(kept)) {
      const left = Math.max(0, Math.round(deadline - systemClock.now()));
      if (!(await hasChanged(terminal, session, taken.sequence, left))) {
        const path = this.#writeDifferent(file, taken.content);
        throw new ExpectationError(
          `${difference(kept, taken.content)}\nthis screen: ${path}\nto accept it, run with --update`,
        );
      }
      taken = await take(screenshot);
    }
  }

  /** Returns undefined if the current screen becomes the snapshot. */
  #read(file: string): Buffer | undefined {
    const { update } = this.#identity;
    const kept = update === 'all' ? undefined : readFileIfPresent(file);
    if (kept === undefined && update === 'none')
      throw new Error(
        `there is no snapshot ${relative(process.cwd(), file)}, and this run does not create it`,
      );
    return kept;
  }

  #write(file: string, content: Uint8Array): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Saves a screen that differs from its snapshot. Returns its path for a message. */
  #writeDifferent(file: string, content: Uint8Array): string {
    const path = join(this.#outputFolder, `actual-${basename(file)}`);
    this.#write(path, content);
    return relative(process.cwd(), path);
  }
}

function readFileIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
}

const maskText = '░';

/** Hides the masked texts as secrets are hidden: the cells stay where they are. */
const maskRedaction = (terminal: Terminal, mask: readonly Mask[]) => ({
  enabled: true,
  replacement: maskText,
  extra_literals: [
    ...(terminal.redaction?.extra_literals ?? []),
    ...mask.filter((one) => typeof one === 'string'),
  ],
  extra_regexes: [
    ...(terminal.redaction?.extra_regexes ?? []),
    ...mask.filter((one) => typeof one !== 'string').map(toPattern),
  ],
});

/** Waits for a change of the screen. Returns false if there is none in time, or if the program has ended. */
async function hasChanged(
  terminal: Terminal,
  session: string,
  since: number,
  timeout_ms: number,
): Promise<boolean> {
  try {
    await waitOn(terminal, session, { type: 'changed', value: { since } }, timeout_ms);
    return true;
  } catch (problem) {
    if (problem instanceof Refusal && (problem.is('Timeout') || problem.is('SessionClosed'))) return false;
    throw problem;
  }
}

export function formatChanges({ changes, summary }: ScreenDifference): string {
  const rows = changes
    .slice(0, limits.listedMatches)
    .map(({ line, left, right }) => `  line ${line}\n  - ${left}\n  + ${right}`);
  return [summary, ...rows].join('\n');
}
