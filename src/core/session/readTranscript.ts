/** Reads a transcript as a caller asked for it: by cursor, by marker, by length, with or without escapes. */
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { stripEscapes } from '../redact/escapes.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Transcript } from './transcript.ts';

export interface TranscriptQuestion {
  readonly since?: number;
  readonly from?: string;
  readonly to?: string;
  readonly maxChars?: number;
  readonly stripEscapes: boolean;
}

export function readTranscript(transcript: Transcript, redaction: Redaction, asked: TranscriptQuestion) {
  const [from, end] = bounds(transcript, asked);
  const part = transcript.read(redaction, from, asked.stripEscapes ? wholeUpTo(transcript, from, end) : end);
  return {
    text: asked.stripEscapes ? plain(transcript.begunAt(part.from) + part.text, redaction) : part.text,
    start: part.from,
    next: part.to,
    dropped: part.dropped,
    markers: Object.fromEntries(transcript.markers),
  };
}

function bounds(transcript: Transcript, { since, from, to, maxChars }: TranscriptQuestion): [number, number] {
  if (since !== undefined && from !== undefined)
    refuse('from', 'cannot stand beside `since`: both say where to begin');
  const start = from === undefined ? since : markerAt(transcript, from, 'from');
  const end = to === undefined ? transcript.cursor : markerAt(transcript, to, 'to');
  if (from !== undefined && start! > end) refuse('from', 'was set after `to`');
  if (start !== undefined)
    return [start, maxChars === undefined ? end : Math.min(end, Math.max(start, transcript.head) + maxChars)];
  return [maxChars === undefined ? transcript.head : Math.max(transcript.head, end - maxChars), end];
}

/** A sequence that is not all there is left to the next read; one that is cut by a bound, and nothing else, is told whole. */
function wholeUpTo(transcript: Transcript, from: number, end: number): number {
  let to = end;
  const begins = () => to - transcript.begunAt(to).length;
  const longest = Math.min(transcript.cursor, end + limits.sequenceChars);
  while (begins() <= from && to > from && to < longest) to += 1;
  return Math.max(Math.min(from, end), begins());
}

const refuse = (path: string, reason: string): never => raise(fault.Invalid({ path, reason }));

const markerAt = ({ markers }: Transcript, label: string, path: string): number =>
  markers.get(label) ?? raise(fault.Invalid({ path, reason: 'no marker of that name was set', got: label }));

/** Redacted once more: what was written in pieces over one another may read as a secret only now. */
const plain = (text: string, redaction: Redaction) => redaction.text(stripEscapes(text));
