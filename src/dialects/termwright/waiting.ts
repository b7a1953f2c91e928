/** Waits, and in the words of termwright what was waited for in vain. */
import { Fault, fault, raise } from '../../core/faults.ts';
import { compileParameter } from '../../core/matcher/compile.ts';
import type { Matcher } from '../../core/matcher/shape.ts';
import { type ToldHit, tell } from '../../core/matcher/told.ts';
import type { Call } from '../../rpc/call.ts';
import type { Daemon } from './daemon.ts';

export interface Wish {
  readonly matcher: Matcher;
  readonly timeout_ms: number;
  /** What a time-out was spent on, such as: text 'a' to appear. */
  readonly words: string;
  /** What is said of a time-out instead. */
  readonly message?: string;
  /** Only what comes from now on counts. */
  readonly fresh?: true;
}

export async function waitFor({ world, deadline }: Call<Daemon>, wish: Wish): Promise<ToldHit> {
  const { session } = world;
  const { matcher, timeout_ms, words, fresh = false } = wish;
  const { message = `Timeout after ${timeout_ms}ms waiting for: ${words}` } = wish;
  const terms = { baseline: session.baseline(fresh) };
  try {
    const { hit } = await session.wait(compileParameter(matcher, 'pattern'), deadline(timeout_ms), terms)
      .ended;
    return tell(hit, session.redaction);
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
    const { data } = problem as Fault<'Timeout'>;
    return raise(fault.Timeout(data, message));
  }
}

export const text = (value: string): Matcher => ({ type: 'contains_text', value });
export const pattern = (value: string): Matcher => ({ type: 'screen_regex', value });
export const not = (value: Matcher): Matcher => ({ type: 'not', value });

/** Where the text stands that satisfied the wait. */
export const placeOf = ({ row = 0, col = 0 }: ToldHit) => ({ row, col });

/** Looks once. */
export async function refuseIfShown(call: Call<Daemon>, matcher: Matcher, words: string): Promise<null> {
  const message = `Protocol error: ${words} was found on screen (expected not present)`;
  await waitFor(call, { matcher: not(matcher), timeout_ms: 0, words, message });
  return null;
}
