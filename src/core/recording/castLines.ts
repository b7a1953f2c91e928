/** The lines of an asciicast, version 2 or 3: what happened on a terminal, each thing with its time. */
import type { Exit } from '../matcher/moment.ts';

export type CastVersion = 2 | 3;

/** Output, input, a new size, a marker, the exit. */
export type CastCode = 'o' | 'i' | 'r' | 'm' | 'x';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

export interface CastTerms {
  readonly version: CastVersion;
  readonly size: Extent;
  /** Seconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly command?: string | undefined;
  readonly title?: string | undefined;
}

export class CastLines {
  readonly #terms: CastTerms;
  /** Of the last line, in milliseconds. */
  #last = 0;

  constructor(terms: CastTerms) {
    this.#terms = terms;
  }

  header(): string {
    const {
      version,
      size: { rows, cols },
      ...rest
    } = this.#terms;
    const size = version === 2 ? { width: cols, height: rows } : { term: { cols, rows } };
    return lineOf({ version, ...size, ...rest });
  }

  /** Time stands still rather than going back. Version 3 tells the time since the line before. */
  event(ms: number, code: CastCode, text: string): string {
    const before = this.#last;
    this.#last = Math.max(before, Math.round(ms));
    const time = this.#terms.version === 2 ? this.#last : this.#last - before;
    return lineOf([time / 1000, code, text]);
  }
}

export const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const sizeText = ({ rows, cols }: Extent): string => `${cols}x${rows}`;

/** A signal as a shell tells it would need its number; its name says more. */
export const exitText = ({ exitCode, signal }: Exit): string => String(exitCode ?? signal);
