/** Dialogs that hide a part of what they would permit. Choosing Yes is refused, or the hidden part is reported. */
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { approve, asksPermission, intent, prompt, ready, thinking, typeText } from '../../scenarios/steps.ts';
import { longAddress } from '../../stub/scripts/hidden.ts';
import { otherFile, widthClasses } from '../../stub/scripts/widths.ts';

const untouched = { 'hidden.txt': false };

/** The dialog stays open, and no command runs. */
const refused = (words: string | readonly string[], more: Partial<Step> = {}): Step => ({
  do: { intent: 'approve', dialog: 'this' },
  refused: words,
  state: 'waiting_for_permission',
  noHooks: ['PostToolUse', 'Stop'],
  files: untouched,
  ...more,
});

const denied: Step = {
  do: intent('deny'),
  state: 'ready',
  noHooks: ['PostToolUse', 'Stop'],
  files: untouched,
};

const refusesYes = (name: string, word: string, tool: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  description: `${word}: refuse to choose Yes`,
  skipSessionFile: true,
  steps: [
    ready,
    asksPermission(word, tool),
    refused('so Yes is not chosen'),
    refused('so Yes is not chosen', { do: intent('choose_option', { index: 1 }) }),
    denied,
  ],
  ...more,
});

/** Character classes for a forged dialog without a tool call. Each fills the rows differently. */
const idleClasses = ['SKIN', 'FAMILY', 'FLAG', 'CONJUNCT', 'VS16'];

const forgedDialog = (name: string): readonly Step[] => [
  thinking({ do: prompt(`WIDTH-SAY-${name}`), screenText: 'Esc to cancel' }),
  thinking({ do: [{ stableMs: 150 }, intent('approve')], refused: 'the state is thinking' }),
  { do: { openGate: 'begin' }, state: 'completed_turn', hooks: ['Stop'], noHooks: ['PermissionRequest'] },
];

/** A step cannot wait for a text, because the agent may draw other text over it. */
const wrappedRows = (word: string): readonly Step[] => [
  thinking({ do: prompt(word) }),
  thinking({ do: [{ stableMs: 150 }, intent('approve')], refused: 'the state is thinking' }),
  {
    do: { openGate: 'begin' },
    overwritten: true,
    state: 'completed_turn',
    hooks: ['Stop'],
    noHooks: ['PermissionRequest'],
  },
];

const refusedHalf = (words: string | readonly string[]) =>
  refused(words, { files: { [otherFile('HALF')]: false } });

const draft = 'kept as it is';

/** The composer contains a draft when `approve` is called. An Enter would send it. */
const approveWithDraft = (name: string): readonly Step[] => [
  thinking({ do: prompt(`WIDTH-REST-${name}`), screenText: 'Here it rests' }),
  thinking({ do: [{ stableMs: 150 }, intent('approve')], refused: 'the state is thinking' }),
  { do: [{ openGate: 'begin' }], state: 'completed_turn', hooks: ['Stop'], noHooks: ['PermissionRequest'] },
  {
    do: [{ stableMs: 3000 }, typeText(draft)],
    screenText: draft,
    state: 'completed_turn',
    through: [],
    metadata: { draft },
  },
  {
    do: [{ stableMs: 500 }, intent('approve')],
    refused: 'the state is completed_turn',
    state: 'completed_turn',
    through: [],
    metadata: { draft },
    noHooks: ['UserPromptSubmit'],
  },
];

export const hidden: readonly Scenario[] = [
  refusesYes('hidden-control', 'RUN-CONTROL', 'Bash', { until: '2.0.99' }),
  refusesYes('hidden-return', 'RUN-RETURN', 'Bash', { until: '2.0.99' }),
  refusesYes('hidden-c1', 'RUN-C1', 'Bash', { until: '2.0.99' }),
  refusesYes('hidden-title', 'RUN-TITLE', 'Bash', { until: '2.0.99' }),
  refusesYes('hidden-zero', 'RUN-ZERO', 'Bash'),
  {
    name: 'hidden-cut',
    description: 'approve a command that is longer than the screen only with accept_cut',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('RUN-LONG', 'Bash', { metadata: { permission: { cut: true, summary: undefined } } }),
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
    description: 'report no summary for a command that blank lines moved off the screen',
    until: '2.1.260',
    steps: [
      ready,
      asksPermission('RUN-PADDED', 'Bash', { metadata: { permission: { cut: true, summary: undefined } } }),
      refused('the dialog is cut'),
      denied,
    ],
  },
  {
    name: 'fetch-long',
    description: 'report the whole URL if it is longer than a row',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('FETCH-LONG', 'WebFetch', {
        metadata: { permission: { summary: longAddress, wrapped: true } },
      }),
      denied,
    ],
  },
  {
    name: 'write-lines',
    skipSessionFile: true,
    description: 'report the line feed in a path',
    until: '2.1.197',
    steps: [
      ready,
      asksPermission('WRITE-LINES', 'Write', {
        metadata: { permission: { summary: 'safe.md\nother.sh', wrapped: true } },
      }),
      denied,
    ],
  },
  refusesYes('hidden-lines', 'WRITE-LINES', 'Write', { since: '2.1.260' }),
  {
    name: 'forged-widths',
    skipSessionFile: true,
    description: 'an answer with characters of disputed width does not change the summary of a dialog',
    steps: [
      ready,
      ...widthClasses.flatMap((name) => [
        asksPermission(`WIDTH-WRITE-${name}`, 'Write', {
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
    skipSessionFile: true,
    description: 'a forged dialog with characters of disputed width is not reported, and no key is sent',
    steps: [ready, ...idleClasses.flatMap(forgedDialog)],
  },
  {
    name: 'widths-rest',
    skipSessionFile: true,
    description:
      'after an answer with characters of disputed width, the state is right, and no Enter is sent',
    variants: ['80x24'],
    steps: [ready, ...widthClasses.flatMap(approveWithDraft)],
  },
  {
    name: 'forged-wrapped-idle',
    skipSessionFile: true,
    description: 'rows that only the terminal wraps show no dialog',
    steps: [ready, ...wrappedRows('WIDTH-SAY-HALF')],
  },
  {
    name: 'wrapped-rest',
    skipSessionFile: true,
    description: 'after rows that only the terminal wraps, the state is right',
    variants: ['80x24'],
    steps: [ready, ...wrappedRows('WIDTH-REST-HALF')],
  },
  {
    name: 'forged-wrapped',
    skipSessionFile: true,
    description: 'below rows that only the terminal wraps, refuse to choose Yes',
    until: '2.1.325',
    steps: [
      ready,
      asksPermission('WIDTH-WRITE-HALF', 'Write', { metadata: {} }),
      refusedHalf(['stale_dialog: ', 'the dialog is uncertain']),
      refusedHalf('the dialog is uncertain'),
      // Other text may be drawn over the message about the interruption.
      { ...denied, state: ['ready', 'completed_turn'], files: { [otherFile('HALF')]: false } },
    ],
  },
  {
    name: 'forged-placed',
    skipSessionFile: true,
    description:
      'rows that only the terminal wraps do not change a dialog if the agent sets the cursor position in them',
    since: '2.1.326',
    steps: [
      ready,
      asksPermission('WIDTH-WRITE-HALF', 'Write', {
        metadata: { permission: { tool: 'Write', summary: otherFile('HALF') } },
      }),
      approve({ do: { intent: 'approve', dialog: 'this' }, files: { [otherFile('HALF')]: true } }),
    ],
  },
];
