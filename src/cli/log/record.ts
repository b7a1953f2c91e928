/** One line of a log. */
import type { Level } from './level.ts';

export interface LogRecord {
  readonly at: number;
  readonly level: Level;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const time = (at: number) => new Date(at).toISOString();

export const asJson = ({ at, level, message, facts }: LogRecord): string =>
  JSON.stringify({ time: time(at), level, message, ...facts });

/** What a program may have written into a fact stays in its line, as a string of JSON. */
export function asText({ at, level, message, facts }: LogRecord): string {
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${time(at)} ${level.toUpperCase().padEnd(5)} ${visible(message)}${told.join('')}`;
}

const visible = (text: string) =>
  text.replace(/[\x00-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
