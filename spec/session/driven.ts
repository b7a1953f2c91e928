/** Sessions of an in-process server, driven by a client, for specs of the core through the protocol. */
import { onTestFinished } from 'vitest';
import type { FaultData, FaultName } from '#client/api.ts';
import { Refusal } from '#client/index.ts';
import type { ServerOptions } from '#server/server.ts';
import type { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';

/** Closes when the test finishes. */
export function aServer(options: Partial<ServerOptions> = {}) {
  const running = runInProcess('ndjson', options);
  onTestFinished(() => running.close());
  return { ...running, calls: running.client.calls };
}

export type Calls = NotingClient['calls'];
type Create = Partial<Parameters<Calls['session']['create']>[0]>;
export type MatcherSent = Parameters<Calls['session']['wait']>[0]['matcher'];
export type ActionSent = Parameters<Calls['session']['input']>[0]['action'];

/** A session whose program prints what it is sent. */
export async function obeying({ calls }: { calls: Calls }, create: Create = {}) {
  const { session } = await calls.session.create({ ...program('obeys'), ...create });
  await calls.session.wait({ session, matcher: { type: 'title', value: { equals: 'obeys' } } });
  const said = (text: string) => ({ type: 'text', value: `${spelled(text)}\n` }) as const;
  return {
    session,
    say: (text: string) => calls.session.input({ session, action: said(text) }),
    /** Resolves when all of `text` has arrived, or when `matcher` matches. */
    show: (text: string, matcher: MatcherSent = written(text)) =>
      calls.session.act({ session, actions: [said(text)], matcher, evidence: 'text' }),
    said,
  };
}

/** The terminal turns a line feed into a carriage return and a line feed. */
export const written = (text: string) =>
  ({ type: 'transcript_contains', value: text.replaceAll('\n', '\r\n') }) as const;

/** Encodes text for `obeys`: control characters and backslashes become octal escapes. */
export const spelled = (text: string) =>
  text.replace(/[\x00-\x1f\x7f\\]/g, (char) => `\\0${char.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** The data of the fault `name`, which the request must fail with. */
export async function faultOf<Name extends FaultName>(
  answered: Promise<unknown>,
  name: Name,
): Promise<FaultData<Name>> {
  const outcome = await answered.then(
    (result) => new Error(`expected the fault ${name}, got ${JSON.stringify(result)}`),
    (problem: unknown) => problem,
  );
  if (!(outcome instanceof Refusal && outcome.is(name))) throw outcome;
  const { fault: _, ...data } = outcome.data;
  return data as unknown as FaultData<Name>;
}

/** Collects values, and resolves when there are enough of them. */
export function tallied<T>() {
  const all: T[] = [];
  const listeners = new Set<() => void>();
  return {
    all,
    add(one: T) {
      all.push(one);
      for (const look of listeners) look();
    },
    until: (enough: (all: readonly T[]) => boolean) =>
      new Promise<readonly T[]>((resolve) => {
        const look = () => {
          if (!enough(all)) return;
          listeners.delete(look);
          resolve(all);
        };
        listeners.add(look);
        look();
      }),
  };
}
