/** Screens that were kept under a name, and how the screen of now differs from one of them. */
import { namesIn, SourceProblem } from '../../platform/sourceFiles.ts';
import { limits } from '../limits.ts';
import { type Granting, permitFile } from '../permit.ts';
import type { Redaction } from '../redact/redaction.ts';
import { ansiOf } from '../render/ansi.ts';
import type { Screen } from '../screen/screen.ts';
import { runsByRow } from '../screen/styledRows.ts';
import { hidingUnfinishedToo } from '../viewer/unfinished.ts';
import { type ChangedLine, type CompareMode, difference } from './difference.ts';
import type { ArtifactFolder } from './folder.ts';

export interface Comparison {
  /** Undefined when nothing was kept under that name. */
  readonly changes: readonly ChangedLine[] | undefined;
  readonly summary: string;
  readonly baselinePath: string;
  /** Where the screen of now was written; it is not where it is the baseline. */
  readonly screenPath: string | undefined;
}

const ending = '.ansi.txt';
const keptAs = (name: string) => ['baselines', `${name}${ending}`];

export interface KeepingRules extends Granting {
  readonly artifacts: ArtifactFolder;
}

export class Baselines {
  readonly #folder: ArtifactFolder;
  readonly #rules: KeepingRules;

  constructor(rules: KeepingRules) {
    this.#folder = rules.artifacts;
    this.#rules = rules;
  }

  /** A name is a part of a path already. Secrets are hidden, in what was kept as well. Raises PermissionDenied where none are. */
  compare(name: string, screen: Screen, redaction: Redaction, mode: CompareMode): Comparison {
    permitFile(redaction, this.#rules);
    const now = screenText(screen, redaction);
    const baselinePath = this.#folder.place(keptAs(name));
    const baseline = this.#folder.read(baselinePath);
    const told =
      baseline === undefined
        ? { changes: undefined, summary: 'there is no baseline of that name' }
        : difference(redaction.text(baseline), now, mode);
    const same = told.changes?.length === 0;
    const screenPath = same ? undefined : this.#folder.write(['screens', `${name}${ending}`], now);
    return { ...told, baselinePath, screenPath };
  }

  /** The screen of now becomes the baseline. Raises PermissionDenied. */
  update(name: string, screen: Screen, redaction: Redaction): { path: string; replaced: boolean } {
    permitFile(redaction, this.#rules);
    const replaced = this.#folder.read(this.#folder.place(keptAs(name))) !== undefined;
    return { path: this.#folder.write(keptAs(name), screenText(screen, redaction)), replaced };
  }

  names(): readonly string[] {
    return this.#files()
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length));
  }

  #files(): readonly string[] {
    try {
      return namesIn(this.#folder.place(['baselines']), limits.baselines);
    } catch (problem) {
      if (problem instanceof SourceProblem && problem.reason === 'ENOENT') return [];
      throw problem;
    }
  }
}

const screenText = (screen: Screen, redaction: Redaction) =>
  `${ansiOf(runsByRow(screen, hidingUnfinishedToo(screen, redaction)))}\n`;
