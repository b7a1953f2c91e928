/** Turns as events. The events of a turn contain only its text, however the screen changes. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { ready, turn } from '../../scenarios/steps.ts';

export const streams: readonly Scenario[] = [
  {
    name: 'streamed',
    description: 'the events of a turn contain nothing of the turn before',
    variants: ['80x24'],
    steps: [
      ready,
      turn('SAY-ALPHA'),
      turn('SAY-BETA'),
      turn('SAY-BETA'),
      turn('SAY-TABLE', { picture: 'table' }),
      turn('SAY-CALL', { picture: 'call' }),
    ],
  },
  {
    name: 'reads-twice',
    description: 'completed tools that the screen summarizes in one sentence',
    steps: [ready, turn('SAY-TWICE', { picture: 'folded' }), turn('SAY-ALPHA')],
  },
  {
    name: 'overflows',
    description: 'answers that are longer than the screen',
    variants: ['80x24', 'inline', 'screen-reader'],
    steps: [ready, turn('SAY-MANY', { picture: 'tail' }), turn('SAY-SAME'), turn('SAY-ALPHA')],
  },
  {
    name: 'feigns-error',
    description: 'an answer that begins like an error of the agent; earlier versions draw both alike',
    since: '2.1.326',
    steps: [
      ready,
      turn('FEIGN-ERROR', { picture: 'error' }),
      turn('FEIGN-LOGIN', { picture: 'login' }),
      turn('SAY-ALPHA'),
    ],
  },
];
