/** Snapshots of screens, as files beside the test. */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Matcher, Selected } from '#client/api.ts';
import { Refusal } from '#client/baseClient.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { createDirectories } from '#platform/paths.ts';
import type { Pattern } from '#platform/regex.ts';
import { toSlug } from '#rendering/artifactFolder.ts';
import type { ScreenDifference } from '#rendering/baselines.ts';
import { Locator, toPattern } from './locator.ts';
import type { SessionCalls, TestIdentity } from './options.ts';
import { ExpectationError, type Terminal, waitOn } from './terminal.ts';

/** A text to replace before a comparison. */
export type Mask = string | RegExp | Locator;
type TextMask = Exclude<Mask, Locator>;

/** Masks as they apply to one screen. */
interface ResolvedMask {
  readonly texts: readonly TextMask[];
  /** The matches of locators. */
  readonly matches: readonly Selected[];
}

type ScreenshotParams = Omit<Parameters<SessionCalls['screenshot']>[0], 'session'>;
type TakeScreenshot = (params: ScreenshotParams) => ReturnType<SessionCalls['screenshot']>;

interface TakenScreen {
  readonly content: Buffer;
  readonly sequence: number;
}

/** How a screen is kept, and how two of them are compared. */
export interface SnapshotKind {
  readonly extension: 'txt' | 'ansi' | 'png';
  /** `mask` has what to replace in the rows. For other kinds, the server hides it in the cells. */
  take(screenshot: TakeScreenshot, mask: ResolvedMask): Promise<TakenScreen>;
  difference(expected: Buffer, actual: Buffer): Promise<string>;
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

  /** Waits until the screen equals the snapshot. Creates it from a screen at rest if the run may do that. */
  async expect(
    file: string,
    terminal: Terminal,
    { extension, take: takeWith, difference }: SnapshotKind,
    mask: readonly Mask[],
    timeoutMs: number,
  ): Promise<void> {
    const session = await terminal.session;
    const take = async () => {
      const resolved = await resolveMask(mask);
      const redaction = extension !== 'txt' && mask.length > 0 && maskRedaction(terminal, resolved);
      const screenshot: TakeScreenshot = (params) =>
        terminal.client.calls.session.screenshot({ session, ...params, ...(redaction && { redaction }) });
      return takeWith(screenshot, resolved);
    };
    const kept = this.#read(file);
    const deadline = systemClock.now() + timeoutMs;
    if (kept === undefined) {
      await waitForOutput(terminal, session, timeoutMs);
      return this.#write(file, (await take()).content);
    }
    let taken = await take();
    while (!taken.content.equals(kept)) {
      const left = Math.max(0, Math.round(deadline - systemClock.now()));
      if (!(await hasChanged(terminal, session, taken.sequence, left))) {
        const path = this.#writeDifferent(file, taken.content);
        throw new ExpectationError(
          `${await difference(kept, taken.content)}\nthis screen: ${path}\nto accept it, run with --update`,
        );
      }
      taken = await take();
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
    createDirectories(dirname(file));
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

async function resolveMask(mask: readonly Mask[]): Promise<ResolvedMask> {
  const locators = mask.filter((one): one is Locator => one instanceof Locator);
  return {
    texts: mask.filter((one): one is TextMask => !(one instanceof Locator)),
    matches: (await Promise.all(locators.map((locator) => locator.all()))).flat(),
  };
}

/** Replaces each match by one mark, so that its width does not matter. */
export async function maskRows(screen: string, { texts, matches }: ResolvedMask): Promise<string> {
  const masks = await Promise.all(texts.map((one) => (typeof one === 'string' ? one : toRe2(one))));
  return screen
    .split('\n')
    .map((row, at) =>
      maskMatches(
        row,
        matches.filter((match) => match.row === at),
      ),
    )
    .map((row) => masks.reduce(maskRow, row))
    .join('\n');
}

/** From right to left, so that the columns before a mark stay. A wide character takes two columns. */
const maskMatches = (row: string, matches: readonly Selected[]): string =>
  matches
    .toSorted((one, other) => other.col - one.col)
    .reduce((text, match) => {
      const at = text.lastIndexOf(match.text, match.col);
      return at < 0 ? text : text.slice(0, at) + maskText + text.slice(at + match.text.length);
    }, row);

/** Loads the engine only for a pattern. */
const toRe2 = async (pattern: RegExp): Promise<Pattern> =>
  (await import('#platform/regex.ts')).compilePattern(toPattern(pattern));

function maskRow(row: string, mask: string | Pattern): string {
  if (typeof mask === 'string') return row.replaceAll(mask, maskText);
  const matches = mask.all(row).filter(({ start, end }) => start < end);
  return matches.reduceRight(
    (text, { start, end }) => text.slice(0, start) + maskText + text.slice(end),
    row,
  );
}

/** Hides the masked texts as secrets are hidden, wherever they are: the cells stay where they are. */
const maskRedaction = (terminal: Terminal, { texts, matches }: ResolvedMask) => ({
  enabled: true,
  replacement: maskText,
  extra_literals: [
    ...(terminal.redaction?.extra_literals ?? []),
    ...texts.filter((one) => typeof one === 'string'),
    ...matches.map(({ text }) => text),
  ],
  extra_regexes: [
    ...(terminal.redaction?.extra_regexes ?? []),
    ...texts.filter((one) => typeof one !== 'string').map(toPattern),
  ],
});

/** A program that draws in several steps mostly continues within this time. */
const restMs = 500;

/**
 * Waits until the screen shows something and is at rest. If it does not come to rest in time, such as a clock, its last
 * state counts. Fails if the program has not printed anything.
 */
async function waitForOutput(terminal: Terminal, session: string, timeoutMs: number): Promise<void> {
  const shows = { type: 'screen_regex', value: '\\S' } as const;
  const rests = { type: 'screen_stable', value: { min_ms: restMs } } as const;
  if (await isMet(terminal, session, { type: 'all', value: [shows, rests] }, timeoutMs)) return;
  const { text } = await terminal.client.calls.session.transcript({ session });
  if (text === '')
    throw new ExpectationError('the program has not printed anything, so there is no screen to save');
}

/** Waits for a change of the screen. Returns false if there is none in time, or if the program has ended. */
const hasChanged = (terminal: Terminal, session: string, since: number, timeoutMs: number) =>
  isMet(terminal, session, { type: 'changed', value: { since } }, timeoutMs);

async function isMet(
  terminal: Terminal,
  session: string,
  matcher: Matcher,
  timeoutMs: number,
): Promise<boolean> {
  try {
    await waitOn(terminal, session, matcher, timeoutMs);
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
