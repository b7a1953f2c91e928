/** The log of the command line: levels, configuration, record formats, and output. */
import { readFileSync } from 'node:fs';
import { type Clock, systemClock } from '#platform/clock.ts';
import { LogFiles } from '#platform/logFiles.ts';
import { type Home, resolveHome } from '#platform/paths.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { UsageError } from './errors.ts';
import { printNote } from './print.ts';

export const logLevels = ['off', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogVerbosity = (typeof logLevels)[number];

const isLogVerbosity = (word: string): word is LogVerbosity => logLevels.some((level) => level === word);

export const levelIncludes = (limit: LogVerbosity, level: LogVerbosity) =>
  logLevels.indexOf(level) <= logLevels.indexOf(limit);

/**
 * Parses PTYWRIGHT_LOG: a level, alone or as `ptywright=LEVEL`, in a comma-separated list. Entries for other programs
 * are ignored.
 */
export function parseLogLevel(directives: string | undefined): LogVerbosity | undefined {
  let level: LogVerbosity | undefined;
  for (const directive of (directives ?? '').split(',')) {
    const [target, word] = directive.includes('=') ? directive.split('=', 2) : ['ptywright', directive];
    const verbosity = word!.trim().toLowerCase();
    if (target!.trim() !== 'ptywright' || verbosity === '') continue;
    if (!isLogVerbosity(verbosity))
      throw new UsageError(`PTYWRIGHT_LOG: ${verbosity}: expected ${logLevels.join(', ')}`, 'environment');
    level = verbosity;
  }
  return level;
}

/** The `logging` table of config.toml. Other tables are ignored. */
interface LoggingConfig {
  readonly level: LogVerbosity;
  readonly file: boolean;
  /** Days to keep a log file; 0 keeps it forever. */
  readonly maxDays: number;
  readonly format: 'text' | 'json';
}

const defaultLogging: LoggingConfig = { level: 'warn', file: true, maxDays: 14, format: 'text' };

/** Reads the file if it exists. Only then TOML and zod are loaded. */
export async function readLoggingConfig(path: string): Promise<LoggingConfig> {
  const text = readConfigText(path);
  if (text === undefined) return defaultLogging;
  const { findFieldLine, parseToml, TomlSyntaxError } = await import('#platform/toml.ts');
  const refuse = (line: number, reason: string): never => {
    throw new UsageError(`${path}:${line}: ${reason}`);
  };
  try {
    const table = parseToml(text).logging ?? {};
    const read = (await loggingSchema()).safeParse(table, { reportInput: true });
    if (read.success) return { ...defaultLogging, ...read.data };
    const { path: within, message, input } = read.error.issues[0]!;
    const field = ['logging', ...within.map(String)];
    const got = within.length > 0 ? `, got ${JSON.stringify(input)}` : '';
    return refuse(findFieldLine(text, field), `${field.join('.')}: ${message}${got}`);
  } catch (problem) {
    if (problem instanceof TomlSyntaxError) return refuse(problem.line, problem.message);
    throw problem;
  }
}

async function loggingSchema() {
  const { z } = await import('#platform/schema.ts');
  const oneOf = <const Word extends string>(words: readonly Word[]) =>
    z.enum(words, `expected one of ${words.join(', ')}`);
  const days = 'expected a whole number from 0 to 36500';
  const table = z.object(
    {
      level: oneOf(logLevels),
      file: z.boolean('expected true or false'),
      max_days: z.int(days).min(0, days).max(36_500, days),
      format: oneOf(['text', 'json']),
    },
    'expected a table',
  );
  return table.partial().transform(({ max_days: maxDays, ...rest }) => ({
    ...rest,
    ...(maxDays !== undefined && { maxDays }),
  }));
}

function readConfigText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path}: cannot read the file: ${code}`, 'unreadable');
  }
}

/** One line of a log. */
interface LogRecord {
  readonly at: number;
  readonly level: LogVerbosity;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const formatLogTime = (at: number) => new Date(at).toISOString();

const formatJsonRecord = ({ at, level, message, facts }: LogRecord): string =>
  JSON.stringify({ time: formatLogTime(at), level, message, ...facts });

/** Formats facts as JSON strings, so that text written by a program cannot break the line. */
function formatTextRecord({ at, level, message, facts }: LogRecord): string {
  const fields = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${formatLogTime(at)} ${level.toUpperCase().padEnd(5)} ${escapeControls(message)}${fields.join('')}`;
}

const escapeControls = (text: string) =>
  text.replace(/[\x00-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);

type LogFacts = Readonly<Record<string, unknown>>;

interface LogOptions {
  readonly logging: LoggingConfig;
  readonly directory: string;
  readonly clock: Clock;
  readonly redaction: Redaction;
  readonly toStandardError: boolean;
}

/** Redacts every record, then writes it to the file of the day and optionally to standard error. */
export class Log {
  readonly #options: LogOptions;
  readonly #files: LogFiles;
  #fileFailed = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#files = new LogFiles(options.directory, options.clock);
  }

  readonly error = (message: string, facts?: LogFacts) => this.#write('error', message, facts);
  readonly warn = (message: string, facts?: LogFacts) => this.#write('warn', message, facts);
  readonly info = (message: string, facts?: LogFacts) => this.#write('info', message, facts);
  readonly debug = (message: string, facts?: LogFacts) => this.#write('debug', message, facts);
  readonly trace = (message: string, facts?: LogFacts) => this.#write('trace', message, facts);

  /** Lets callers skip expensive work for a record that is not logged. */
  isEnabled(level: LogVerbosity): boolean {
    return levelIncludes(this.#options.logging.level, level);
  }

  /** Deletes files older than the configured age. Called after the start, so that it does not slow it down. */
  prune(): void {
    const { file, maxDays } = this.#options.logging;
    if (file && maxDays > 0) this.#files.prune(maxDays);
  }

  close(): void {
    this.#files.close();
  }

  #write(level: LogVerbosity, message: string, facts: LogFacts = {}): void {
    const { logging, clock, redaction, toStandardError } = this.#options;
    if (!levelIncludes(logging.level, level)) return;
    const record: LogRecord = {
      at: clock.wall(),
      level,
      message: redaction.text(message),
      facts: redaction.value(facts),
    };
    if (toStandardError) void printNote(formatTextRecord(record));
    if (logging.file)
      this.#writeToFile(logging.format === 'json' ? formatJsonRecord(record) : formatTextRecord(record));
  }

  /** A full disk must not end the server. The error is printed once. */
  #writeToFile(line: string): void {
    try {
      this.#files.append(line);
      this.#fileFailed = false;
    } catch (problem) {
      if (!this.#fileFailed) void printNote(`ptywright: cannot write the log: ${(problem as Error).message}`);
      this.#fileFailed = true;
    }
  }
}

/** Loads the redaction, which a command without a log does not need. */
export async function openLog({ home, logging }: CliEnvironment, toStandardError: boolean): Promise<Log> {
  const { createRedaction, defaultPolicy } = await import('#redaction/policy.ts');
  const redaction = createRedaction(defaultPolicy);
  return new Log({ logging, directory: home.logs, clock: systemClock, redaction, toStandardError });
}

interface CliEnvironment {
  readonly home: Home;
  readonly logging: LoggingConfig;
}

/** Reads paths and logging options from the environment and config.toml. The environment takes precedence. */
export async function readCliEnvironment(env: NodeJS.ProcessEnv = process.env): Promise<CliEnvironment> {
  const home = resolveHome(env);
  const logging = await readLoggingConfig(home.config);
  return { home, logging: { ...logging, level: parseLogLevel(env.PTYWRIGHT_LOG) ?? logging.level } };
}
