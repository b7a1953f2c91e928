/** Every command, in the order in which the help tells them. */
import type { AnyCommand } from '../command.ts';
import { call } from './call.ts';
import { completions } from './completions.ts';
import { doctor } from './doctor.ts';
import { exec } from './exec.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';

export const commands: readonly AnyCommand[] = [serve, run, exec, call, doctor, completions];
