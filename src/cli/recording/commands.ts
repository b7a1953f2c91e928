/** Declares `ptywright record`, `replay`, `convert` and `trace`. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { limits } from '#limits.ts';
import { openFile } from '#platform/runProgram.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import { choice, count, defineCommand, file, flag, text } from '../command.ts';
import { UsageError } from '../errors.ts';
import { castFormats, idleOption, programExits, programOperand, rawOption } from '../options.ts';
import { printResult } from '../print.ts';
import { runCommand } from '../run/command.ts';

export const recordCommand = defineCommand({
  name: 'record',
  summary: 'Run a program on this terminal, and record its output to a file.',
  details: [
    'Runs the program like ptywright run. The output is written as an asciicast, with times and terminal sizes. The file is readable up to its last complete line at any time, even if ptywright is killed.',
    'Secrets are hidden in the file, unless --raw is given. Input is recorded only with --input, and never at a password prompt.',
  ],
  options: {
    output: file(
      'FILE',
      'Output file, which must not exist (default: recording-1.cast, or the next free number).',
      { alias: 'o' },
    ),
    format: choice('FORMAT', castFormats, 'File format.', { default: 'asciicast-v2' }),
    append: flag('Append to an existing recording. Needs --format asciicast-v3.'),
    input: flag('Record input too.'),
    title: text('TEXT', 'Title of the recording.'),
    raw: rawOption,
    'max-bytes': count(
      'BYTES',
      [1, limits.recordingBytes],
      'Maximum size of the file. The program continues when it is reached.',
      { default: limits.defaultRecordingBytes },
    ),
    ...runCommand.options,
  },
  operands: programOperand,
  exits: { ...programExits, 1: 'The file cannot be written.' },
  examples: {
    'ptywright record -o build.cast -- make': 'Record a build. To play it: ptywright replay build.cast',
    'ptywright record bash': 'Record a shell session to recording-1.cast.',
  },
  run: async (given, operands): Promise<number> => (await import('./record.ts')).record(given, operands),
});

export const replayCommand = defineCommand({
  name: 'replay',
  summary: 'Play a recording on this terminal.',
  details: [
    'Plays asciicasts of version 2 and 3. Keys: space pauses and resumes, the right arrow or . shows the next output, q quits. With --step, every other key shows the next output. The terminal is restored at the end.',
    'Only drawing sequences reach the terminal. A recording cannot send it queries, set its title, access its clipboard or change its keyboard modes.',
  ],
  options: {
    speed: text('N', 'Playback speed, such as 2 or 0.5.', { default: '1' }),
    idle: idleOption,
    fast: flag('Play without pauses.'),
    step: flag('Wait for a key before each output.'),
  },
  operands: { usage: 'FILE', min: 1, max: 1 },
  exits: { 1: 'The file cannot be read, or is not a recording.', '128+n': 'Signal n killed ptywright.' },
  examples: {
    'ptywright replay build.cast': 'Play at the original speed.',
    'ptywright replay --speed 4 --idle 1000 build.cast': 'Play faster, without long pauses.',
    'ptywright replay --fast build.cast': 'Show the whole recording at once.',
  },
  run: async (given, operands): Promise<number> => (await import('./replay.ts')).replay(given, operands),
});

export const convertCommand = defineCommand({
  name: 'convert',
  summary: 'Convert a recording to a cast, text, frames, a video or a script.',
  details: [
    'The extension of OUT selects the format. A cast becomes a cast of the other version (.cast), the text of the screens (.txt), frames (.jsonl), or a video: .gif or, with ffmpeg, .mp4 or .webm. A recording of calls (actions-json) becomes a script that makes the same calls: .ts, .py or .sh, or a list of the calls as .json.',
    'A video shows each picture for at most one minute. OUT is created when it is complete, and only you can read it.',
    'Secrets that are hidden in the recording stay hidden. In text, frames and videos, secrets that become visible only on the screen are hidden too. The other formats contain what the recording contains.',
  ],
  options: {
    to: choice('FORMAT', castFormats, 'Version of a .cast (default: the other version).'),
    force: flag('Overwrite OUT if it exists.'),
    raw: flag('Do not hide further secrets on the screens.'),
    fps: count('N', [1, 50], 'Maximum frames per second.', { default: 10 }),
    idle: idleOption,
    'font-size': count(
      'PIXELS',
      [4, 96],
      'Font size of a video. Smaller if the pictures would be too large.',
      { default: 15 },
    ),
    font: text('FAMILY', 'Font of a video: a monospaced font that is installed on this machine.'),
    theme: choice('THEME', ['dark', 'light'], 'Color theme of a video.', { default: 'dark' }),
  },
  operands: { usage: 'IN OUT', min: 2, max: 2 },
  exits: { 1: 'IN is not a suitable recording, OUT cannot be written, or ffmpeg is missing.' },
  examples: {
    'ptywright convert build.cast build.gif': 'Convert to a GIF.',
    'ptywright convert v2.cast v3.cast': 'Convert to the other version, with the same times and events.',
    'ptywright convert drive.jsonl drive.ts': 'Convert recorded calls (actions-json) to a script.',
  },
  run: async (given, operands): Promise<number> => (await import('./convert.ts')).convert(given, operands),
});

export const traceCommand = defineCommand({
  name: 'trace',
  summary: 'Open the trace of a test or of a steps file in a browser, and print its path.',
  details: [
    'A trace is one HTML file that needs no server. FILE is that file, the trace.json or trace.md beside it, or their folder. Without a desktop, the path is only printed.',
  ],
  options: { print: flag('Print the path only.') },
  operands: { usage: 'FILE', min: 1, max: 1, completes: 'file' },
  exits: { 2: 'Invalid arguments, or there is no trace.' },
  examples: {
    'ptywright trace artifacts/runs/login': 'Open the trace of a run of `ptywright steps`.',
    'ptywright trace --print test-results/login-test-ts-login': 'Print the path of the trace of a test.',
  },
  run: async ({ print }, [file = '']): Promise<number> => {
    const path = findTracePage(file);
    await printResult(`${path}\n`);
    if (!print) await openFile(path, process.env);
    return 0;
  },
});

/** Throws UsageError. */
function findTracePage(file: string): string {
  const path = resolve(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(formatSystemError('source', file, 'ENOENT'));
  const folder = found.isDirectory() ? path : dirname(path);
  const page = path.endsWith('.html') ? path : join(folder, 'trace.html');
  if (!existsSync(page)) throw new UsageError(`${file}: there is no trace.html in ${folder}`);
  return page;
}
