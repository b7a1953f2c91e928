import { limits } from '../../core/limits.ts';
import { command } from '../command.ts';

export const convert = command({
  name: 'convert',
  summary: 'Make another file of a recording: a cast, text, frames, a film, or a script.',
  details: [
    'The ending of OUT says what it becomes. A cast becomes a cast of the other version (.cast), what the screen showed as text (.txt) or as frames (.jsonl), or a film: a GIF, or with ffmpeg an mp4 or webm. A recording of calls (actions-json) becomes a script that makes the same calls: .ts, .py, .sh, or their list as .json.',
    'A film shows no picture for longer than a minute, and OUT appears when it is whole; only you can read it.',
    'Secrets that the recording hides stay hidden. Screens, as text, frames or a film, have those hidden too that read as one only there; other forms tell what the recording tells.',
  ],
  options: {
    to: {
      kind: 'text',
      value: 'FORMAT',
      choices: ['asciicast-v2', 'asciicast-v3'],
      summary: 'The version of a .cast, if it is to be the same one.',
    },
    force: { kind: 'flag', summary: 'Replace OUT where it exists.' },
    raw: { kind: 'flag', summary: 'Hide nothing of a screen that the recording does not hide.' },
    fps: {
      kind: 'count',
      value: 'N',
      min: 1,
      max: 50,
      default: 10,
      summary: 'Frames in a second, at most.',
    },
    idle: {
      kind: 'count',
      value: 'MS',
      min: 0,
      max: limits.timeoutMs,
      summary: 'Shorten every pause to this.',
    },
    'font-size': {
      kind: 'count',
      value: 'PIXELS',
      min: 4,
      max: 96,
      default: 15,
      summary: 'Of a film; less where its pictures would be too large.',
    },
    font: {
      kind: 'text',
      value: 'FAMILY',
      summary: 'Of a film: a font of one width that this machine has.',
    },
    theme: {
      kind: 'text',
      value: 'THEME',
      choices: ['dark', 'light'],
      default: 'dark',
      summary: 'Colours of a film.',
    },
  },
  operands: { usage: 'IN OUT', min: 2, max: 2 },
  exits: { 1: 'IN holds no such recording, OUT cannot be written, or ffmpeg is needed and not there.' },
  examples: {
    'ptywright convert build.cast build.gif': 'A film of it.',
    'ptywright convert v2.cast v3.cast': 'The other version; times and all that happened are the same.',
    'ptywright convert drive.jsonl drive.ts': 'A script of calls that were recorded as actions-json.',
  },
  run: async (given, operands): Promise<number> =>
    (await import('../recording/convert.ts')).convert(given, operands),
});
