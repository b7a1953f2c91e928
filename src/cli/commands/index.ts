/** Every command, in the order in which the help tells them. */
import { type AnyCommand, type Group, isGroup } from '../command.ts';
import { adapter } from './adapter.ts';
import { attach } from './attach.ts';
import { call } from './call.ts';
import { completions } from './completions.ts';
import { convert } from './convert.ts';
import { doctor } from './doctor.ts';
import { exec } from './exec.ts';
import { plugin } from './plugin.ts';
import { record } from './record.ts';
import { replay } from './replay.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { steps } from './steps.ts';
import { tuispec } from './tuispec.ts';
import { watch } from './watch.ts';

export const commands: readonly (AnyCommand | Group)[] = [
  serve,
  run,
  attach,
  exec,
  steps,
  call,
  watch,
  record,
  replay,
  convert,
  adapter,
  plugin,
  tuispec,
  doctor,
  completions,
];

/** What can be run: those of the groups one by one. */
export const runnable: readonly AnyCommand[] = commands.flatMap((one) =>
  isGroup(one) ? one.commands : [one],
);
