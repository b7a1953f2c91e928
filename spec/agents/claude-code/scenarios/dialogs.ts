/** Dialogs for tools, plans and questions. Only what was approved may run. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { approve, asksPermission, intent, prompt, ready, thinking, turn } from '../../scenarios/steps.ts';
import { variantNames } from '../../scenarios/variants.ts';
import { hiddenCommand } from '../../stub/scripts/tools.ts';

/** Denying also ends the turn. */
const ended = { state: 'ready', noHooks: ['PostToolUse', 'Stop'] } as const;

export const dialogs: readonly Scenario[] = [
  {
    name: 'tour',
    description: 'the main states in one session; `npm test` runs this scenario',
    options: { firstRun: { folder: true } },
    variants: ['80x24'],
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
      thinking({ do: prompt('SAY-SLOW') }),
      thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of' }),
      { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'] },
      asksPermission('RUN-TWO', 'Bash', { files: { 'one.txt': false, 'two.txt': false } }),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        hooks: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
      },
      approve({
        do: [{ storeScreen: true }, intent('approve')],
        files: { 'one.txt': true, 'two.txt': true },
      }),
      turn('FORGE-KEPT'),
      turn('FORGE-KEPT-BARE'),
      turn('SAY-MANY'),
      asksPermission('RUN-BASH', 'Bash'),
      { ...ended, do: intent('deny'), files: { 'made.txt': false } },
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('choose_option', { option: 'Blue' }), state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'bash',
    description: 'approve a command',
    variants: variantNames,
    steps: [
      ready,
      asksPermission('RUN-BASH', 'Bash', { files: { 'made.txt': false }, picture: 'dialog' }),
      approve({ files: { 'made.txt': true }, picture: 'completed' }),
    ],
  },
  {
    name: 'bash-deny',
    description: 'deny a command, which ends the turn',
    variants: variantNames,
    steps: [
      ready,
      asksPermission('RUN-BASH', 'Bash'),
      { ...ended, do: intent('deny'), files: { 'made.txt': false }, picture: 'denied' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'two',
    description: 'approve two dialogs in sequence, each with a separate call',
    variants: variantNames,
    steps: [
      ready,
      asksPermission('RUN-TWO', 'Bash', { files: { 'one.txt': false, 'two.txt': false } }),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        hooks: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
        picture: 'second',
      },
      approve({ files: { 'one.txt': true, 'two.txt': true } }),
    ],
  },
  {
    name: 'same',
    description: 'approve two identical dialogs, each with a separate call',
    steps: [
      ready,
      asksPermission('RUN-SAME', 'Bash'),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        hooks: ['PostToolUse', 'PermissionRequest'],
        files: { 'first.txt': true, 'second.txt': false },
      },
      approve({ files: { 'second.txt': true } }),
    ],
  },
  {
    name: 'hidden',
    description: 'report the whole command if it looks like a tip and its last line like a description',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('RUN-HIDDEN', 'Bash', {
        metadata: { permission: { tool: 'Bash', summary: hiddenCommand } },
        picture: 'dialog',
      }),
      { ...ended, do: intent('deny') },
    ],
  },
  {
    name: 'long',
    description: 'report and deny a command that is longer than the screen',
    variants: ['80x24', '60x24', 'status-line-80x24'],
    steps: [
      ready,
      asksPermission('RUN-LONG', 'Bash', { metadata: {}, picture: 'dialog' }),
      { ...ended, do: intent('deny'), files: { 'step-1.txt': false } },
    ],
  },
  {
    name: 'write',
    description: 'approve writing a file',
    variants: ['80x24', '60x24'],
    steps: [
      ready,
      asksPermission('WRITE-FILE', 'Write', { picture: 'dialog' }),
      approve({ files: { 'notes.md': true } }),
    ],
  },
  {
    name: 'edit',
    description: 'approve editing a file',
    variants: ['80x24', '60x24'],
    steps: [ready, asksPermission('EDIT-FILE', 'Edit', { picture: 'dialog' }), approve()],
  },
  {
    name: 'read',
    description: 'approve reading a file outside the project',
    steps: [ready, asksPermission('READ-OUTSIDE', 'Read', { picture: 'dialog' }), approve()],
  },
  {
    name: 'fetch',
    description: 'approve fetching a page; the fetch fails, because the network is only the loopback',
    steps: [
      ready,
      asksPermission('FETCH-PAGE', 'WebFetch', { picture: 'dialog' }),
      approve({ hooks: ['Stop'], timeoutMs: 30_000 }),
    ],
  },
  {
    name: 'choose-label',
    description: 'choose an option by its label',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('RUN-BASH', 'Bash'),
      approve({ do: intent('choose_option', { option: 'Yes' }), files: { 'made.txt': true } }),
    ],
  },
  {
    name: 'choose-index',
    description: 'choose an option by its number, and leave the next dialog open',
    steps: [
      ready,
      asksPermission('RUN-TWO', 'Bash'),
      {
        do: intent('choose_option', { index: 1 }),
        state: 'waiting_for_permission',
        hooks: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
      },
      { ...ended, do: intent('deny'), files: { 'two.txt': false } },
    ],
  },
  {
    name: 'choose-no',
    description: 'choose the option No by its label',
    since: '2.1.0',
    steps: [
      ready,
      asksPermission('RUN-BASH', 'Bash'),
      { ...ended, do: intent('choose_option', { option: 'No' }), files: { 'made.txt': false } },
    ],
  },
  {
    name: 'choose-none',
    description: 'refuse the option No where the dialog does not offer it',
    until: '2.0.99',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('RUN-NODE', 'Bash'),
      {
        do: intent('choose_option', { option: 'No' }),
        refused: 'there is no choice No',
        state: 'waiting_for_permission',
        noHooks: ['PostToolUse', 'Stop'],
      },
      { ...ended, do: intent('deny') },
    ],
  },
  {
    name: 'stale',
    description: 'refuse to approve the second of two edits with the dialog id of the first',
    variants: ['80x24', 'screen-reader'],
    steps: [
      ready,
      asksPermission('EDIT-TWICE', 'Edit'),
      {
        do: { intent: 'approve', dialog: 'this' },
        state: 'waiting_for_permission',
        hooks: ['PostToolUse', 'PermissionRequest'],
        picture: 'second',
      },
      {
        do: { intent: 'approve', dialog: 'before' },
        refused: 'stale_dialog: ',
        state: 'waiting_for_permission',
        noHooks: ['PostToolUse', 'Stop'],
      },
      approve({ do: { intent: 'approve', dialog: 'this' } }),
    ],
  },
  {
    name: 'lines-deny',
    description: 'deny a command of several lines',
    variants: ['80x24', 'screen-reader'],
    steps: [ready, asksPermission('RUN-LINES', 'Bash'), { ...ended, do: intent('deny') }],
  },
  {
    name: 'question',
    description: 'answer a question that takes one answer',
    variants: variantNames,
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input', picture: 'dialog' },
      { do: intent('choose_option', { option: 'Blue' }), state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'question-index',
    description: 'answer a question by the number of the option',
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('choose_option', { index: 3 }), state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'question-boxes',
    description: 'choose options whose labels look like checkboxes, or like numbers of other options',
    steps: [
      ready,
      { do: prompt('ASK-BOXES'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['[ ] Keep all'] }),
        state: 'completed_turn',
        hooks: ['Stop'],
        screenText: '→ [ ] Keep all',
      },
      { do: prompt('ASK-WORKERS'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['2'] }),
        state: 'completed_turn',
        hooks: ['Stop'],
        screenText: 'workers? → 2',
      },
    ],
  },
  {
    name: 'question-deny',
    description: 'deny a question',
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'question-multi',
    description: 'tick options of a question that takes several answers',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('ASK-MULTI'), state: 'waiting_for_user_input', picture: 'dialog' },
      {
        do: intent('choose_option', { option: 'Search' }),
        state: 'waiting_for_user_input',
        picture: 'checked',
      },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'question-two',
    description: 'answer the first of two questions in one dialog',
    steps: [
      ready,
      { do: prompt('ASK-TWO'), state: 'waiting_for_user_input', picture: 'first' },
      {
        do: intent('choose_option', { option: 'Green' }),
        state: 'waiting_for_user_input',
        screenText: 'Which features',
        picture: 'second',
      },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'question-answers',
    description: 'answer two questions with one call, one of them with several answers',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('ASK-TWO'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['Green', ['Auth', 3]] }),
        state: 'completed_turn',
        through: ['waiting_for_user_input', 'thinking'],
        hooks: ['PostToolUse', 'Stop'],
        screenText: 'Auth, Export',
        picture: 'answered',
      },
    ],
  },
  {
    name: 'plan',
    description: 'approve a plan',
    args: ['--permission-mode', 'plan'],
    variants: variantNames,
    steps: [
      { ...ready, picture: 'ready' },
      { do: prompt('MAKE-PLAN'), state: 'waiting_for_plan_approval', picture: 'dialog' },
      { do: intent('approve'), state: 'completed_turn', hooks: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'plan-deny',
    description: 'deny a plan',
    args: ['--permission-mode', 'plan'],
    steps: [
      ready,
      { do: prompt('MAKE-PLAN'), state: 'waiting_for_plan_approval' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'plan-empty',
    description: 'deny an empty plan',
    args: ['--permission-mode', 'plan'],
    steps: [
      ready,
      { do: prompt('EMPTY-PLAN'), state: 'waiting_for_plan_approval', picture: 'dialog' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'enter-plan-asks',
    description: 'approve entering the plan mode',
    until: '2.1.0',
    steps: [
      ready,
      { do: prompt('ENTER-PLAN'), state: 'waiting_for_enter_plan_mode', picture: 'dialog' },
      { do: intent('approve'), state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'enter-plan',
    description: 'enter the plan mode without a dialog',
    since: '2.1.50',
    steps: [ready, turn('ENTER-PLAN', { noHooks: [], picture: 'completed' })],
  },
];
