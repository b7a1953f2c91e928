/** What a step waited for in vain, in words: what it was, where, and for how long. */
import { Fault } from '../../core/faults.ts';
import { StepFailure } from './kind.ts';
import { toldOf, type Which } from './selector.ts';

/** Of a time-out only how long it was is known where it is raised; `what` goes on with "within … ms". */
export async function orMissed<T>(awaited: Promise<T>, what: () => string, timeoutMs: number): Promise<T> {
  try {
    return await awaited;
  } catch (problem) {
    if (problem instanceof Fault && problem.name === 'Timeout')
      throw new StepFailure(`${what()} within ${timeoutMs} ms`);
    throw problem;
  }
}

export const unseen = (which: Which, fresh = false) =>
  `${meant(which)} was not ${fresh ? 'written to' : 'seen on'} the screen`;

export const notGone = (which: Which) => `${meant(which)} did not leave the screen`;

/** A pattern and a whole selector stand as they are. */
const meant = (which: Which): string =>
  typeof which === 'string' && !/^\/.+\/$/s.test(which) ? JSON.stringify(which) : toldOf(which);
