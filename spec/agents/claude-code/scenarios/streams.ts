/** Turns streamed as events. A turn must contain only its text, independent of screen changes. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { ready, turn } from '../../scenarios/steps.ts';

export const streams: readonly Scenario[] = [
  {
    name: 'streamed',
    about: 'turn after turn, of which none tells anything of the one before',
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
    about: 'tools that are folded into a sentence when they have ended',
    steps: [ready, turn('SAY-TWICE', { picture: 'folded' }), turn('SAY-ALPHA')],
  },
  {
    name: 'overflows',
    about: 'answers of which the screen holds only the end',
    variants: ['80x24', 'inline', 'screen-reader'],
    steps: [ready, turn('SAY-MANY', { picture: 'tail' }), turn('SAY-SAME'), turn('SAY-ALPHA')],
  },
  {
    name: 'feigns-error',
    about:
      'an answer that begins like an error of the program; before, nothing of the screen tells them apart',
    since: '2.1.326',
    steps: [
      ready,
      turn('FEIGN-ERROR', { picture: 'error' }),
      turn('FEIGN-LOGIN', { picture: 'login' }),
      turn('SAY-ALPHA'),
    ],
  },
];
