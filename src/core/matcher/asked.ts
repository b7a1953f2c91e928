/**
 * A question that is answered later, as a matcher: while the answer is under way it is pending, and one question is
 * under way at a time. An answer holds for the moment that it was given for, and not after something has happened;
 * only a hit that has just come counts also if the screen has gone on meanwhile, for it may go on for ever.
 */
import type { Verdict } from './matcher.ts';
import { pending } from './matcher.ts';
import type { Moment } from './moment.ts';

interface Given {
  readonly key: string;
  readonly verdict: Verdict;
}

export class Asked<Answer> {
  readonly #question: (moment: Moment) => Promise<Answer>;
  readonly #judge: (answer: Answer, askedAt: Moment) => Verdict;
  readonly #answered: () => void;
  readonly #version: () => string;
  #given: Given | undefined;
  #problem: unknown;
  #asking = false;
  #arriving = false;

  /** `version` tells apart what an answer depends on besides the session. */
  constructor(
    question: (moment: Moment) => Promise<Answer>,
    judge: (answer: Answer, askedAt: Moment) => Verdict,
    answered: () => void,
    version: () => string = () => '',
  ) {
    this.#question = question;
    this.#judge = judge;
    this.#answered = answered;
    this.#version = version;
  }

  ask(moment: Moment): Verdict {
    if (this.#problem !== undefined) throw this.#problem;
    const given = this.#given;
    if (given && this.#holds(given, moment)) return given.verdict;
    if (!this.#asking) this.#start(moment);
    return pending;
  }

  #holds({ key, verdict }: Given, moment: Moment): boolean {
    if ('hit' in verdict) return this.#arriving || key === this.#keyOf(moment);
    const { wakeAt } = verdict.miss;
    return key === this.#keyOf(moment) && (wakeAt === undefined || moment.now < wakeAt);
  }

  #start(moment: Moment): void {
    this.#asking = true;
    const key = this.#keyOf(moment);
    this.#question(moment)
      .then(
        (answer) => {
          this.#given = { key, verdict: this.#judge(answer, moment) };
        },
        (problem) => {
          this.#problem = problem;
        },
      )
      .finally(() => this.#arrive());
  }

  #keyOf({ sequence, lastOutput, exit }: Moment): string {
    return `${sequence} ${lastOutput} ${exit !== null} ${this.#version()}`;
  }

  #arrive(): void {
    this.#asking = false;
    this.#arriving = true;
    this.#answered();
    this.#arriving = false;
  }
}
