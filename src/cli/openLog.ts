/** Opens the log of a command. Separate from `Log`, so that a command without a log need not load the redaction. */
import { systemClock } from '#platform/clock.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { type CliEnvironment, Log } from './log.ts';

export const openLog = ({ home, logging }: CliEnvironment, toStandardError: boolean): Log =>
  new Log({
    logging,
    directory: home.logs,
    clock: systemClock,
    redaction: createRedaction(defaultPolicy),
    toStandardError,
  });
