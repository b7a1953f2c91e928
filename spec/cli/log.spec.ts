/** The log: its files, format, redaction and configuration. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Log, parseLogLevel, readLoggingConfig } from '#cli/log.ts';
import type { Clock } from '#platform/clock.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { freshHome } from './ptywright.ts';

const noon = Date.UTC(2026, 2, 4, 12);
const dayMs = 24 * 60 * 60 * 1000;

function clockAt(start: number): Clock & { at: number } {
  return {
    at: start,
    now: () => 0,
    wall() {
      return this.at;
    },
    after: () => ({ dispose() {} }),
  };
}

const logging = { level: 'info', file: true, maxDays: 14, format: 'text' } as const;

function logIn(
  directory: string,
  more: Partial<typeof logging | { format: 'json' }> = {},
  clock = clockAt(noon),
) {
  const redaction = createRedaction(defaultPolicy);
  return new Log({ logging: { ...logging, ...more }, directory, clock, redaction, toStandardError: false });
}

const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

describe('the log', () => {
  it('writes one line per record into the file of the day, which only its owner can read', () => {
    const directory = join(freshHome(), 'logs');
    const log = logIn(directory);
    expect(existsSync(directory)).toBe(false);
    log.info('serves', { sessions: 2 });
    log.warn('odd', { what: 'a "quote"' });
    log.close();
    const path = join(directory, 'ptywright.2026-03-04.log');
    expect(lines(path)).toEqual([
      '2026-03-04T12:00:00.000Z INFO  serves sessions=2',
      '2026-03-04T12:00:00.000Z WARN  odd what="a \\"quote\\""',
    ]);
    expect([directory, path].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('writes JSON on request', () => {
    const directory = freshHome();
    const log = logIn(directory, { format: 'json' });
    log.error('failed', { code: 7 });
    log.close();
    expect(JSON.parse(lines(join(directory, 'ptywright.2026-03-04.log'))[0]!)).toEqual({
      time: '2026-03-04T12:00:00.000Z',
      level: 'error',
      message: 'failed',
      code: 7,
    });
  });

  it.each(['text', 'json'] as const)('hides secrets in messages and in facts, as %s', (format) => {
    const directory = freshHome();
    const log = logIn(directory, { format: format as 'json' });
    log.warn('got token=abcdefgh12345678', { args: ['--password=hunter2hunter2'] });
    log.close();
    const [line] = lines(join(directory, 'ptywright.2026-03-04.log'));
    expect(line).toContain('[REDACTED]');
    expect(line).not.toMatch(/abcdefgh|hunter2/);
  });

  it('writes the output of a program as one line', () => {
    const directory = freshHome();
    const log = logIn(directory);
    log.warn('a\nb\x1b[31m', { title: 'c\nd' });
    log.close();
    expect(lines(join(directory, 'ptywright.2026-03-04.log'))).toEqual([
      '2026-03-04T12:00:00.000Z WARN  a\\x0ab\\x1b[31m title="c\\nd"',
    ]);
  });

  it('begins a new file at midnight', () => {
    const directory = freshHome();
    const clock = clockAt(noon);
    const log = logIn(directory, {}, clock);
    log.warn('one');
    clock.at += dayMs;
    log.warn('two');
    log.close();
    expect(readdirSync(directory).sort()).toEqual(['ptywright.2026-03-04.log', 'ptywright.2026-03-05.log']);
  });

  it('omits messages below its level', () => {
    const directory = join(freshHome(), 'logs');
    const log = logIn(directory, { level: 'warn' as 'info' });
    log.info('not this');
    log.close();
    expect(existsSync(directory)).toBe(false);
  });

  it('reports whether it records a level', () => {
    const log = logIn(freshHome(), { level: 'debug' as 'info' });
    expect((['warn', 'debug', 'trace'] as const).map((level) => log.isEnabled(level))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('does not write through a link', () => {
    const directory = freshHome();
    const target = join(directory, 'elsewhere');
    symlinkSync(target, join(directory, 'ptywright.2026-03-04.log'));
    const log = logIn(directory);
    expect(() => log.warn('x')).not.toThrow();
    log.close();
    expect(existsSync(target)).toBe(false);
  });

  it('deletes files that were not written to for too long, by their own time', () => {
    const directory = freshHome();
    const ages = {
      'ptywright.2026-01-01.log': 15,
      'ptywright.2026-01-02.log': 13,
      'other.log': 99,
      'ptywright.old': 99,
    };
    for (const [name, days] of Object.entries(ages)) {
      writeFileSync(join(directory, name), '');
      utimesSync(join(directory, name), new Date(noon), new Date(noon - days * dayMs));
    }
    logIn(directory, { maxDays: 0 as 14 }).prune();
    expect(readdirSync(directory)).toHaveLength(4);
    logIn(directory).prune();
    expect(readdirSync(directory).sort()).toEqual(['other.log', 'ptywright.2026-01-02.log']);
  });

  it('ignores a missing directory', () => {
    expect(() => logIn(join(freshHome(), 'none')).prune()).not.toThrow();
  });
});

describe('config.toml', () => {
  function file(text: string): string {
    const path = join(freshHome(), 'config.toml');
    writeFileSync(path, text);
    return path;
  }
  const defaults = { level: 'warn', file: true, maxDays: 14, format: 'text' };

  it('is optional', async () => {
    expect(await readLoggingConfig('/no/such/config.toml')).toEqual(defaults);
  });

  it('sets the level, the file, its days and the format', async () => {
    const path = file('[logging]\nlevel = "debug"\nfile = false\nmax_days = 0\nformat = "json"\n');
    expect(await readLoggingConfig(path)).toEqual({
      level: 'debug',
      file: false,
      maxDays: 0,
      format: 'json',
    });
  });

  it('may have other sections', async () => {
    expect(await readLoggingConfig(file('x = 1\n[logging]\nnew = 2\n[other]\nlevel = 3\n'))).toEqual(
      defaults,
    );
  });

  it.each([
    [
      '[logging]\n\nlevel = "loud"',
      3,
      'logging.level: expected one of off, error, warn, info, debug, trace, got "loud"',
    ],
    ['[logging]\nfile = "yes"', 2, 'logging.file: expected true or false, got "yes"'],
    [
      '[other]\nmax_days = 3\n[logging]\nmax_days = -1',
      4,
      'logging.max_days: expected a whole number from 0 to 36500, got -1',
    ],
    ['[logging]\nformat = "xml"', 2, 'logging.format: expected one of text, json, got "xml"'],
    ['logging = 3', 1, 'logging: expected a table'],
    ['[logging]\nlevel = ', 2, ''],
  ])('names file, line and field of %j', async (text, line, message) => {
    const path = file(text);
    await expect(readLoggingConfig(path)).rejects.toThrow(`${path}:${line}: ${message}`);
  });

  it('reports that it cannot be read', async () => {
    const path = join(freshHome(), 'config.toml');
    mkdirSync(path);
    await expect(readLoggingConfig(path)).rejects.toThrow(`${path}: cannot read the file: EISDIR`);
  });
});

describe('PTYWRIGHT_LOG', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['debug', 'debug'],
    ['WARN', 'warn'],
    ['ptywright=trace', 'trace'],
    ['hyper=off,ptywright=error', 'error'],
    ['hyper=off', undefined],
    ['info,ptywright=off', 'off'],
  ])('%j is %s', (text, level) => {
    expect(parseLogLevel(text)).toBe(level);
  });

  it('refuses an unknown level', () => {
    expect(() => parseLogLevel('loud')).toThrow(
      'PTYWRIGHT_LOG: loud: expected off, error, warn, info, debug, trace',
    );
  });
});
