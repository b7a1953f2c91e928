/** `ptywright record`: a program on this terminal, and what it prints on its way into a file. */
import { existsSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { Fault } from '../../core/faults.ts';
import { CastTape } from '../../core/recording/castTape.ts';
import { RecordingFile } from '../../core/recording/recordingFile.ts';
import { createRedaction, defaultPolicy, noRedaction } from '../../core/redact/policy.ts';
import type { Size } from '../../core/size.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Given } from '../command.ts';
import type { record as declaration } from '../commands/record.ts';
import { printNote } from '../print.ts';
import { drive } from '../run/run.ts';
import { exits, Failure, UsageError } from '../usage.ts';

type Options = Given<typeof declaration.options>;

export async function record(given: Options, [program = '', ...args]: readonly string[]): Promise<number> {
  if (given.append && given.format === 'asciicast-v2')
    throw new UsageError('--append needs --format asciicast-v3: times in version 2 count from the beginning');
  let problem: string | undefined;
  const file = open(given, (reason) => {
    problem = reason;
  });
  try {
    const status = await drive(given, { program, args, env: {} }, (size) =>
      taping(given, [program, ...args].join(' '), size, file),
    );
    await file.close();
    await printNote(told(file, problem));
    return status === 0 && problem !== undefined && problem !== 'full' ? exits.failed : status;
  } catch (failure) {
    file.discard();
    throw failure;
  }
}

function told({ path, lines, bytes }: RecordingFile, problem: string | undefined): string {
  const recorded = `${path}: ${lines} lines, ${bytes} bytes`;
  if (problem === undefined) return recorded;
  return `${recorded}; it ends early: ${problem === 'full' ? 'it may be no longer (--max-bytes)' : problem}`;
}

function open({ output = unused(), format, append, ...given }: Options, failed: (why: string) => void) {
  try {
    return new RecordingFile({ path: output, format, append, maxBytes: given['max-bytes'], failed });
  } catch (problem) {
    throw problem instanceof Fault ? new Failure(messageOf(problem, output)) : problem;
  }
}

/** What the core says speaks of parameters. */
function messageOf({ data, message }: Fault, output: string): string {
  if ((data as { readonly reason?: unknown }).reason !== 'EEXIST') return message;
  return `${output} exists already. Choose another file, or go on with it: --append --format asciicast-v3.`;
}

function unused(): string {
  let number = 1;
  while (existsSync(`recording-${number}.cast`)) number += 1;
  return `recording-${number}.cast`;
}

function taping({ format, input, raw, title }: Options, command: string, size: Size, file: RecordingFile) {
  const redaction = raw ? noRedaction : createRedaction(defaultPolicy);
  const decoder = new StringDecoder('utf8');
  const tape = new CastTape({
    redaction,
    clock: systemClock,
    write: (line) => file.write(line),
    version: format === 'asciicast-v2' ? 2 : 3,
    size: { rows: size.rows, cols: size.cols },
    timestamp: Math.floor(systemClock.wall() / 1000),
    command: redaction.text(command),
    title: title === undefined ? undefined : redaction.text(title),
    input,
    headed: file.added,
  });
  tape.begin();
  return {
    printed: (bytes: Uint8Array) => tape.see({ kind: 'output', text: decoder.write(bytes as Buffer) }),
    typed: (bytes: Uint8Array) => {
      tape.see({ kind: 'typed', bytes });
      return bytes;
    },
    resized: (to: Size) => tape.resized(to),
    ended: (exit: { exitCode: number | null; signal: string | null }) => {
      tape.see({ kind: 'output', text: decoder.end() });
      tape.see({ kind: 'exited', exit });
      tape.end();
    },
  };
}
