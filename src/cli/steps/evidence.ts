/** What is kept of a run that failed: its screens, its recording and its transcript, secrets hidden in all of them. */
import { slugOf } from '../../core/baseline/folder.ts';
import { limits } from '../../core/limits.ts';
import type { Redaction } from '../../core/redact/redaction.ts';
import { ansiOf } from '../../core/render/ansi.ts';
import { takeScreenshot } from '../../core/render/screenshot.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
import { hidingUnfinishedToo } from '../../core/viewer/unfinished.ts';
import type { World } from '../../core/world.ts';
import type { Report } from './play.ts';
import type { Rolling } from './rolling.ts';

/** Of all runs of one command: two that have one title are two. */
export class Folders {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const slug = slugOf(title);
    let name = slug;
    for (let number = 2; this.#taken.has(name); number++) name = `${slug}-${number}`;
    this.#taken.add(name);
    return name;
  }
}

export interface Kept {
  /** Undefined where nothing at all could be kept. */
  readonly folder: string | undefined;
  /** What could not be kept, and why: the rest is there all the same. */
  readonly lacking: readonly string[];
}

export async function keepEvidence(
  world: World,
  session: Session,
  rolling: Rolling,
  report: Report,
  name: string,
): Promise<Kept> {
  const { artifacts } = world;
  const folder = ['runs', name];
  const pieces = [...piecesOf(world, session, report), ...castsOf(await rolling.end())];
  const problems: { readonly file: string; readonly problem: unknown }[] = [];
  for (const [file, make] of pieces)
    try {
      artifacts.write([...folder, file], await make());
    } catch (problem) {
      problems.push({ file, problem });
    }
  if (problems.length === pieces.length)
    return { folder: undefined, lacking: [`nothing is kept: ${(problems[0]!.problem as Error).message}`] };
  const lacking = problems.map(({ file, problem }) => `${file} is not kept: ${(problem as Error).message}`);
  return { folder: artifacts.place(folder), lacking };
}

type Piece = readonly [file: string, make: () => string | Promise<string | Uint8Array>];

function piecesOf(
  world: World,
  { redaction, screen, transcript }: Session,
  { screens, status: _, ...report }: Report,
): readonly Piece[] {
  const kept = hidingUnfinishedToo(screen, redaction);
  const looks = { format: 'png', font_size: 15, theme: 'dark', cursor: true, scale: 1 } as const;
  const picture = async () => {
    const { data } = await takeScreenshot(screen, { ...looks, redaction: kept }, world.painter);
    return Buffer.from(data, 'base64');
  };
  const shown = screens.map((text, at) => `--- ${at + 1} of ${screens.length}\n${text}\n`);
  return [
    ['report.json', () => `${JSON.stringify(redaction.value(report), null, 2)}\n`],
    ['screens.txt', () => shown.join('')],
    ['screen.ansi.txt', () => `${ansiOf(runsByRow(screen, kept))}\n`],
    ['transcript.txt', () => whole(transcript.read(redaction, 0).text, redaction)],
    ['screen.png', picture],
  ];
}

/** Without half of a secret that was just being printed. */
function whole(text: string, { secrets, replacement }: Redaction): string {
  const open = secrets?.open(text) ?? text.length;
  return text.length - open < limits.unfinishedSecretChars ? text : text.slice(0, open) + replacement;
}

/** The last one has the end. */
const castsOf = (casts: readonly string[]): readonly Piece[] =>
  casts.map((text, at) => [at === casts.length - 1 ? 'recording.cast' : 'recording.before.cast', () => text]);
