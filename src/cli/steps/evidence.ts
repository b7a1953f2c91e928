/** What is kept of a run that failed: its screens, its recording and its transcript, secrets hidden in all of them. */
import { slugOf } from '../../core/baseline/folder.ts';
import { ansiOf } from '../../core/render/ansi.ts';
import { takeScreenshot } from '../../core/render/screenshot.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
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
  readonly folder: string;
  /** What could not be kept, and why: the rest is there all the same. */
  readonly lacking: readonly string[];
}

/** Raises what went wrong first where nothing at all could be kept. */
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
  if (problems.length === pieces.length) throw problems[0]!.problem;
  const lacking = problems.map(({ file, problem }) => `${file} is not kept: ${(problem as Error).message}`);
  return { folder: artifacts.place(folder), lacking };
}

type Piece = readonly [file: string, make: () => string | Promise<string | Uint8Array>];

function piecesOf(
  world: World,
  { redaction, screen, transcript }: Session,
  { screens, status: _, ...report }: Report,
): readonly Piece[] {
  const looks = { format: 'png', font_size: 15, theme: 'dark', cursor: true, scale: 1, redaction } as const;
  const picture = async () => {
    const { data } = await takeScreenshot(screen, looks, world.painter);
    return Buffer.from(data, 'base64');
  };
  const shown = screens.map((text, at) => `--- ${at + 1} of ${screens.length}\n${text}\n`);
  return [
    ['report.json', () => `${JSON.stringify(redaction.value(report), null, 2)}\n`],
    ['screens.txt', () => shown.join('')],
    ['screen.ansi.txt', () => `${ansiOf(runsByRow(screen, redaction))}\n`],
    ['transcript.txt', () => transcript.read(redaction, 0).text],
    ['screen.png', picture],
  ];
}

/** The last one has the end. */
const castsOf = (casts: readonly string[]): readonly Piece[] =>
  casts.map((text, at) => [at === casts.length - 1 ? 'recording.cast' : 'recording.before.cast', () => text]);
