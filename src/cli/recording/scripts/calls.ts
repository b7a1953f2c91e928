/** Recorded calls as requests of the native protocol. The session has no id before it is made. */
import type { Deeds, RecordedDeed } from '../../../core/recording/readDeeds.ts';
import { act } from '../../../dialects/ptywright/session/act.ts';
import { close } from '../../../dialects/ptywright/session/close.ts';
import { create } from '../../../dialects/ptywright/session/create.ts';
import { input } from '../../../dialects/ptywright/session/input.ts';
import { resize } from '../../../dialects/ptywright/session/resize.ts';
import { snapshot } from '../../../dialects/ptywright/session/snapshot.ts';
import { wait } from '../../../dialects/ptywright/session/wait.ts';

export interface Request {
  readonly time: number;
  readonly method: string;
  /** Besides the session. */
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Calls {
  readonly create: Request;
  readonly calls: readonly Request[];
  readonly snapshot: Request;
  readonly close: Request;
}

const methods = { input, act, wait, resize } as const;

export const callsOf = ({ started, deeds }: Deeds): Calls => ({
  create: { time: 0, method: create.name, params: { ...started } },
  calls: deeds.flatMap(requestsOf),
  snapshot: { time: 0, method: snapshot.name, params: {} },
  close: { time: 0, method: close.name, params: {} },
});

/** One action a request is all that an input takes. */
function requestsOf({ time, call, ...params }: RecordedDeed): readonly Request[] {
  const method = methods[call].name;
  if (call !== 'input') return [{ time, method, params }];
  const { actions } = params as { readonly actions: readonly unknown[] };
  return actions.map((action) => ({ time, method, params: { action } }));
}
