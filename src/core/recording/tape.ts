/** A form in which a recording is kept: what is seen goes in, lines come out. */
import type { Clock } from '../../platform/clock.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Sighting } from '../session/onlookers.ts';

export interface Tape {
  /** What the file begins with. */
  begin(): void;
  see(sighting: Sighting): void;
  mark(label: string): void;
  /** Everything that was seen is told, as far as it may be: nothing more will be seen. */
  end(): void;
}

export interface TapeTerms {
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Takes one line, with its end. */
  readonly write: (line: string) => void;
}
