/** The end of a transcript with its secrets replaced, kept up to date as output comes: made anew, it costs milliseconds. */
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { createStream } from '../redact/stream.ts';
import { Backlog } from './backlog.ts';
import type { Transcript } from './transcript.ts';

export class RedactedTail {
  readonly #stream;
  readonly #text = new Backlog(limits.lookTranscriptChars);

  constructor(transcript: Transcript, redaction: Redaction) {
    this.#stream = createStream(redaction, undefined, transcript.cols);
    this.push(transcript.tailWithKeptBack(limits.lookTranscriptChars + limits.blockChars));
  }

  push(output: string): void {
    const leaving = this.#stream.push(output);
    if (leaving !== '') this.#text.append(leaving);
  }

  /** What may still become a secret is told as it would be if it did not. */
  text(): string {
    const held = this.#stream.peek();
    return (this.#text.last(limits.lookTranscriptChars - held.length) + held).slice(
      -limits.lookTranscriptChars,
    );
  }
}
