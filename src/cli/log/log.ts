/** The log: every record is redacted, then goes to the file of the day and, where a command wants it, to standard error. */
import type { Redaction } from '../../core/redact/redaction.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Home, homeOf } from '../../platform/home.ts';
import { LogFiles } from '../../platform/logFiles.ts';
import { printNote } from '../print.ts';
import { type Logging, readLogging } from './config.ts';
import { includes, type Level, levelOf } from './level.ts';
import { asJson, asText, type LogRecord } from './record.ts';

export type Facts = Readonly<Record<string, unknown>>;

export interface LogOptions {
  readonly logging: Logging;
  readonly directory: string;
  readonly clock: Clock;
  readonly redaction: Redaction;
  readonly toStandardError: boolean;
}

export class Log {
  readonly #options: LogOptions;
  readonly #files: LogFiles;
  #fileFailed = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#files = new LogFiles(options.directory, options.clock);
  }

  readonly error = (message: string, facts?: Facts) => this.#write('error', message, facts);
  readonly warn = (message: string, facts?: Facts) => this.#write('warn', message, facts);
  readonly info = (message: string, facts?: Facts) => this.#write('info', message, facts);
  readonly debug = (message: string, facts?: Facts) => this.#write('debug', message, facts);
  readonly trace = (message: string, facts?: Facts) => this.#write('trace', message, facts);

  /** So that who would have to work for a record need not. */
  keeps(level: Level): boolean {
    return includes(this.#options.logging.level, level);
  }

  /** Deletes what is older than the configuration says. Costs the start nothing when it is called after it. */
  prune(): void {
    const { file, maxDays } = this.#options.logging;
    if (file && maxDays > 0) this.#files.prune(maxDays);
  }

  close(): void {
    this.#files.close();
  }

  #write(level: Level, message: string, facts: Facts = {}): void {
    const { logging, clock, redaction, toStandardError } = this.#options;
    if (!includes(logging.level, level)) return;
    const record: LogRecord = {
      at: clock.wall(),
      level,
      message: redaction.text(message),
      facts: redaction.value(facts),
    };
    if (toStandardError) void printNote(asText(record));
    if (logging.file) this.#toFile(logging.format === 'json' ? asJson(record) : asText(record));
  }

  /** A full disk must not end the server; that it is full is told once. */
  #toFile(line: string): void {
    try {
      this.#files.append(line);
      this.#fileFailed = false;
    } catch (problem) {
      if (!this.#fileFailed)
        void printNote(`ptywright: the log cannot be written: ${(problem as Error).message}`);
      this.#fileFailed = true;
    }
  }
}

export interface Surroundings {
  readonly home: Home;
  readonly logging: Logging;
}

/** Where the files are and what is to be logged, as the environment and config.toml say. */
export async function readSurroundings(env: NodeJS.ProcessEnv = process.env): Promise<Surroundings> {
  const home = homeOf(env);
  const logging = await readLogging(home.config);
  return { home, logging: { ...logging, level: levelOf(env.PTYWRIGHT_LOG) ?? logging.level } };
}
