/** `ptywright convert`: reads a recording and writes the format of the output file. */
import { extname } from 'node:path';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { z } from '#platform/schema.ts';
import { onTerminationSignals, signalExitStatus } from '#platform/signals.ts';
import { writeNewFile } from '#platform/temporaryFile.ts';
import { actionsRecordingKind, readActionsRecording } from '#recording/actionsRecording.ts';
import { type Cast, type CastEventCode, CastWriter, readCast } from '#recording/asciicast.ts';
import { castFrames, limitPauses } from '#recording/castPlayer.ts';
import { FrameEncoder } from '#recording/frameEncoder.ts';
import { readJsonLines, refuseInFile } from '#recording/jsonLines.ts';
import { type VideoFormat, videoFormats } from '#recording/videoFile.ts';
import { VideoRenderer } from '#recording/videoRenderer.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { findFont } from '#rendering/fontMetrics.ts';
import { alsoHideUnfinished, redactScreen } from '#terminal/screenRedaction.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';
import { readTextFile, withRecordingErrors, writeOutputFile } from '../files.ts';
import { printNote } from '../print.ts';
import type { convertCommand } from './commands.ts';
import { extractSecrets, scriptGenerators, toRecordedCalls } from './scripts.ts';

function convertCastVersion(
  cast: Cast,
  { to }: { readonly to: 'asciicast-v2' | 'asciicast-v3' | undefined },
): string {
  const { events, ...header } = cast;
  const other = cast.version === 2 ? 3 : 2;
  const lines = new CastWriter({
    ...header,
    version: to === undefined ? other : to === 'asciicast-v2' ? 2 : 3,
  });
  let text = lines.header();
  for (const { ms, code, text: said } of events) text += lines.event(ms, code as CastEventCode, said);
  return text;
}

/** Formats each screen below its time. */
function formatScreens(cast: Cast, intervalMs: number, redaction: Redaction): string {
  let text = '';
  for (const { ms, screen } of castFrames(cast, intervalMs)) {
    const redacted = redactScreen(screen, alsoHideUnfinished(screen, redaction)).text;
    text += `--- ${(ms / 1000).toFixed(3)} s, ${screen.size.cols}x${screen.size.rows}\n${redacted}\n`;
  }
  return text;
}

function formatFrames(cast: Cast, intervalMs: number, redaction: Redaction): string {
  let text = '';
  let now = 0;
  const clock = {
    now: () => now,
    wall: () => (cast.timestamp ?? 0) * 1000 + now,
    after: () => ({ dispose: () => {} }),
  };
  let encoder: FrameEncoder | undefined;
  for (const { ms, screen } of castFrames(cast, intervalMs)) {
    now = ms;
    const write = (line: string) => {
      text += line;
    };
    if (encoder) encoder.handleEvent({ kind: 'changed' });
    else {
      encoder = new FrameEncoder({ redaction, clock, write, screen: () => screen, intervalMs: 0 });
      encoder.start();
    }
  }
  return text;
}

const videoFileExtensions = videoFormats.map((format) => `.${format}`);
const isVideo = (kind: string): boolean => videoFileExtensions.includes(kind);

interface ConvertSource {
  readonly from: string;
  readonly text: string;
  readonly kind: string;
}

/** Leaves no file behind when it is interrupted. */
async function convertToVideo(
  to: string,
  { from, text, kind }: ConvertSource,
  given: ConvertOptions,
): Promise<number> {
  const { fps, theme, font, 'font-size': fontSize, idle, force, raw } = given;
  await findFont(font, false);
  const films = new VideoRenderer({ clock: systemClock, log: printNote });
  const how = { refuse: refuseInFile(from), torn: true, idleMs: idle, style: { fps, theme, fontSize, font } };
  const hides = raw ? undefined : defaultPolicy;
  const film = { ...how, hides, text, format: kind.slice(1) as VideoFormat };
  let interrupted: number | undefined;
  const signals = onTerminationSignals((name) => {
    interrupted ??= signalExitStatus(name);
    void films.close();
  });
  try {
    const { cut } = await writeOutputFile(to, force, (path) => films.render(film, path));
    if (cut) await printNote(`${to}: the video ends early, at the limit ${cut}`);
    return exitCodes.done;
  } catch (problem) {
    if (interrupted !== undefined) return interrupted;
    throw problem;
  } finally {
    signals.dispose();
  }
}

type ConvertOptions = OptionValues<typeof convertCommand.options>;

type CastConverter = (cast: Cast, given: ConvertOptions) => string;

const castConverters: Readonly<Record<string, CastConverter>> = {
  '.cast': convertCastVersion,
  '.txt': (cast, { fps, raw }) => formatScreens(cast, 1000 / fps, redactionFor(raw)),
  '.jsonl': (cast, { fps, raw }) => formatFrames(cast, 1000 / fps, redactionFor(raw)),
};

const redactionFor = (raw: boolean) => (raw ? noRedaction : createRedaction(defaultPolicy));

export function convert(given: ConvertOptions, [from = '', to = '']: readonly string[]): Promise<number> {
  const kind = extname(to).toLowerCase();
  const supported = [
    ...Object.keys(castConverters),
    ...videoFileExtensions,
    ...Object.keys(scriptGenerators),
  ];
  if (!supported.includes(kind))
    throw new UsageError(`${to}: expected a file that ends in ${supported.join(', ')}`);
  return withRecordingErrors(async () => {
    const text = readTextFile(from, limits.recordingBytes);
    const hasCalls = readRecordingKind(from, text) === 'calls';
    if (!hasCalls && isVideo(kind)) return convertToVideo(to, { from, text, kind }, given);
    const made = hasCalls ? await convertToScript(from, text, kind) : convertCast(from, text, kind, given);
    await writeOutputFile(to, given.force, (path) => writeNewFile(path, made));
    return exitCodes.done;
  });
}

/** What the first line of each kind of recording has. */
const RecordingHeader = z.object({ version: z.number(), recording: z.string().optional() });

/** Throws CommandError for a file that is no recording of either kind. */
function readRecordingKind(from: string, text: string): 'calls' | 'cast' {
  const refuse = (): never => {
    throw new CommandError(
      `${from}: not a recording; expected an asciicast (.cast), or a recording of calls (actions-json)`,
    );
  };
  const [first] = readJsonLines(text, { refuse, torn: true });
  const header = RecordingHeader.safeParse(first?.value);
  if (!header.success) return refuse();
  return header.data.recording === actionsRecordingKind ? 'calls' : 'cast';
}

async function convertToScript(from: string, text: string, kind: string): Promise<string> {
  const make = scriptGenerators[kind];
  const known = Object.keys(scriptGenerators).join(', ');
  if (!make)
    throw new CommandError(
      `${from}: a recording of calls has no screens; expected an output file that ends in ${known}`,
    );
  const read = readActionsRecording(text, { refuse: refuseInFile(from), torn: true });
  const { recording, names } = kind === '.json' ? { recording: read, names: [] } : extractSecrets(read);
  if (names.length > 0)
    await printNote(
      `${from}: secrets are hidden; the script reads them from the environment variables ${names.join(', ')}`,
    );
  return make(toRecordedCalls(recording));
}

function convertCast(from: string, text: string, kind: string, given: ConvertOptions): string {
  const cast = readCast(text, { refuse: refuseInFile(from), torn: true });
  const make = castConverters[kind];
  if (!make)
    throw new CommandError(
      `${from}: the recording has no calls; a script needs a recording in the format actions-json`,
    );
  return make(given.idle === undefined ? cast : limitPauses(cast, given.idle), given);
}
