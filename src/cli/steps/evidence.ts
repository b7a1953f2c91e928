/** Saves the evidence of a run: screens, recording and transcript, all redacted. */

import type { Core } from '#core.ts';
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Recording } from '#recording/recording.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { toSlug } from '#rendering/artifactFolder.ts';
import { defaultScreenshot, takeScreenshot } from '#rendering/screenshot.ts';
import type { Session, SessionEvent } from '#session/session.ts';
import { readTranscript } from '#session/transcript.ts';
import { toExitData } from '#session/waits.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { formatExit, type RunTrace, runTraceFiles, type TraceFile } from '#testing/runTrace.ts';
import type { ScriptReport } from './steps.ts';

/** Reserves folder names for the runs of one command. Equal titles get different names. */
export class RunFolders {
  readonly #taken = new Set<string>();

  reserve(title: string): string {
    const slug = toSlug(title);
    let name = slug;
    for (let number = 2; this.#taken.has(name); number++) name = `${slug}-${number}`;
    this.#taken.add(name);
    return name;
  }
}

export interface SavedEvidence {
  /** Undefined if nothing could be saved. */
  readonly folder: string | undefined;
  /** Files that could not be saved, with the reasons. The others are saved. */
  readonly problems: readonly string[];
}

export async function saveEvidence(
  world: Core,
  session: Session,
  rolling: RollingRecording,
  report: ScriptReport,
  name: string,
): Promise<SavedEvidence> {
  const { artifacts } = world;
  const folder = ['runs', name];
  const casts = await rolling.stop();
  const trace = await createTrace(world, session, report, casts.at(-1)!, rolling.lastBeganMs);
  const pieces = [...evidenceFiles(world, session, report), ...recordingFiles(casts), ...traceFiles(trace)];
  const problems: { readonly file: string; readonly problem: unknown }[] = [];
  for (const [file, make] of pieces)
    try {
      artifacts.write([...folder, file], await make());
    } catch (problem) {
      problems.push({ file, problem });
    }
  if (problems.length === pieces.length)
    return {
      folder: undefined,
      problems: [`cannot save the evidence: ${(problems[0]!.problem as Error).message}`],
    };
  const lacking = problems.map(({ file, problem }) => `cannot save ${file}: ${(problem as Error).message}`);
  return { folder: artifacts.pathTo(folder), problems: lacking };
}

type EvidenceFile = readonly [file: string, make: () => string | Promise<string | Uint8Array>];

function evidenceFiles(
  world: Core,
  { redaction, screen, transcript }: Session,
  { screens, status: _, calls: _calls, program: _program, ...report }: ScriptReport,
): readonly EvidenceFile[] {
  const kept = alsoHideUnfinished(screen, redaction);
  const picture = async () => {
    const { data } = await takeScreenshot(
      screen,
      { ...defaultScreenshot(), redaction: kept },
      world.pngRenderer,
    );
    return Buffer.from(data, 'base64');
  };
  const screenTexts = screens.map((text, at) => `--- ${at + 1} of ${screens.length}\n${text}\n`);
  return [
    ['report.json', () => `${JSON.stringify(redaction.value(report), null, 2)}\n`],
    ['screens.txt', () => screenTexts.join('')],
    ['screen.ansi.txt', () => `${formatAnsi(screenRuns(screen, kept))}\n`],
    ['transcript.txt', () => hideOpenSecret(transcript.read(redaction, 0).text, redaction)],
    ['screen.png', picture],
  ];
}

const traceFiles = (trace: RunTrace): readonly EvidenceFile[] =>
  runTraceFiles(trace).map(([file, content]: TraceFile) => [file, () => content]);

/** `beganMs` is when the recording began, since the first step. */
async function createTrace(
  { clock }: Core,
  session: Session,
  { title, file, ok, steps, program, calls }: ScriptReport,
  recording: string,
  beganMs: number,
): Promise<RunTrace> {
  const { redaction, transcript } = session;
  const error = steps.find((step) => !step.ok)?.error;
  const { text } = await readTranscript(transcript, redaction, { stripEscapes: true });
  const last = calls.at(-1);
  const durationMs = last ? last.at_ms + last.elapsed_ms : 0;
  return {
    version: 1,
    ...(redaction.value({ title, file, program, ...(error !== undefined && { error }) }) as {
      readonly title: string;
      readonly file: string;
      readonly program: string;
    }),
    ok,
    started: new Date(clock.wall() - durationMs).toISOString(),
    duration_ms: durationMs,
    exit: formatExit(toExitData(session)),
    calls: calls.map((call) => ({ ...call, at_ms: Math.max(0, call.at_ms - beganMs) })),
    recording,
    transcript: hideOpenSecret(text, redaction),
  };
}

/** Hides the beginning of a secret that was not printed completely. */
function hideOpenSecret(text: string, { secrets, replacement }: Redaction): string {
  const open = secrets?.findUnfinished(text) ?? text.length;
  return text.length - open < limits.unfinishedSecretChars ? text : text.slice(0, open) + replacement;
}

/** The last recording contains the end of the run. */
const recordingFiles = (casts: readonly string[]): readonly EvidenceFile[] =>
  casts.map((text, at) => [at === casts.length - 1 ? 'recording.cast' : 'recording.before.cast', () => text]);

/**
 * Records a run in memory until it is known whether to keep it. Keeps the last pieces only, however much is printed.
 */
export class RollingRecording {
  readonly #world: Core;
  readonly #session: Session;
  readonly #observing: Disposable;
  readonly #began: number;
  #current: Recording;
  #previous: Recording | undefined;
  /** When the last recording began, in milliseconds since the first one. */
  lastBeganMs = 0;

  constructor(world: Core, session: Session) {
    this.#world = world;
    this.#session = session;
    this.#began = world.clock.now();
    this.#current = this.#start();
    const see = (event: SessionEvent) => this.#handleEvent(event);
    this.#observing = session.observers.add({ handleEvent: see, done: () => Promise.resolve() });
  }

  /**
   * Returns the casts, oldest first. Each begins with the screen at its start; output before the first cast is lost.
   */
  async stop(): Promise<readonly string[]> {
    this.#observing.dispose();
    await this.#world.recordings.stop(this.#current);
    return [this.#previous, this.#current].flatMap((one) => (one ? [one.text] : []));
  }

  /** Switches when the screen shows all output, so that the next cast continues exactly where the last one ends. */
  #handleEvent({ kind }: SessionEvent): void {
    if (kind !== 'changed' || this.#current.bytes < limits.recordingTextBytes / 2) return;
    void this.#world.recordings.stop(this.#current);
    this.#previous = this.#current;
    this.#current = this.#start();
    this.lastBeganMs = Math.round(this.#world.clock.now() - this.#began);
  }

  #start(): Recording {
    return this.#world.recordings.start(this.#session, {
      path: null,
      format: 'asciicast-v2',
      input: false,
      append: false,
      maxBytes: limits.recordingTextBytes,
      intervalMs: limits.recordingFrameMs,
      redaction: this.#session.redaction,
    });
  }
}
