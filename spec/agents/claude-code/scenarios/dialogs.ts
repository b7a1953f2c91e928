/** Dialogs for tools, plans and questions. Only what was approved may happen. */

import type { Scenario } from '../../scenarios/scenario.ts';
import { approve, asks, intent, prompt, ready, thinks, turn } from '../../scenarios/steps.ts';
import { variantNames } from '../../scenarios/variants.ts';
import { hiddenCommand } from '../../stub/scripts/tools.ts';

/** A refusal also ends the turn. */
const ended = { state: 'ready', never: ['PostToolUse', 'Stop'] } as const;

export const dialogs: readonly Scenario[] = [
  {
    name: 'tour',
    about: 'the main states in one session, which `npm test` plays',
    options: { unknown: { folder: true } },
    variants: ['80x24'],
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
      thinks({ do: prompt('SAY-SLOW') }),
      thinks({ do: { open: 'begin' }, sees: 'line 5 of' }),
      { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'] },
      asks('RUN-TWO', 'Bash', { files: { 'one.txt': false, 'two.txt': false } }),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        truth: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
      },
      approve({ do: [{ keep: true }, intent('approve')], files: { 'one.txt': true, 'two.txt': true } }),
      turn('FORGE-KEPT'),
      turn('FORGE-KEPT-BARE'),
      turn('SAY-MANY'),
      asks('RUN-BASH', 'Bash'),
      { ...ended, do: intent('deny'), files: { 'made.txt': false } },
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('choose_option', { option: 'Blue' }), state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'bash',
    about: 'a command is approved',
    variants: variantNames,
    steps: [
      ready,
      asks('RUN-BASH', 'Bash', { files: { 'made.txt': false }, picture: 'dialog' }),
      approve({ files: { 'made.txt': true }, picture: 'completed' }),
    ],
  },
  {
    name: 'bash-deny',
    about: 'a command is refused, which ends the turn',
    variants: variantNames,
    steps: [
      ready,
      asks('RUN-BASH', 'Bash'),
      { ...ended, do: intent('deny'), files: { 'made.txt': false }, picture: 'denied' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'two',
    about: 'two dialogs in a row are approved one by one',
    variants: variantNames,
    steps: [
      ready,
      asks('RUN-TWO', 'Bash', { files: { 'one.txt': false, 'two.txt': false } }),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        truth: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
        picture: 'second',
      },
      approve({ files: { 'one.txt': true, 'two.txt': true } }),
    ],
  },
  {
    name: 'same',
    about: 'two dialogs that ask for the very same: each is approved by itself',
    steps: [
      ready,
      asks('RUN-SAME', 'Bash'),
      {
        do: intent('approve'),
        state: 'waiting_for_permission',
        truth: ['PostToolUse', 'PermissionRequest'],
        files: { 'first.txt': true, 'second.txt': false },
      },
      approve({ files: { 'second.txt': true } }),
    ],
  },
  {
    name: 'hidden',
    about: 'a command that looks like a tip, and whose last line could be taken for a description',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-HIDDEN', 'Bash', {
        metadata: { permission: { tool: 'Bash', summary: hiddenCommand } },
        picture: 'dialog',
      }),
      { ...ended, do: intent('deny') },
    ],
  },
  {
    name: 'long',
    about: 'a command that is longer than the screen',
    variants: ['80x24', '60x24', 'status-line-80x24'],
    steps: [
      ready,
      asks('RUN-LONG', 'Bash', { metadata: {}, picture: 'dialog' }),
      { ...ended, do: intent('deny'), files: { 'step-1.txt': false } },
    ],
  },
  {
    name: 'write',
    about: 'a file is written',
    variants: ['80x24', '60x24'],
    steps: [
      ready,
      asks('WRITE-FILE', 'Write', { picture: 'dialog' }),
      approve({ files: { 'notes.md': true } }),
    ],
  },
  {
    name: 'edit',
    about: 'a file is edited',
    variants: ['80x24', '60x24'],
    steps: [ready, asks('EDIT-FILE', 'Edit', { picture: 'dialog' }), approve()],
  },
  {
    name: 'read',
    about: 'a file outside of the project is read',
    steps: [ready, asks('READ-OUTSIDE', 'Read', { picture: 'dialog' }), approve()],
  },
  {
    name: 'fetch',
    about: 'a page is fetched, which nothing can be here',
    steps: [
      ready,
      asks('FETCH-PAGE', 'WebFetch', { picture: 'dialog' }),
      approve({ truth: ['Stop'], timeoutMs: 30_000 }),
    ],
  },
  {
    name: 'choose-label',
    about: 'an option is chosen by its words',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-BASH', 'Bash'),
      approve({ do: intent('choose_option', { option: 'Yes' }), files: { 'made.txt': true } }),
    ],
  },
  {
    name: 'choose-index',
    about: 'an option is chosen by its place, and the dialog after it is left alone',
    steps: [
      ready,
      asks('RUN-TWO', 'Bash'),
      {
        do: intent('choose_option', { index: 1 }),
        state: 'waiting_for_permission',
        truth: ['PostToolUse', 'PermissionRequest'],
        files: { 'one.txt': true, 'two.txt': false },
      },
      { ...ended, do: intent('deny'), files: { 'two.txt': false } },
    ],
  },
  {
    name: 'choose-no',
    about: 'the option that refuses is chosen by its words',
    since: '2.1.0',
    steps: [
      ready,
      asks('RUN-BASH', 'Bash'),
      { ...ended, do: intent('choose_option', { option: 'No' }), files: { 'made.txt': false } },
    ],
  },
  {
    name: 'choose-none',
    about: 'a No that is not offered is no part of another choice',
    until: '2.0.99',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-NODE', 'Bash'),
      {
        do: intent('choose_option', { option: 'No' }),
        refused: 'there is no choice No',
        state: 'waiting_for_permission',
        never: ['PostToolUse', 'Stop'],
      },
      { ...ended, do: intent('deny') },
    ],
  },
  {
    name: 'stale',
    about: 'two edits of one file: what was decided upon the first is refused for the second',
    variants: ['80x24', 'screen-reader'],
    steps: [
      ready,
      asks('EDIT-TWICE', 'Edit'),
      {
        do: { intent: 'approve', dialog: 'this' },
        state: 'waiting_for_permission',
        truth: ['PostToolUse', 'PermissionRequest'],
        picture: 'second',
      },
      {
        do: { intent: 'approve', dialog: 'before' },
        refused: 'stale_dialog: ',
        state: 'waiting_for_permission',
        never: ['PostToolUse', 'Stop'],
      },
      approve({ do: { intent: 'approve', dialog: 'this' } }),
    ],
  },
  {
    name: 'lines-deny',
    about: 'a command of several lines is refused',
    variants: ['80x24', 'screen-reader'],
    steps: [ready, asks('RUN-LINES', 'Bash'), { ...ended, do: intent('deny') }],
  },
  {
    name: 'question',
    about: 'a question with one answer',
    variants: variantNames,
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input', picture: 'dialog' },
      { do: intent('choose_option', { option: 'Blue' }), state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'question-index',
    about: 'a question that is answered by the place of the answer',
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('choose_option', { index: 3 }), state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'question-boxes',
    about: 'answers that look like boxes that are ticked, and like numbers of others',
    steps: [
      ready,
      { do: prompt('ASK-BOXES'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['[ ] Keep all'] }),
        state: 'completed_turn',
        truth: ['Stop'],
        sees: '→ [ ] Keep all',
      },
      { do: prompt('ASK-WORKERS'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['2'] }),
        state: 'completed_turn',
        truth: ['Stop'],
        sees: 'workers? → 2',
      },
    ],
  },
  {
    name: 'question-deny',
    about: 'a question that is not answered',
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'question-multi',
    about: 'a question with several answers',
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
    about: 'two questions in one dialog',
    steps: [
      ready,
      { do: prompt('ASK-TWO'), state: 'waiting_for_user_input', picture: 'first' },
      {
        do: intent('choose_option', { option: 'Green' }),
        state: 'waiting_for_user_input',
        sees: 'Which features',
        picture: 'second',
      },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'question-answers',
    about: 'two questions that are answered in one go, one of them with several answers',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('ASK-TWO'), state: 'waiting_for_user_input' },
      {
        do: intent('answer_question', { answers: ['Green', ['Auth', 3]] }),
        state: 'completed_turn',
        through: ['waiting_for_user_input', 'thinking'],
        truth: ['PostToolUse', 'Stop'],
        sees: 'Auth, Export',
        picture: 'answered',
      },
    ],
  },
  {
    name: 'plan',
    about: 'a plan is approved',
    args: ['--permission-mode', 'plan'],
    variants: variantNames,
    steps: [
      { ...ready, picture: 'ready' },
      { do: prompt('MAKE-PLAN'), state: 'waiting_for_plan_approval', picture: 'dialog' },
      { do: intent('approve'), state: 'completed_turn', truth: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'plan-deny',
    about: 'a plan is refused',
    args: ['--permission-mode', 'plan'],
    steps: [
      ready,
      { do: prompt('MAKE-PLAN'), state: 'waiting_for_plan_approval' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'plan-empty',
    about: 'a plan without a word in it',
    args: ['--permission-mode', 'plan'],
    steps: [
      ready,
      { do: prompt('EMPTY-PLAN'), state: 'waiting_for_plan_approval', picture: 'dialog' },
      { do: intent('deny'), state: 'ready' },
    ],
  },
  {
    name: 'enter-plan-asks',
    about: 'the program asks before it begins to plan',
    until: '2.1.0',
    steps: [
      ready,
      { do: prompt('ENTER-PLAN'), state: 'waiting_for_enter_plan_mode', picture: 'dialog' },
      { do: intent('approve'), state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'enter-plan',
    about: 'the program begins to plan without asking',
    since: '2.1.50',
    steps: [ready, turn('ENTER-PLAN', { never: [], picture: 'completed' })],
  },
];
