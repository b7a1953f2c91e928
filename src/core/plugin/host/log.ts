/** The server's log. */
import type { LogLevel } from './context.ts';
import type { HostFunction, HostGroup } from './declaration.ts';

const levels: Readonly<Record<LogLevel, string>> = {
  debug: 'Logs what helps to find a mistake in the plugin.',
  info: 'Logs what happened. `print` does the same.',
  warn: 'Logs what is odd, and was got over.',
  error: 'Logs what went wrong.',
};

const levelFunction = ([level, text]: [string, string]): HostFunction => ({
  name: `log.${level}`,
  params: [{ name: 'text', type: 'string', text: 'One line.' }],
  text,
  example: { lua: `ptywright.log.${level}('something')` },
  run: ({ context }, line: string) => context.log(level as LogLevel, line),
});

export const log: HostGroup = {
  title: 'The log',
  text: 'Lines go to the log of the server, with the name of the plugin, redacted. Long lines and many lines are cut.',
  functions: Object.entries(levels).map(levelFunction),
};
