/** Dialogs that hide part of what they would permit. A Yes is refused, or the hidden part is reported. */

import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { approve, asks, intent, prompt, ready, thinks, typed } from '../../scenarios/steps.ts';
import { longAddress } from '../../stub/scripts/hidden.ts';
import { otherFile, widthClasses } from '../../stub/scripts/widths.ts';

const untouched = { 'hidden.txt': false };

/** The dialog stays open, and no command runs. */
const refused = (words: string | readonly string[], more: Partial<Step> = {}): Step => ({
  do: { intent: 'approve', dialog: 'this' },
  refused: words,
  state: 'waiting_for_permission',
  never: ['PostToolUse', 'Stop'],
  files: untouched,
  ...more,
});

const denied: Step = {
  do: intent('deny'),
  state: 'ready',
  never: ['PostToolUse', 'Stop'],
  files: untouched,
};

const untrusted = (name: string, word: string, tool: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  about: `${word}: a Yes is refused`,
  misdrawn: true,
  steps: [
    ready,
    asks(word, tool),
    refused('so Yes is not chosen'),
    refused('so Yes is not chosen', { do: intent('choose_option', { index: 1 }) }),
    denied,
  ],
  ...more,
});

/** Classes for a forged dialog without a tool. Each fills the rows in another way. */
const shownClasses = ['SKIN', 'FAMILY', 'FLAG', 'CONJUNCT', 'VS16'];

const saysForged = (name: string): readonly Step[] => [
  thinks({ do: prompt(`WIDTH-SAY-${name}`), sees: 'Esc to cancel' }),
  thinks({ do: [{ rest: 150 }, intent('approve')], refused: 'the state is thinking' }),
  { do: { open: 'begin' }, state: 'completed_turn', truth: ['Stop'], never: ['PermissionRequest'] },
];

/** Other text may be drawn over the text that a step could wait for. */
const runsDisplaced = (word: string): readonly Step[] => [
  thinks({ do: prompt(word) }),
  thinks({ do: [{ rest: 150 }, intent('approve')], refused: 'the state is thinking' }),
  {
    do: { open: 'begin' },
    displaced: true,
    state: 'completed_turn',
    truth: ['Stop'],
    never: ['PermissionRequest'],
  },
];

const unwritten = (words: string | readonly string[]) =>
  refused(words, { files: { [otherFile('HALF')]: false } });

const kept = 'kept as it is';

/** The text that an Enter would send is in the composer when `approve` is called. */
const rests = (name: string): readonly Step[] => [
  thinks({ do: prompt(`WIDTH-REST-${name}`), sees: 'Here it rests' }),
  thinks({ do: [{ rest: 150 }, intent('approve')], refused: 'the state is thinking' }),
  { do: [{ open: 'begin' }], state: 'completed_turn', truth: ['Stop'], never: ['PermissionRequest'] },
  {
    do: [{ rest: 3000 }, typed(kept)],
    sees: kept,
    state: 'completed_turn',
    through: [],
    metadata: { draft: kept },
  },
  {
    do: [{ rest: 500 }, intent('approve')],
    refused: 'the state is completed_turn',
    state: 'completed_turn',
    through: [],
    metadata: { draft: kept },
    never: ['UserPromptSubmit'],
  },
];

export const hidden: readonly Scenario[] = [
  untrusted('hidden-control', 'RUN-CONTROL', 'Bash', { until: '2.0.99' }),
  untrusted('hidden-return', 'RUN-RETURN', 'Bash', { until: '2.0.99' }),
  untrusted('hidden-c1', 'RUN-C1', 'Bash', { until: '2.0.99' }),
  untrusted('hidden-title', 'RUN-TITLE', 'Bash', { until: '2.0.99' }),
  untrusted('hidden-zero', 'RUN-ZERO', 'Bash'),
  {
    name: 'hidden-cut',
    about: 'a command that is longer than the screen is approved only by who accepts that it is cut',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-LONG', 'Bash', { metadata: { permission: { cut: true, summary: undefined } } }),
      refused('the dialog is cut', { files: { 'step-1.txt': false } }),
      refused('the dialog is cut', {
        do: intent('choose_option', { index: 1 }),
        files: { 'step-1.txt': false },
      }),
      approve({
        do: intent('approve', { accept_cut: true }),
        files: { 'step-1.txt': true, 'step-45.txt': true },
      }),
    ],
  },
  {
    name: 'hidden-padded',
    about: 'a command that blank lines have pushed off the screen has no summary',
    until: '2.1.260',
    steps: [
      ready,
      asks('RUN-PADDED', 'Bash', { metadata: { permission: { cut: true, summary: undefined } } }),
      refused('the dialog is cut'),
      denied,
    ],
  },
  {
    name: 'fetch-long',
    about: 'an address that is longer than a row is told whole',
    variants: ['80x24'],
    steps: [
      ready,
      asks('FETCH-LONG', 'WebFetch', { metadata: { permission: { summary: longAddress, wrapped: true } } }),
      denied,
    ],
  },
  {
    name: 'write-lines',
    misdrawn: true,
    about: 'a path with a line feed is told with it',
    until: '2.1.197',
    steps: [
      ready,
      asks('WRITE-LINES', 'Write', {
        metadata: { permission: { summary: 'safe.md\nother.sh', wrapped: true } },
      }),
      denied,
    ],
  },
  untrusted('hidden-lines', 'WRITE-LINES', 'Write', { since: '2.1.260' }),
  {
    name: 'forged-widths',
    misdrawn: true,
    about: 'an answer with characters of disputed width does not change what a dialog is told to be about',
    steps: [
      ready,
      ...widthClasses.flatMap((name) => [
        asks(`WIDTH-WRITE-${name}`, 'Write', {
          metadata: { permission: { tool: 'Write', summary: otherFile(name) } },
        }),
        approve({
          do: { intent: 'approve', dialog: 'this' },
          files: { [otherFile(name)]: true },
        }),
      ]),
    ],
  },
  {
    name: 'forged-widths-idle',
    misdrawn: true,
    about: 'an answer with characters of disputed width shows no dialog, and no key is pressed',
    steps: [ready, ...shownClasses.flatMap(saysForged)],
  },
  {
    name: 'widths-rest',
    misdrawn: true,
    about:
      'an answer with characters of disputed width keeps no wrong state, and an Enter for no dialog is not pressed',
    variants: ['80x24'],
    steps: [ready, ...widthClasses.flatMap(rests)],
  },
  {
    name: 'forged-wrapped-idle',
    misdrawn: true,
    about: 'rows that a terminal wraps, though the program does not know of it, show no dialog',
    steps: [ready, ...runsDisplaced('WIDTH-SAY-HALF')],
  },
  {
    name: 'wrapped-rest',
    misdrawn: true,
    about: 'nor do they keep a wrong state',
    variants: ['80x24'],
    steps: [ready, ...runsDisplaced('WIDTH-REST-HALF')],
  },
  {
    name: 'forged-wrapped',
    misdrawn: true,
    about: 'below such rows, no Yes is chosen',
    until: '2.1.325',
    steps: [
      ready,
      asks('WIDTH-WRITE-HALF', 'Write', { metadata: {} }),
      unwritten(['stale_dialog: ', 'the dialog is uncertain']),
      unwritten('the dialog is uncertain'),
      // Other text may be drawn over the report of the interruption.
      { ...denied, state: ['ready', 'completed_turn'], files: { [otherFile('HALF')]: false } },
    ],
  },
  {
    name: 'forged-placed',
    misdrawn: true,
    about: 'such rows displace nothing where the program places the cursor anew in them',
    since: '2.1.326',
    steps: [
      ready,
      asks('WIDTH-WRITE-HALF', 'Write', {
        metadata: { permission: { tool: 'Write', summary: otherFile('HALF') } },
      }),
      approve({ do: { intent: 'approve', dialog: 'this' }, files: { [otherFile('HALF')]: true } }),
    ],
  },
];
