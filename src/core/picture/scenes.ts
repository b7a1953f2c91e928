/** Pictures and recordings as scenes: what a plugin is shown, and what it has to say. */
import type { Look } from '../matcher/look.ts';
import { type Expected, factsOf } from './expected.ts';
import { type Picture, readPicture, withoutStyles } from './picture.ts';
import { PictureProblem } from './problem.ts';
import { type Event, type Recording, readRecording, type Said } from './recording.ts';
import { Stage } from './stage.ts';

export interface Scene {
  /** The file, and in a recording the time of the marker in seconds. */
  readonly name: string;
  readonly expected: Expected;
  readonly look: Look;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Puts a marker into the transcript, as a plugin may ask for; later scenes of a recording show it. */
  mark(label: string): void;
}

/** Scenes are made one after the other, and none outlives the step to the next. Raises PictureProblem. */
export function scenesOf(file: string, text: string): Generator<Scene, void> {
  if (file.endsWith('.cast')) return recorded(readRecording(file, text));
  return painted(readPicture(file, text));
}

function* painted(picture: Picture): Generator<Scene, void> {
  const { file, state, metadata, evidence, size, exit, stable_ms } = picture;
  const stage = new Stage(size);
  try {
    paint(stage, picture);
    if (exit) stage.end(exit);
    const look = stage.at(stable_ms).look();
    const expected = { state, metadata, evidence };
    yield { name: file, expected, look, facts: factsOf(picture), mark: () => {} };
  } finally {
    stage.close();
  }
}

const csi = (sequence: string) => `\x1b[${sequence}`;

function paint(stage: Stage, picture: Picture): void {
  const { alternate_screen, before, title, rows } = picture;
  if (alternate_screen) stage.write(csi('?1049h'));
  if (before !== '') stage.write(`${before}${csi('H')}${csi('2J')}`);
  if (title !== undefined) stage.write(`\x1b]2;${title}\x07`);
  let cursor = { ...stage.screen.cursor, visible: true };
  rows.forEach((text, at) => {
    stage.write(`${csi(`${at + 1};1H`)}${text}${csi('m')}`);
    checkRow(stage, at, picture);
    if (text.trim() !== '') cursor = stage.screen.cursor;
  });
  const { row, col, visible } = picture.cursor ?? cursor;
  stage.write(csi(`${row + 1};${col + 1}H`) + (visible ? '' : csi('?25l')));
}

/** A row that is too wide would go on in the next one, and nobody would have drawn what is then shown. */
function checkRow({ screen }: Stage, at: number, { file, rows, form, firstLine, size }: Picture): void {
  const row = rows[at]!;
  const text = form === 'ansi' ? withoutStyles(row) : row;
  if (screen.row(at).text.trimEnd() === text.trimEnd()) return;
  const wide = `is wider than ${size.cols} columns`;
  const reason =
    form === 'ansi'
      ? `${wide}, or has more in it than text, styles and links`
      : `${wide}: say how many in size`;
  throw new PictureProblem(file, firstLine + at, reason);
}

function* recorded({ file, size, events }: Recording): Generator<Scene, void> {
  const stage = new Stage(size);
  let intent: string | undefined;
  try {
    for (const event of events) {
      stage.at(event.ms);
      if (event.kind !== 'said') happen(stage, event);
      else {
        const { said } = event;
        intent = said.last_intent ?? intent;
        if (said.exit) stage.end(said.exit);
        if (said.mark !== undefined) stage.mark(said.mark);
        if (said.state === undefined) continue;
        yield sceneAt(stage, file, event.ms, { ...said, last_intent: intent });
        stage.asked();
      }
    }
  } finally {
    stage.close();
  }
}

function happen(stage: Stage, event: Exclude<Event, { kind: 'said' }>): void {
  if (event.kind === 'output') stage.write(event.text);
  else if (event.kind === 'resize') stage.resize(event.size);
  else stage.end({ exitCode: event.status, signal: null });
}

function sceneAt(stage: Stage, file: string, ms: number, said: Said): Scene {
  const look = stage.look();
  return {
    name: `${file} ${ms / 1000}`,
    expected: { state: said.state!, metadata: said.metadata, evidence: said.evidence },
    look: said.stable_ms === undefined ? look : { ...look, stableMs: said.stable_ms },
    facts: factsOf(said),
    mark: (label) => stage.mark(label),
  };
}
