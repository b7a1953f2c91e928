/** Turns without questions: answers, thinking, queued prompts, and interrupted turns. */
import type { Scenario } from '../../scenarios/scenario.ts';
import {
  approve,
  asksPermission,
  cancelTurn,
  intent,
  keys,
  prompt,
  ready,
  thinking,
  turn,
  typeText,
} from '../../scenarios/steps.ts';
import { variantNames } from '../../scenarios/variants.ts';

const everywhere = variantNames;

export const turns: readonly Scenario[] = [
  {
    name: 'hello',
    description: 'a short answer',
    variants: everywhere,
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'slow',
    description: 'a slow answer: before the first word, in the middle, at the end',
    variants: everywhere,
    steps: [
      ready,
      thinking({ do: prompt('SAY-SLOW'), picture: 'waiting' }),
      thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of', picture: 'streaming' }),
      { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'thought',
    description: 'the model thinks before it answers',
    variants: ['80x24'],
    steps: [
      ready,
      thinking({ do: prompt('THINK-FIRST') }),
      thinking({ do: { openGate: 'begin' } }),
      { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'markdown',
    description: 'headings, lists, tables, code and wide characters',
    steps: [ready, turn('SAY-MARKDOWN', { picture: 'completed' })],
  },
  {
    name: 'several',
    description: 'several turns in one session',
    steps: [ready, turn('SAY-HELLO'), turn('SAY-STREAM'), turn('SAY-MARKDOWN'), turn('SAY-HELLO')],
  },
  {
    name: 'steer',
    description: 'queue a prompt during a turn',
    steps: [
      ready,
      thinking({ do: prompt('SAY-WAIT') }),
      thinking({ do: intent('steer', { prompt: 'SAY-HELLO too' }), picture: 'queued' }),
      { do: { openGate: 'begin' }, state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'cancel',
    description: 'cancel in the middle of an answer',
    variants: ['80x24', 'inline', 'no-title'],
    steps: [
      ready,
      thinking({ do: prompt('SAY-SLOW') }),
      thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of' }),
      cancelTurn({ picture: 'cancelled' }),
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'cancel-early',
    description: 'cancel before the first word; the prompt returns to the composer',
    steps: [
      ready,
      thinking({ do: prompt('SAY-WAIT') }),
      cancelTurn({ picture: 'cancelled' }),
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'cancel-tool',
    description: 'cancel while a tool runs',
    steps: [
      ready,
      asksPermission('RUN-SLOW', 'Bash'),
      thinking({ do: intent('approve') }),
      cancelTurn({ do: intent('force_cancel') }),
    ],
  },
  {
    name: 'draft',
    description: 'send a prompt while the composer contains a draft',
    steps: [
      ready,
      { do: typeText('half a draft'), state: 'ready', screenText: 'half a draft', picture: 'draft' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'early',
    description: 'send a prompt while the agent starts',
    steps: [turn('SAY-HELLO', { through: ['starting', 'ready', 'thinking'] })],
  },
  {
    name: 'secrets',
    description: 'redact secrets that are wrapped over rows',
    variants: ['60x24'],
    steps: [ready, turn('SAY-SECRETS', { picture: 'completed' })],
  },
  {
    name: 'menus',
    description: 'menus below the composer that typing opens',
    variants: ['80x24'],
    steps: [
      ready,
      { do: typeText('/'), state: 'ready', screenText: '/', picture: 'slash-menu' },
      { do: [keys('escape'), keys('ctrl+u'), typeText('?')], state: 'ready', picture: 'shortcuts' },
      { do: [keys('backspace'), typeText('!')], state: 'ready', picture: 'shell-mode' },
    ],
  },
  {
    name: 'tool-runs',
    description: 'a tool that runs until a file exists',
    variants: ['80x24', '60x24', 'screen-reader'],
    steps: [
      ready,
      asksPermission('RUN-SLOW', 'Bash'),
      thinking({ do: intent('approve'), picture: 'running' }),
      { do: { writeFile: 'go.txt' }, state: 'completed_turn', hooks: ['PostToolUse', 'Stop'] },
    ],
  },
  {
    name: 'then-wait',
    description: 'the model pauses after its tool has run',
    steps: [
      ready,
      asksPermission('RUN-THEN-WAIT', 'Bash'),
      thinking({ do: intent('approve'), hooks: ['PostToolUse'], files: { 'made.txt': true } }),
      { do: { openGate: 'begin' }, state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'todos',
    description: 'a to-do list',
    until: '2.1.228',
    variants: ['80x24'],
    steps: [
      ready,
      thinking({ do: prompt('LIST-TODOS'), hooks: ['PostToolUse'], picture: 'working' }),
      { do: { openGate: 'begin' }, state: 'completed_turn', hooks: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'agent',
    description: 'the model starts a subagent',
    steps: [
      ready,
      thinking({ do: prompt('ASK-AGENT'), hooks: ['PreToolUse'], picture: 'agent' }),
      thinking({ do: { openGate: 'begin' } }),
      { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
  {
    name: 'edits-accepted',
    description: 'acceptEdits writes files without a permission',
    args: ['--permission-mode', 'acceptEdits'],
    steps: [{ ...ready, picture: 'ready' }, turn('WRITE-FILE', { files: { 'notes.md': true } })],
  },
  {
    name: 'auto',
    description: 'start in the mode auto',
    args: ['--permission-mode', 'auto'],
    since: '2.1.228',
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'listed',
    description: 'a tool that the command line allows',
    args: ['--permission-mode', 'default', '--allowedTools', 'Bash'],
    steps: [ready, turn('RUN-BASH', { files: { 'made.txt': true } })],
  },
  {
    name: 'approve-read-only',
    description: 'a command that only reads needs no permission',
    steps: [
      ready,
      turn('RUN-LIST'),
      asksPermission('RUN-BASH', 'Bash'),
      approve({ files: { 'made.txt': true } }),
    ],
  },
];
