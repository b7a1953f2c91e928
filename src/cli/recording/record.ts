/** `ptywright record`: runs a program on this terminal and records its output to a file. */
import { existsSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { Fault } from '#faults.ts';
import { systemClock } from '#platform/clock.ts';
import type { Size } from '#platform/pty/size.ts';
import { CastEncoder } from '#recording/castEncoder.ts';
import { RecordingFile } from '#recording/recordingFile.ts';
import { createRedaction, defaultPolicy, noRedaction, redactWords } from '#redaction/policy.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';
import { printNote } from '../print.ts';
import { driveProgram } from '../run/run.ts';
import type { recordCommand } from './commands.ts';

type RecordCommandOptions = OptionValues<typeof recordCommand.options>;

export async function record(
  given: RecordCommandOptions,
  [program = '', ...args]: readonly string[],
): Promise<number> {
  if (given.append && given.format === 'asciicast-v2')
    throw new UsageError(
      '--append needs --format asciicast-v3, because times in version 2 count from the beginning',
    );
  let problem: string | undefined;
  const file = openRecordingFile(given, (reason) => {
    problem = reason;
  });
  try {
    const status = await driveProgram(given, { program, args, env: {} }, (size) =>
      createRecorder(given, [program, ...args], size, file),
    );
    await file.close();
    await printNote(formatSummary(file, problem));
    return status === 0 && problem !== undefined && problem !== 'full' ? exitCodes.failed : status;
  } catch (failure) {
    file.discard();
    throw failure;
  }
}

function formatSummary({ path, lines, bytes }: RecordingFile, problem: string | undefined): string {
  const recorded = `${path}: ${lines} lines, ${bytes} bytes`;
  if (problem === undefined) return recorded;
  return `${recorded}; it ends early: ${problem === 'full' ? 'it reached the maximum size (--max-bytes)' : problem}`;
}

function openRecordingFile(
  { output = nextFreeName(), format, append, ...given }: RecordCommandOptions,
  failed: (why: string) => void,
) {
  try {
    return new RecordingFile({ path: output, format, append, maxBytes: given['max-bytes'], failed });
  } catch (problem) {
    throw problem instanceof Fault ? new CommandError(openFailureMessage(problem, output)) : problem;
  }
}

/** The message of the core refers to parameters, so the command has its own. */
function openFailureMessage({ data, message }: Fault, output: string): string {
  if ((data as { readonly reason?: unknown }).reason !== 'EEXIST') return message;
  return `${output} already exists. Choose another file, or append to it: --append --format asciicast-v3.`;
}

function nextFreeName(): string {
  let number = 1;
  while (existsSync(`recording-${number}.cast`)) number += 1;
  return `recording-${number}.cast`;
}

function createRecorder(
  { format, input, raw, title }: RecordCommandOptions,
  command: readonly string[],
  size: Size,
  file: RecordingFile,
) {
  const redaction = raw ? noRedaction : createRedaction(defaultPolicy);
  const decoder = new StringDecoder('utf8');
  const encoder = new CastEncoder({
    redaction,
    clock: systemClock,
    write: (line) => file.write(line),
    version: format === 'asciicast-v2' ? 2 : 3,
    size: { rows: size.rows, cols: size.cols },
    timestamp: Math.floor(systemClock.wall() / 1000),
    command: redactWords(redaction, command).join(' '),
    title: title === undefined ? undefined : redaction.text(title),
    input,
    headed: file.added,
  });
  encoder.start();
  return {
    printed: (bytes: Uint8Array) =>
      encoder.handleEvent({ kind: 'output', text: decoder.write(bytes as Buffer) }),
    typed: (bytes: Uint8Array, unseen: () => boolean) => {
      encoder.handleEvent({ kind: 'typed', bytes, unseen: input && !raw && unseen() });
      return bytes;
    },
    resized: (to: Size) => encoder.resize(to),
    ended: (exit: { exitCode: number | null; signal: string | null }) => {
      encoder.handleEvent({ kind: 'output', text: decoder.end() });
      encoder.handleEvent({ kind: 'exited', exit });
      encoder.end();
    },
  };
}
