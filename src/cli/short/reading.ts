/** Commands that read the screen, the scrollback and the output of a session. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#client/index.ts';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { createDirectories } from '#platform/paths.ts';
import { choice, count, flag } from '../command.ts';
import { toFileError, UsageError } from '../errors.ts';
import { rawOption } from '../options.ts';
import { quoteShellWord } from '../print.ts';
import { type Calls, type CommandOutput, defineSessionCommand, type Invocation } from './command.ts';

export const readCommand = defineSessionCommand({
  name: 'read',
  summary: 'Print the text of the screen.',
  details: [
    'Trailing blanks are removed, and secrets are hidden. --since prints the output after a cursor, without escape sequences. With --json, the reply has the cursor for the next call.',
  ],
  options: {
    full: flag('Print the scrollback before the screen.'),
    since: count(
      'CURSOR',
      [0, Number.MAX_SAFE_INTEGER],
      'Print the output after this cursor, not the screen.',
    ),
    ansi: flag('Print colors and attributes as escape sequences.'),
    'no-redact': rawOption,
  },
  examples: {
    'ptywright read': 'Print the screen of the newest session.',
    'ptywright read --since 0 --json': 'Print all kept output, and the cursor for the next call.',
  },
  run: async ({ calls, session, given: { full, since, ansi, 'no-redact': raw } }) => {
    const [first, second] = Object.entries({ since: since !== undefined, full, ansi })
      .filter(([, isGiven]) => isGiven)
      .map(([name]) => name);
    if (second) throw new UsageError(`--${second}: not together with --${first}`);
    const redact = !raw;
    if (since !== undefined) {
      const read = await calls.session.transcript({ session, since, strip_escapes: true, redact });
      const { text, next: cursor, dropped } = read;
      return { kind: 'output', json: { session, text, cursor, dropped }, text };
    }
    if (ansi) {
      const { data, sequence } = await calls.session.screenshot({ session, format: 'ansi', redact });
      return { kind: 'screen', json: { session, sequence, ansi: data }, text: `${data}\n` };
    }
    // Handled in one turn of the server, so no output comes between them.
    const [above, { transcript_cursor: cursor, running, exit }, screen] = await Promise.all([
      full ? calls.session.scrollback({ session, count: limits.maxScrollback, start: 0, redact }) : undefined,
      calls.session.info({ session }),
      calls.session.snapshot({ session, redact }),
    ]);
    if (!('plain_text' in screen)) throw new UsageError('the server returned no screen');
    const { plain_text, sequence, title, size, cursor: at } = screen;
    const lines = above?.lines.map((line) => `${line}\n`).join('') ?? '';
    return {
      kind: 'screen',
      json: {
        session,
        text: lines + plain_text,
        cursor,
        sequence,
        title,
        running,
        exit,
        size: { rows: size.rows, cols: size.cols },
        position: { row: at.row, col: at.col },
      },
      text: `${lines}${plain_text}\n`,
    };
  },
});

export const pictureCommand = defineSessionCommand({
  name: 'picture',
  summary: 'Save a picture of the screen to a .png or .svg file.',
  options: {
    theme: choice('THEME', ['dark', 'light'], 'Colors of the picture.', { default: 'dark' }),
    'no-redact': rawOption,
  },
  operands: { usage: 'FILE', min: 1, max: 1, completes: 'file' },
  examples: { 'ptywright picture screen.png': 'Overwrites an existing file.' },
  run: async ({ calls, session, given: { theme, 'no-redact': raw }, operands: [file = ''] }) => {
    const format = (['png', 'svg'] as const).find((name) => file.toLowerCase().endsWith(`.${name}`));
    if (!format) throw new UsageError(`${file}: expected a name that ends in .png or .svg`);
    const { data, width, height } = await calls.session.screenshot({ session, format, theme, redact: !raw });
    try {
      writeFileSync(file, data, {
        encoding: format === 'png' ? 'base64' : 'utf8',
        mode: raw ? 0o600 : 0o666,
      });
    } catch (problem) {
      throw toFileError(file, problem);
    }
    return { kind: 'picture', json: { session, file, width, height }, text: '' };
  },
});

/**
 * Returns the result of a check, which begins at once. If it fails, saves its trace, the screen and the output of the
 * session in the folder first.
 */
export async function keepingArtifacts(
  command: TracedCommand,
  folder: string | undefined,
  check: () => Promise<CommandOutput>,
): Promise<CommandOutput> {
  if (folder === undefined) return check();
  const { calls, session } = command;
  const [startedAt, began] = [systemClock.wall(), systemClock.now()];
  // Handled in this order, without waiting for the replies. The check reports what is wrong with the session.
  const recording = calls.recording.start({ session }).catch(() => undefined);
  const before = readText(calls, session).catch(() => '');
  const stop = async () => {
    const id = (await recording)?.recording;
    const stopped = id === undefined ? undefined : calls.recording.stop({ recording: id });
    return (await stopped?.catch(() => undefined))?.text ?? '';
  };
  try {
    const done = await check();
    await stop();
    return done;
  } catch (problem) {
    const elapsed_ms = Math.round(systemClock.now() - began);
    const times = { startedAt, elapsed_ms, before: await before, recording: await stop() };
    // An unknown session has nothing to save. The problem that is reported is the first one.
    if (!(problem instanceof UsageError))
      await saveArtifacts(command, folder, problem, times).catch(onlyRefusals);
    throw problem;
  }
}

/** `name` and `words` are the command as it was written. */
interface TracedCommand extends Pick<Invocation<never>, 'calls' | 'session' | 'words'> {
  readonly name: string;
}

interface FailedCheck {
  readonly startedAt: number;
  readonly elapsed_ms: number;
  readonly before: string;
  readonly recording: string;
}

function onlyRefusals(problem: unknown): void {
  if (!(problem instanceof Refusal)) throw problem;
}

const readText = async ({ session: read }: Calls, session: string): Promise<string> =>
  (await read.screenshot({ session, format: 'text' })).data;

async function saveArtifacts(
  { calls, session, name, words }: TracedCommand,
  folder: string,
  problem: unknown,
  { startedAt, elapsed_ms, before, recording }: FailedCheck,
): Promise<void> {
  const { formatExit, redactTrace, runTraceFiles } = await import('#testing/runTrace.ts');
  const [after, picture, { text: transcript }, { program, args, exit }] = await Promise.all([
    readText(calls, session),
    calls.session.screenshot({ session, format: 'png' }),
    calls.session.transcript({ session, strip_escapes: true }),
    calls.session.info({ session }),
  ]);
  const title = ['ptywright', name, ...words].map(quoteShellWord).join(' ');
  const error = problem instanceof Refusal ? problem.reason : (problem as Error).message;
  const call = { call: title, at_ms: 0, elapsed_ms, ok: false, found: error, before, after };
  const trace = await redactTrace({
    version: 1,
    title,
    file: 'ptywright',
    ok: false,
    error,
    started: new Date(startedAt).toISOString(),
    duration_ms: elapsed_ms,
    program: [program, ...args].map(quoteShellWord).join(' '),
    exit: formatExit(exit),
    calls: [call],
    recording,
    transcript,
  });
  try {
    createDirectories(folder);
    for (const [file, content] of runTraceFiles(trace)) writeFileSync(join(folder, file), content);
    writeFileSync(join(folder, 'screen.txt'), `${after}\n`);
    writeFileSync(join(folder, 'screen.png'), picture.data, 'base64');
    writeFileSync(join(folder, 'transcript.txt'), transcript);
  } catch (failure) {
    throw toFileError(folder, failure, 'directory');
  }
}
