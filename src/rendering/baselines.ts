/** Baselines: screens kept as text with escape sequences, and their comparison with the current screen. */
import { limits } from '#limits.ts';
import { type PermissionContext, requireFilePermission } from '#permissionCheck.ts';
import { listNames, SourceError } from '#platform/sourceFiles.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { formatAnsi, stripStyles } from '#terminal/ansi.ts';
import type { Screen } from '#terminal/screen.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import type { ArtifactFolder } from './artifactFolder.ts';

/** One line that differs between two screens. */
interface ChangedLine {
  /** Counts from 1. */
  readonly line: number;
  /** The lines, with their styles if these are compared. */
  readonly left: string;
  readonly right: string;
}

export interface ScreenDifference {
  readonly changes: readonly ChangedLine[];
  readonly summary: string;
}

export const compareModes = ['text', 'styled'] as const;
type CompareMode = (typeof compareModes)[number];

export function compareScreens(one: string, other: string, mode: CompareMode): ScreenDifference {
  const [lefts, rights] = [toLines(one, mode), toLines(other, mode)];
  const count = Math.max(lefts.length, rights.length);
  const changes: ChangedLine[] = [];
  for (let at = 0; at < count; at++) {
    const [left, right] = [lefts[at] ?? '', rights[at] ?? ''];
    if (left !== right) changes.push({ line: at + 1, left, right });
  }
  const summary =
    changes.length === 0
      ? 'no lines differ'
      : `${changes.length} of ${count} lines differ, the first is line ${changes[0]!.line}`;
  return { changes, summary };
}

const toLines = (text: string, mode: CompareMode) =>
  (mode === 'styled' ? text : stripStyles(text).replace(/ +$/gm, ''))
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
    .split('\n');

/** How the current screen differs from a baseline. */
interface BaselineComparison {
  /** Undefined if there is no such baseline. */
  readonly changes: readonly ChangedLine[] | undefined;
  readonly summary: string;
  readonly baselinePath: string;
  /** The file with the current screen; undefined if the screen equals the baseline. */
  readonly screenPath: string | undefined;
}

const baselineExtension = '.ansi.txt';
const baselineNames = (name: string) => ['baselines', `${name}${baselineExtension}`];

interface BaselineOptions extends PermissionContext {
  readonly artifacts: ArtifactFolder;
}

export class Baselines {
  readonly #folder: ArtifactFolder;
  readonly #options: BaselineOptions;

  constructor(rules: BaselineOptions) {
    this.#folder = rules.artifacts;
    this.#options = rules;
  }

  /**
   * `name` must be a valid path segment. Secrets are hidden in both screens. Raises PermissionDenied if the redaction
   * hides nothing and `raw.write` is not granted.
   */
  compare(name: string, screen: Screen, redaction: Redaction, mode: CompareMode): BaselineComparison {
    requireFilePermission(redaction, this.#options);
    const now = screenAnsi(screen, redaction);
    const baselinePath = this.#folder.pathTo(baselineNames(name));
    const baseline = this.#folder.read(baselinePath);
    const message =
      baseline === undefined
        ? { changes: undefined, summary: 'the baseline does not exist' }
        : compareScreens(redaction.text(baseline), now, mode);
    const same = message.changes?.length === 0;
    const screenPath = same ? undefined : this.#folder.write(['screens', `${name}${baselineExtension}`], now);
    return { ...message, baselinePath, screenPath };
  }

  /** Replaces the baseline by the current screen. Raises PermissionDenied like `compare`. */
  update(name: string, screen: Screen, redaction: Redaction): { path: string; replaced: boolean } {
    requireFilePermission(redaction, this.#options);
    const replaced = this.#folder.read(this.#folder.pathTo(baselineNames(name))) !== undefined;
    return { path: this.#folder.write(baselineNames(name), screenAnsi(screen, redaction)), replaced };
  }

  names(): readonly string[] {
    return this.#files()
      .filter((file) => file.endsWith(baselineExtension))
      .map((file) => file.slice(0, -baselineExtension.length));
  }

  #files(): readonly string[] {
    try {
      return listNames(this.#folder.pathTo(['baselines']), limits.baselines);
    } catch (problem) {
      if (problem instanceof SourceError && problem.reason === 'ENOENT') return [];
      throw problem;
    }
  }
}

const screenAnsi = (screen: Screen, redaction: Redaction) =>
  `${formatAnsi(screenRuns(screen, alsoHideUnfinished(screen, redaction)))}\n`;
