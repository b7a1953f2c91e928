import { createRedaction, defaultPolicy } from '../../core/redact/policy.ts';
import { systemClock } from '../../platform/clock.ts';
import { Log, type Surroundings } from './log.ts';

/** Apart from `Log` itself, so that who logs nothing need not load the redaction. */
export const openLog = ({ home, logging }: Surroundings, toStandardError: boolean): Log =>
  new Log({
    logging,
    directory: home.logs,
    clock: systemClock,
    redaction: createRedaction(defaultPolicy),
    toStandardError,
  });
