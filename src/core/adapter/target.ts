/** What an adapter starts: what the caller asks for, over what the plugin's manifest says. */
import { fault, raise } from '../faults.ts';
import type { Plugin } from '../plugin/registry.ts';
import type { SessionRequest } from '../session/openSession.ts';

/** As a session is asked for, but that the manifest fills in what is missing. */
export interface AdapterRequest extends Omit<SessionRequest, 'spawn'> {
  readonly spawn: Omit<SessionRequest['spawn'], 'program' | 'args' | 'size'> & {
    readonly program?: string | undefined;
    readonly args?: readonly string[] | undefined;
    readonly rows?: number | undefined;
    readonly cols?: number | undefined;
    readonly pixelWidth: number;
    readonly pixelHeight: number;
  };
}

/** Room enough for a program that fills the screen. */
const roomy = { rows: 40, cols: 120 };

export function targetOf({ name, manifest }: Plugin, { spawn, ...rest }: AdapterRequest): SessionRequest {
  const target = manifest.default_target;
  const program = spawn.program ?? target?.program;
  if (program === undefined)
    return raise(
      fault.Invalid({
        path: 'program',
        reason: `is missing, and the manifest of ${name} has no default_target`,
      }),
    );
  const { rows, cols, pixelWidth, pixelHeight, ...how } = spawn;
  return {
    ...rest,
    spawn: {
      ...how,
      program,
      args: spawn.args ?? (spawn.program === undefined ? (target?.args ?? []) : []),
      env: { ...target?.env, ...spawn.env, ...target?.required_env },
      size: {
        rows: rows ?? target?.rows ?? roomy.rows,
        cols: cols ?? target?.cols ?? roomy.cols,
        pixelWidth,
        pixelHeight,
      },
    },
  };
}
