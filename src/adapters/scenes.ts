/**
 * Scenes: a screen and the state that a plugin is expected to report for it. They are read from picture files, and from
 * asciicast recordings with a marker wherever the plugin is asked. Also compares the state that a plugin reports with the
 * expected one, and records scenes.
 *
 * Long because reading and recording use the same session without a program.
 */

import { StringDecoder } from 'node:string_decoder';
import { limits } from '#limits.ts';
import type { ProgramExit, ScreenContext } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { firstIssue, z } from '#platform/schema.ts';
import { type CastEvent, CastWriter, formatCastSize, readCast } from '#recording/asciicast.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { type Redaction, SpanReplacer } from '#redaction/redaction.ts';
import { RedactedTail, Transcript } from '#session/transcript.ts';
import { type ContextPosition, contextPosition, screenContextOf } from '#session/waitView.ts';
import { stripStyles } from '#terminal/ansi.ts';
import { Screen } from '#terminal/screen.ts';
import type { WidthRule } from '#terminal/unicodeWidth.ts';
import type { PluginCall, RuleTrace } from './host/declaration.ts';
import {
  type ExpectedState,
  markerFields,
  PictureError,
  type PictureFile,
  parsePicture,
  StateField,
  toPluginFacts,
} from './pictureFile.ts';
import { ClassifiedState } from './state.ts';

const SceneMarker = z.strictObject({
  state: StateField.optional(),
  ...markerFields,
  mark: z.string().min(1).max(limits.nameChars).optional(),
});
/** Facts that hold from here on. With a state, the plugin is asked here and must report that state. */
type SceneMarker = z.output<typeof SceneMarker>;

type RecordedChange =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'resize'; readonly size: GridSize }
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'said'; readonly said: SceneMarker };

/** With the line of the file that it was read from. */
type RecordedEvent = RecordedChange & { readonly ms: number; readonly line: number };

interface SceneRecording {
  readonly file: string;
  readonly size: GridSize;
  readonly events: readonly RecordedEvent[];
}

/** Raises PictureError. */
function parseSceneRecording(file: string, text: string): SceneRecording {
  const refuse = (line: number, reason: string): never => {
    throw new PictureError(file, line, reason);
  };
  const { size, events: all } = readCast(text, { refuse, torn: false });
  const events = [...all].flatMap((event) => {
    const change = toRecordedChange(file, event);
    return change ? [{ ...change, ms: event.ms, line: event.line }] : [];
  });
  if (!events.some((event) => event.kind === 'said' && event.said.state !== undefined))
    throw new PictureError(
      file,
      1,
      'no marker names a state; expected a marker such as [1.5, "m", "state: ready"]',
    );
  return { file, size, events };
}

function toRecordedChange(file: string, { line, code, text, size }: CastEvent): RecordedChange | undefined {
  if (code === 'o') return { kind: 'output', text };
  if (size) return { kind: 'resize', size };
  if (code === 'x') return { kind: 'exit', status: Number.parseInt(text, 10) || 0 };
  if (code !== 'm') return undefined;
  const said = parseMarker(file, line, text);
  return said && { kind: 'said', said };
}

/** Returns undefined for other markers, such as those that people add. */
function parseMarker(file: string, line: number, text: string): SceneMarker | undefined {
  const [, state, rest = ''] = /^state:\s*([^\s{]+)\s*(.*)$/s.exec(text) ?? [];
  if (state === undefined && !text.trimStart().startsWith('{')) return undefined;
  const facts =
    state === undefined ? parseJson(file, line, text) : rest === '' ? {} : parseJson(file, line, rest);
  const said =
    typeof facts === 'object' && facts !== null && state !== undefined ? { ...facts, state } : facts;
  return parseLine(SceneMarker, file, line, said);
}

function parseJson(file: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new PictureError(file, line, `not JSON: ${(problem as Error).message}`);
  }
}

function parseLine<Out>(shape: z.ZodType<Out>, file: string, line: number, value: unknown): Out {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new PictureError(file, line, firstIssue(result.error).reason);
}

/** An emulator without a program. It is fed from a picture or a recording, and its clock is set by hand. */
class SimulatedSession {
  readonly screen: Screen;
  readonly #transcript = new Transcript(limits.defaultTranscriptChars);
  readonly #redaction = createRedaction(defaultPolicy);
  readonly #clock: Clock = {
    now: () => this.#now,
    wall: () => this.#now,
    after: () => ({ dispose: () => {} }),
  };
  #now = 0;
  #exit: ProgramExit | null = null;
  #lastPosition: ContextPosition = { event: 0, line: 0 };
  #tail: { readonly redaction: Redaction; readonly output: RedactedTail } | undefined;

  constructor(size: GridSize, widths: WidthRule = 'codepoint') {
    this.screen = new Screen({
      size: { ...size, pixelWidth: 0, pixelHeight: 0 },
      widths,
      scrollback: limits.defaultScrollback,
      clock: this.#clock,
    });
  }

  /** Time never goes backwards. */
  advanceTo(ms: number): this {
    this.#now = Math.max(this.#now, ms);
    return this;
  }

  write(output: string | Uint8Array): void {
    const bytes = Buffer.from(output);
    const text = this.#transcript.append(bytes);
    this.#tail?.output.push(text);
    this.screen.feed(bytes);
  }

  resize(size: GridSize): void {
    this.screen.resize({ ...size, pixelWidth: 0, pixelHeight: 0 });
  }

  end(exit: ProgramExit): void {
    this.#exit = exit;
  }

  mark(label: string): void {
    this.#transcript.mark(label);
  }

  /** The screen as a plugin gets it, redacted by the default policy unless another redaction is given. */
  screenContext(redaction: Redaction = this.#redaction): ScreenContext {
    const evaluated = {
      screen: this.screen,
      transcript: this.#transcript,
      redaction,
      clock: this.#clock,
      exit: this.#exit,
      redactedTail: () => this.#redactedTail(redaction),
    };
    return screenContextOf(evaluated, {
      previous: this.#lastPosition,
      maxScrolled: limits.pluginScrolledRows,
    });
  }

  /** Kept up to date while the redaction is the same. */
  #redactedTail(redaction: Redaction): string {
    if (this.#tail?.redaction !== redaction)
      this.#tail = { redaction, output: new RedactedTail(this.#transcript, redaction) };
    return this.#tail.output.text();
  }

  /** Later contexts contain only terminal events and scrolled rows after this point. */
  markPosition(): void {
    this.#lastPosition = contextPosition(this);
  }

  close(): void {
    this.screen.dispose();
  }
}

export interface Scene {
  /** The file. For a recording, followed by the time of the marker in seconds. */
  readonly name: string;
  readonly expected: ExpectedState;
  readonly screenContext: ScreenContext;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Adds a marker to the transcript, on request of the plugin. Later scenes of the recording contain it. */
  mark(label: string): void;
}

/** Yields one scene at a time. A scene is valid only until the next one. Raises PictureError. */
export function readScenes(file: string, text: string): Generator<Scene, void> {
  if (file.endsWith('.cast')) return recordingScenes(parseSceneRecording(file, text));
  return pictureScenes(parsePicture(file, text));
}

function* pictureScenes(picture: PictureFile): Generator<Scene, void> {
  const { file, state, metadata, evidence, size, exit, stable_ms, widths } = picture;
  const session = new SimulatedSession(size, widths);
  try {
    drawPicture(session, picture);
    if (exit) session.end(exit);
    const context = session.advanceTo(stable_ms).screenContext();
    const expected = { state, metadata, evidence };
    yield { name: file, expected, screenContext: context, facts: toPluginFacts(picture), mark: () => {} };
  } finally {
    session.close();
  }
}

const csi = (sequence: string) => `\x1b[${sequence}`;

function drawPicture(session: SimulatedSession, picture: PictureFile): void {
  const { alternate_screen, before, title, rows } = picture;
  if (alternate_screen) session.write(csi('?1049h'));
  if (before !== '') session.write(`${before}${csi('H')}${csi('2J')}`);
  if (title !== undefined) session.write(`\x1b]2;${title}\x07`);
  let cursor = { ...session.screen.cursor, visible: true };
  rows.forEach((text, at) => {
    session.write(`${csi(`${at + 1};1H`)}${text}${csi('m')}`);
    requireRowFits(session, at, picture);
    if (text.trim() !== '') cursor = session.screen.cursor;
  });
  const { row, col, visible } = picture.cursor ?? cursor;
  session.write(csi(`${row + 1};${col + 1}H`) + (visible ? '' : csi('?25l')));
}

/** Raises PictureError for a row that is too wide: it would wrap into the next row. */
function requireRowFits(
  { screen }: SimulatedSession,
  at: number,
  { file, rows, form, firstLine, size }: PictureFile,
): void {
  const row = rows[at]!;
  const text = form === 'ansi' ? stripStyles(row) : row;
  if (screen.row(at).text.trimEnd() === text.trimEnd()) return;
  const wide = `is wider than ${size.cols} columns`;
  const reason =
    form === 'ansi'
      ? `${wide}, or contains more than text, styles and links`
      : `${wide}; set the number of columns in size`;
  throw new PictureError(file, firstLine + at, reason);
}

function* recordingScenes({ file, size, events }: SceneRecording): Generator<Scene, void> {
  const session = new SimulatedSession(size);
  let intent: string | undefined;
  try {
    for (const event of events) {
      session.advanceTo(event.ms);
      if (event.kind !== 'said') applyChange(session, event);
      else {
        const { said } = event;
        intent = said.last_intent ?? intent;
        if (said.exit) session.end(said.exit);
        if (said.mark !== undefined) session.mark(said.mark);
        if (said.state === undefined) continue;
        yield createScene(session, file, event.ms, { ...said, last_intent: intent });
        session.markPosition();
      }
    }
  } finally {
    session.close();
  }
}

function applyChange(session: SimulatedSession, event: Exclude<RecordedEvent, { kind: 'said' }>): void {
  if (event.kind === 'output') session.write(event.text);
  else if (event.kind === 'resize') session.resize(event.size);
  else session.end({ exitCode: event.status, signal: null });
}

function createScene(session: SimulatedSession, file: string, ms: number, said: SceneMarker): Scene {
  const context = session.screenContext();
  return {
    name: `${file} ${ms / 1000}`,
    expected: { state: said.state!, metadata: said.metadata, evidence: said.evidence },
    screenContext: said.stable_ms === undefined ? context : { ...context, stableMs: said.stable_ms },
    facts: toPluginFacts(said),
    mark: (label) => session.mark(label),
  };
}

/** The plugin instance to call and the facts that the manifest adds. */
export interface SceneClassifier {
  readonly instance: {
    call(call: PluginCall): Promise<{ readonly value?: unknown; readonly trace: readonly RuleTrace[] }>;
  };
  readonly statusRows: number | undefined;
}

interface ClassificationReport {
  /** Absent when the plugin failed. */
  readonly classified?: ClassifiedState;
  readonly failure?: string;
  readonly rules: readonly RuleTrace[];
}

export interface SceneReport extends ClassificationReport {
  readonly scene: Scene;
  /** One sentence for each difference. Empty when the scene passes. */
  readonly differences: readonly string[];
}

/** Calls `classify` with the scene, in the same way as an adapter does. */
export async function classifyScene(
  { instance, statusRows }: SceneClassifier,
  scene: Scene,
): Promise<ClassificationReport> {
  const facts = {
    last_intent: null,
    completed_turn_stable_ms: limits.completedTurnStableMs,
    ...scene.facts,
    status_rows: statusRows,
  };
  try {
    const { value, trace } = await instance.call({
      function: 'classify',
      args: 'context',
      screenContext: scene.screenContext,
      facts,
      trace: true,
    });
    const read = ClassifiedState.safeParse(value);
    if (!read.success)
      return { failure: `classify returned no valid state: ${firstIssue(read.error).reason}`, rules: trace };
    for (const { label } of read.data.host_marks) scene.mark(label);
    return { classified: read.data, rules: trace };
  } catch (problem) {
    return { failure: (problem as Error).message, rules: [] };
  }
}

export async function checkScene(classifier: SceneClassifier, scene: Scene): Promise<SceneReport> {
  const result = await classifyScene(classifier, scene);
  return { ...result, scene, differences: findDifferences(scene, result) };
}

function findDifferences(
  { expected }: Scene,
  { classified, failure }: ClassificationReport,
): readonly string[] {
  if (!classified) return [`expected ${expected.state}, but the plugin failed: ${failure}`];
  const differences: string[] = [];
  if (classified.state !== expected.state)
    differences.push(`expected ${expected.state}, got ${classified.state}`);
  if (expected.evidence !== undefined && !classified.evidence.includes(expected.evidence))
    differences.push(
      `evidence: expected to contain ${formatValue(expected.evidence)}, got ${formatValue(classified.evidence)}`,
    );
  if (expected.metadata)
    differences.push(...missingValues('metadata', expected.metadata, classified.metadata));
  return differences;
}

/** Compares recursively. A table may hold more keys than expected; lists and scalars must be equal. */
function missingValues(path: string, expected: unknown, got: unknown): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((each, at) => missingValues(`${path}.${at}`, each, got[at]));
  if (isRecord(expected) && isRecord(got))
    return Object.entries(expected).flatMap(([key, each]) => missingValues(`${path}.${key}`, each, got[key]));
  return Object.is(expected, got)
    ? []
    : [`${path}: expected ${formatValue(expected)}, got ${formatValue(got)}`];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatValue = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

interface RecordedEntry {
  readonly ms: number;
  readonly code: 'o' | 'r' | 'm';
  text: string;
}

/** Records the output of a program with times and markers, and maintains the screen that results. */
export class SceneRecorder {
  readonly #clock: Clock;
  readonly #began: number;
  readonly #size: GridSize;
  readonly #session: SimulatedSession;
  readonly #entries: RecordedEntry[] = [];
  readonly #decoder = new StringDecoder('utf8');
  #chars = 0;
  #exit: ProgramExit | null = null;
  /** True when the recording reached `limits.pictureBytes` and later entries were dropped. */
  full = false;
  marks = 0;

  constructor(size: GridSize, clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
    this.#size = size;
    this.#session = new SimulatedSession(size);
  }

  output(bytes: Uint8Array): void {
    this.#advance().write(bytes);
    this.#add('o', this.#decoder.write(Buffer.from(bytes)));
  }

  resize({ rows, cols }: GridSize): void {
    this.#advance().resize({ rows, cols });
    this.#add('r', formatCastSize({ rows, cols }));
  }

  end(exit: ProgramExit): void {
    this.#exit = exit;
    this.#advance().end(exit);
  }

  /** Adds a marker at which the plugin is asked. The returned function fills in the state once it is known. */
  mark(): (state: string) => void {
    this.marks += 1;
    this.#session.markPosition();
    const entry = this.#add('m', 'state: unknown');
    const facts = this.#exit ? ` ${JSON.stringify({ exit: toExitField(this.#exit) })}` : '';
    return (state) => {
      entry.text = `state: ${state}${facts}`;
    };
  }

  screenContext(redaction?: Redaction): ScreenContext {
    return this.#advance().screenContext(redaction);
  }

  /** Formats the recording as asciicast v2. Secrets are redacted even when they are split over several outputs. */
  text(redaction: Redaction): string {
    const cast = new CastWriter({ version: 2, size: this.#size });
    const whole = this.#entries.flatMap(({ code, text }) => (code === 'o' ? [text] : [])).join('');
    const hidden = new SpanReplacer(redaction.spans(whole), redaction.replacement);
    const lines = this.#entries.map(({ ms, code, text }) =>
      cast.event(ms, code, code === 'o' ? hidden.replaceNext(text) : text),
    );
    return [cast.header(), ...lines].join('');
  }

  close(): void {
    this.#session.close();
  }

  #advance(): SimulatedSession {
    return this.#session.advanceTo(this.#clock.now() - this.#began);
  }

  #add(code: RecordedEntry['code'], text: string): RecordedEntry {
    const entry = { ms: this.#clock.now() - this.#began, code, text };
    this.#chars += text.length;
    // Once full, all later entries are dropped. A gap in the middle would produce screens that never existed.
    if (this.#chars * bytesPerChar > limits.pictureBytes) this.full = true;
    if (!this.full && text !== '') this.#entries.push(entry);
    return entry;
  }
}

const toExitField = ({ exitCode, signal }: ProgramExit) =>
  exitCode === null ? { signal } : { exit_code: exitCode };

/** Upper bound for one character in a JSON file. */
const bytesPerChar = 6;
