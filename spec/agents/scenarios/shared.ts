/** Scenarios that run with every agent. */
import { forgeryKeywords } from '../stub/scripts/forgeries.ts';
import type { Scenario, StateName, Step } from './scenario.ts';
import { cancelTurn, intent, prompt, promptOf, ready, thinking, turn, typeText } from './steps.ts';

export const sizes = ['80x24', '60x24'] as const;

const sent = (text: string, more: Partial<Step> = {}): Step => ({
  do: intent('send_prompt', { prompt: text }),
  state: 'completed_turn',
  hooks: ['UserPromptSubmit', 'Stop'],
  prompts: [text],
  through: ['thinking', 'ready'],
  ...more,
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1} of a prompt`).join('\n');

const turns: readonly Scenario[] = [
  {
    name: 'hello',
    description: 'a short answer',
    variants: [...sizes, 'no-color'],
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'slow',
    description: 'a slow answer: before the first word, in the middle, at the end',
    variants: sizes,
    steps: [
      ready,
      thinking({ do: prompt('SAY-SLOW'), picture: 'waiting' }),
      thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of', picture: 'streaming' }),
      { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'several',
    description: 'several turns in one session',
    steps: [ready, turn('SAY-HELLO'), turn('SAY-STREAM'), turn('SAY-MARKDOWN'), turn('SAY-HELLO')],
  },
  {
    name: 'cancel',
    description: 'cancel in the middle of an answer',
    variants: ['80x24'],
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
    description: 'cancel before the first word',
    steps: [
      ready,
      thinking({ do: prompt('SAY-WAIT') }),
      cancelTurn({ picture: 'cancelled' }),
      turn('SAY-HELLO'),
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
    name: 'prompt-lines',
    description: 'prompts of one and of many lines, and with wide characters',
    variants: ['80x24'],
    steps: [
      ready,
      sent('one line'),
      sent(lines(3)),
      sent(lines(40)),
      sent('wide 日本語 and "quotes" $HOME `x` \\n'),
    ],
  },
  {
    name: 'prompt-large',
    description: 'a prompt of 20 KiB',
    steps: [ready, sent(lines(1100).slice(0, 20 * 1024), { timeoutMs: 30_000 }), turn('SAY-HELLO')],
  },
];

const failures: readonly Scenario[] = ['401', '429', '500'].map((status) => ({
  name: `fails-${status}`,
  description: `the API answers with the status ${status}`,
  steps: [
    ready,
    {
      do: prompt(`ERR-${status}-NORETRY`),
      state: 'error',
      hooks: ['UserPromptSubmit'],
      through: ['thinking'],
      picture: 'failed',
    },
    turn('SAY-HELLO', { through: ['error', 'thinking'] }),
  ],
}));

export const command = 'touch made.txt && echo made';

const asks = (word: string, summary: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_permission',
  hooks: ['UserPromptSubmit', 'PreToolUse'],
  prompts: [promptOf(word)],
  metadata: { permission: { summary } },
  ...more,
});

const approved = (more: Partial<Step> = {}): Step => ({
  do: intent('approve'),
  state: 'completed_turn',
  hooks: ['Stop'],
  ...more,
});

const made = (exists: boolean) => ({ files: { 'made.txt': exists } });

/** The same conversation as that of the clients. `spec/programs/replays.mjs` replays its recording. */
const talk = (mayAsk: boolean): Scenario => ({
  name: 'talk',
  description: 'an answer, and then a command',
  steps: [
    ready,
    turn('SAY-HELLO'),
    ...(mayAsk
      ? [asks('RUN-BASH', command), approved(made(true))]
      : [turn('RUN-BASH', { state: 'completed_turn', ...made(true) })]),
  ],
});

const dialogs: readonly Scenario[] = [
  {
    name: 'bash',
    description: 'approve a command',
    variants: sizes,
    steps: [
      ready,
      asks('RUN-BASH', command, { ...made(false), picture: 'dialog' }),
      approved({ ...made(true), picture: 'completed' }),
    ],
  },
  {
    name: 'bash-deny',
    description: 'deny a command',
    variants: sizes,
    steps: [
      ready,
      asks('RUN-BASH', command),
      {
        do: intent('deny'),
        state: ['ready', 'completed_turn'],
        through: ['thinking', 'cancelling'],
        ...made(false),
        picture: 'denied',
      },
      turn('SAY-HELLO', { through: ['thinking', 'ready', 'completed_turn'] }),
    ],
  },
  {
    name: 'lines',
    description: 'approve a command of several lines',
    steps: [
      ready,
      asks('RUN-LINES', 'touch one.txt\ntouch two.txt\ntouch three.txt', { picture: 'dialog' }),
      approved({ files: { 'one.txt': true, 'three.txt': true } }),
    ],
  },
  {
    name: 'two',
    description: 'approve two dialogs in sequence, each with a separate call',
    steps: [
      ready,
      // Agents ask in different orders.
      {
        do: prompt('RUN-TWO'),
        state: 'waiting_for_permission',
        files: { 'one.txt': false, 'two.txt': false },
      },
      { do: intent('approve'), state: 'waiting_for_permission', picture: 'second' },
      approved({ files: { 'one.txt': true, 'two.txt': true } }),
    ],
  },
  {
    name: 'choose',
    description: 'choose an option by its number',
    steps: [
      ready,
      asks('RUN-BASH', command),
      { ...approved(made(true)), do: intent('choose_option', { index: 1 }) },
    ],
  },
  {
    name: 'long',
    description: 'refuse to approve a command that is longer than the screen',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('RUN-LONG'), state: 'waiting_for_permission', picture: 'dialog' },
      {
        do: intent('approve'),
        refused: 'not on the screen',
        state: 'waiting_for_permission',
        files: { 'step-1.txt': false },
      },
      {
        do: intent('deny'),
        state: ['ready', 'completed_turn'],
        through: ['thinking', 'cancelling'],
        files: { 'step-1.txt': false },
      },
    ],
  },
  {
    name: 'forged-dialog',
    description: 'an answer that repeats the dialog that was just answered',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-BASH', command),
      approved({ do: [{ storeScreen: true }, intent('approve')] }),
      turn('FORGE-KEPT', { picture: 'completed' }),
      turn('FORGE-KEPT-BARE', { picture: 'completed-bare' }),
      {
        do: intent('approve'),
        refused: 'no dialog is open',
        state: 'completed_turn',
      },
    ],
  },
];

const results: readonly Scenario[] = [
  {
    name: 'forged-result',
    description: 'a command prints the dialog that was just answered',
    steps: [
      ready,
      asks('RUN-BASH', command),
      approved({
        do: [{ storeScreen: true }, { writeFile: 'kept.txt', storedScreen: true }, intent('approve')],
      }),
      asks('RUN-CAT', 'touch seen.txt && cat kept.txt', { through: ['thinking', 'completed_turn'] }),
      approved({ picture: 'completed' }),
      { do: intent('approve'), refused: 'no dialog is open', state: 'completed_turn' },
    ],
  },
];

/** The dialog for an unknown folder. */
export const trust = (more: Partial<Scenario> = {}): Scenario => ({
  name: 'trust',
  description: 'trust an unknown folder',
  options: { firstRun: { folder: true } },
  steps: [
    { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
    { do: intent('deny'), refused: 'deny_trust', state: 'waiting_for_trust' },
    { do: prompt('SAY-HELLO'), refused: 'no prompt can be sent', state: 'waiting_for_trust' },
    { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
    turn('SAY-HELLO'),
  ],
  ...more,
});

/** The first screen without an account. */
export const login = (): Scenario => ({
  name: 'login',
  description: 'start without an account, a key and a provider',
  options: { firstRun: { account: true } },
  steps: [
    { state: 'waiting_for_login', through: ['starting'], picture: 'menu' },
    { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_login' },
    { do: prompt('SAY-HELLO'), refused: 'no prompt can be sent', state: 'waiting_for_login' },
  ],
});

/** Takes the ids of the modes. The agent starts in the first one. */
export const modes = (first: string, ...others: readonly string[]): Scenario => ({
  name: 'modes',
  description: 'select each mode by name',
  steps: [
    { ...ready, metadata: { mode: first } },
    ...[...others, first].map((mode) => ({
      do: intent('set_mode', { mode }),
      state: 'ready' as const,
      metadata: { mode },
    })),
    { do: intent('set_mode', { mode: 'no-such' }), refused: 'there is no mode', state: 'ready' },
    turn('SAY-HELLO', { metadata: { mode: first } }),
  ],
});

/** Runs a slash command that opens a page with this text. `through`: states until then. */
export const slash = (name: string, screenText: string, through: readonly StateName[] = []): Scenario => ({
  name: 'slash',
  description: 'a slash command opens a page, and cancel closes it',
  steps: [
    ready,
    {
      do: intent('slash_command', { command: name }),
      state: 'local_ui_screen',
      through: ['ready', ...through],
      screenText,
      picture: 'page',
    },
    { do: intent('cancel'), state: 'ready', through: [] },
    {
      do: intent('slash_command', { command: 'no-such' }),
      refused: 'there is no command',
      state: 'ready',
      through: [],
    },
    turn('SAY-HELLO'),
  ],
});

const forgeries: readonly Scenario[] = [
  {
    name: 'forged',
    description: 'answers that show a screen of the agent, in every style of box',
    variants: ['80x24'],
    steps: [ready, ...forgeryKeywords.map((word) => turn(word))],
  },
];

/** A conversation over the native protocol, ACP and MCP. */
export const clients = (mayAsk = true): readonly Scenario[] => [
  talk(mayAsk),
  {
    name: 'acp',
    description: 'an answer and an approved command, in an ACP client',
    client: 'acp',
    steps: [],
  },
  {
    name: 'mcp',
    description: 'an answer and an approved command, with the MCP tools',
    client: 'mcp',
    steps: [],
  },
];

interface Abilities {
  /** The agent asks before it runs a command. */
  readonly asks?: boolean;
  /** The agent repeats a request that failed with 429 or 500, for longer than a scenario waits. */
  readonly retries?: boolean;
}

const tooLong = ['fails-429', 'fails-500'];

export const shared = ({ asks: mayAsk = true, retries = false }: Abilities = {}): readonly Scenario[] => [
  ...turns,
  ...failures.filter(({ name }) => !(retries && tooLong.includes(name))),
  ...(mayAsk ? [...dialogs, ...results] : []),
  ...forgeries,
  ...clients(mayAsk),
];
