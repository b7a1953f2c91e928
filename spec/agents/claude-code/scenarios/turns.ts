/** Turns without a question: answers, thinking, queued prompts, and interrupted turns. */
import type { Scenario } from '../../scenarios/scenario.ts';
import {
  approve,
  asks,
  broken,
  intent,
  keys,
  prompt,
  ready,
  thinks,
  turn,
  typed,
} from '../../scenarios/steps.ts';
import { variantNames } from '../../scenarios/variants.ts';

const everywhere = variantNames;

export const turns: readonly Scenario[] = [
  {
    name: 'hello',
    about: 'a short answer',
    variants: everywhere,
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'slow',
    about: 'an answer that comes slowly: nothing yet, some of it, all of it',
    variants: everywhere,
    steps: [
      ready,
      thinks({ do: prompt('SAY-SLOW'), picture: 'waiting' }),
      thinks({ do: { open: 'begin' }, sees: 'line 5 of', picture: 'streaming' }),
      { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'thought',
    about: 'thinking before the answer',
    variants: ['80x24'],
    steps: [
      ready,
      thinks({ do: prompt('THINK-FIRST') }),
      thinks({ do: { open: 'begin' } }),
      { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'markdown',
    about: 'headings, lists, tables, code and wide characters',
    steps: [ready, turn('SAY-MARKDOWN', { picture: 'completed' })],
  },
  {
    name: 'several',
    about: 'turn after turn in one session',
    steps: [ready, turn('SAY-HELLO'), turn('SAY-STREAM'), turn('SAY-MARKDOWN'), turn('SAY-HELLO')],
  },
  {
    name: 'steer',
    about: 'a prompt that is queued while another one is answered',
    steps: [
      ready,
      thinks({ do: prompt('SAY-WAIT') }),
      thinks({ do: intent('steer', { prompt: 'SAY-HELLO too' }), picture: 'queued' }),
      { do: { open: 'begin' }, state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'cancel',
    about: 'an answer that is broken off in the middle',
    variants: ['80x24', 'inline', 'no-title'],
    steps: [
      ready,
      thinks({ do: prompt('SAY-SLOW') }),
      thinks({ do: { open: 'begin' }, sees: 'line 5 of' }),
      broken({ picture: 'cancelled' }),
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'cancel-early',
    about: 'broken off before the first word: the prompt comes back into the composer',
    steps: [ready, thinks({ do: prompt('SAY-WAIT') }), broken({ picture: 'cancelled' }), turn('SAY-HELLO')],
  },
  {
    name: 'cancel-tool',
    about: 'broken off while a tool runs',
    steps: [
      ready,
      asks('RUN-SLOW', 'Bash'),
      thinks({ do: intent('approve') }),
      broken({ do: intent('force_cancel') }),
    ],
  },
  {
    name: 'draft',
    about: 'a prompt that is sent while a draft stands in the composer',
    steps: [
      ready,
      { do: typed('half a draft'), state: 'ready', sees: 'half a draft', picture: 'draft' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'early',
    about: 'a prompt that is sent while the program still starts',
    steps: [turn('SAY-HELLO', { through: ['starting', 'ready', 'thinking'] })],
  },
  {
    name: 'secrets',
    about: 'secrets that are wrapped over rows',
    variants: ['60x24'],
    steps: [ready, turn('SAY-SECRETS', { picture: 'completed' })],
  },
  {
    name: 'menus',
    about: 'what opens below the composer while one types',
    variants: ['80x24'],
    steps: [
      ready,
      { do: typed('/'), state: 'ready', sees: '/', picture: 'slash-menu' },
      { do: [keys('escape'), keys('ctrl+u'), typed('?')], state: 'ready', picture: 'shortcuts' },
      { do: [keys('backspace'), typed('!')], state: 'ready', picture: 'shell-mode' },
    ],
  },
  {
    name: 'tool-runs',
    about: 'a tool that runs for a while',
    variants: ['80x24', '60x24', 'screen-reader'],
    steps: [
      ready,
      asks('RUN-SLOW', 'Bash'),
      thinks({ do: intent('approve'), picture: 'running' }),
      { do: { write: 'go.txt' }, state: 'completed_turn', truth: ['PostToolUse', 'Stop'] },
    ],
  },
  {
    name: 'then-wait',
    about: 'an answer that lets one wait after its tool has run',
    steps: [
      ready,
      asks('RUN-THEN-WAIT', 'Bash'),
      thinks({ do: intent('approve'), truth: ['PostToolUse'], files: { 'made.txt': true } }),
      { do: { open: 'begin' }, state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'todos',
    about: 'a list of things to do',
    until: '2.1.228',
    variants: ['80x24'],
    steps: [
      ready,
      thinks({ do: prompt('LIST-TODOS'), truth: ['PostToolUse'], picture: 'working' }),
      { do: { open: 'begin' }, state: 'completed_turn', truth: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'agent',
    about: 'work that is handed to another agent',
    steps: [
      ready,
      thinks({ do: prompt('ASK-AGENT'), truth: ['PreToolUse'], picture: 'agent' }),
      thinks({ do: { open: 'begin' } }),
      { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'] },
    ],
  },
  {
    name: 'edits-accepted',
    about: 'a mode in which edits need no permission',
    args: ['--permission-mode', 'acceptEdits'],
    steps: [{ ...ready, picture: 'ready' }, turn('WRITE-FILE', { files: { 'notes.md': true } })],
  },
  {
    name: 'auto',
    about: 'the mode in which the program judges itself what needs a permission',
    args: ['--permission-mode', 'auto'],
    since: '2.1.228',
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'listed',
    about: 'a tool that has been allowed beforehand',
    args: ['--permission-mode', 'default', '--allowedTools', 'Bash'],
    steps: [ready, turn('RUN-BASH', { files: { 'made.txt': true } })],
  },
  {
    name: 'approve-read-only',
    about: 'a command that only reads needs no permission',
    steps: [ready, turn('RUN-LIST'), asks('RUN-BASH', 'Bash'), approve({ files: { 'made.txt': true } })],
  },
];
