/** Sessions of a server in this process, driven by a client, for specs of the core through the wire. */
import { onTestFinished } from 'vitest';
import { Refusal } from '../../../src/client/index.ts';
import type { FaultData, FaultName } from '../../../src/client/protocol.ts';
import type { ServerOptions } from '../../../src/serve/server.ts';
import type { NotingClient } from '../../harness/connection.ts';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

/** Ends with the spec that asked for it. */
export function aServer(options: Partial<ServerOptions> = {}) {
  const running = runInProcess('ndjson', options);
  onTestFinished(() => running.close());
  return { ...running, calls: running.client.calls };
}

export type Calls = NotingClient['calls'];
type Create = Partial<Parameters<Calls['session']['create']>[0]>;
export type MatcherSent = Parameters<Calls['session']['wait']>[0]['matcher'];
export type ActionSent = Parameters<Calls['session']['input']>[0]['action'];

/** A session whose program writes what it is told to. */
export async function obeying({ calls }: { calls: Calls }, create: Create = {}) {
  const { session } = await calls.session.create({ ...program('obeys'), ...create });
  await calls.session.wait({ session, matcher: { type: 'title', value: { equals: 'obeys' } } });
  const said = (text: string) => ({ type: 'text', value: `${spelled(text)}\n` }) as const;
  return {
    session,
    say: (text: string) => calls.session.input({ session, action: said(text) }),
    /** Until all of it has come, or what else is waited for. */
    show: (text: string, matcher: MatcherSent = written(text)) =>
      calls.session.act({ session, actions: [said(text)], matcher, evidence: 'text' }),
    said,
  };
}

/** The terminal makes a return and a line feed of a line feed. */
export const written = (text: string) =>
  ({ type: 'transcript_contains', value: text.replaceAll('\n', '\r\n') }) as const;

/** As `obeys` reads it: control characters, and what its shell would take for something else, by their numbers. */
export const spelled = (text: string) =>
  text.replace(/[\x00-\x1f\x7f\\]/g, (char) => `\\0${char.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** What the fault tells that a request must end with, besides its name. */
export async function faultOf<Name extends FaultName>(
  answered: Promise<unknown>,
  name: Name,
): Promise<FaultData<Name>> {
  const outcome = await answered.then(
    (result) => new Error(`expected the fault ${name}, got ${JSON.stringify(result)}`),
    (problem: unknown) => problem,
  );
  if (!(outcome instanceof Refusal && outcome.is(name))) throw outcome;
  const { fault: _, ...told } = outcome.data;
  return told as unknown as FaultData<Name>;
}

/** Counts what happens, and tells when there was enough of it. */
export function tallied<T>() {
  const all: T[] = [];
  const looks = new Set<() => void>();
  return {
    all,
    add(one: T) {
      all.push(one);
      for (const look of looks) look();
    },
    until: (enough: (all: readonly T[]) => boolean) =>
      new Promise<readonly T[]>((resolve) => {
        const look = () => {
          if (!enough(all)) return;
          looks.delete(look);
          resolve(all);
        };
        looks.add(look);
        look();
      }),
  };
}
