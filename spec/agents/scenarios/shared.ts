/** Scenarios that every agent plays, written once. */
import { forgeryWords } from '../stub/scripts/forgeries.ts';
import type { Scenario, StateName, Step } from './scenario.ts';
import { broken, intent, prompt, promptOf, ready, thinks, turn, typed } from './steps.ts';

export const sizes = ['80x24', '60x24'] as const;

const sent = (text: string, more: Partial<Step> = {}): Step => ({
  do: intent('send_prompt', { prompt: text }),
  state: 'completed_turn',
  truth: ['UserPromptSubmit', 'Stop'],
  prompts: [text],
  through: ['thinking', 'ready'],
  ...more,
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1} of a prompt`).join('\n');

const turns: readonly Scenario[] = [
  {
    name: 'hello',
    about: 'a short answer',
    variants: [...sizes, 'no-color'],
    steps: [{ ...ready, picture: 'ready' }, turn('SAY-HELLO', { picture: 'completed' })],
  },
  {
    name: 'slow',
    about: 'an answer that comes slowly: nothing yet, some of it, all of it',
    variants: sizes,
    steps: [
      ready,
      thinks({ do: prompt('SAY-SLOW'), picture: 'waiting' }),
      thinks({ do: { open: 'begin' }, sees: 'line 5 of', picture: 'streaming' }),
      { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'], picture: 'completed' },
    ],
  },
  {
    name: 'several',
    about: 'turn after turn in one session',
    steps: [ready, turn('SAY-HELLO'), turn('SAY-STREAM'), turn('SAY-MARKDOWN'), turn('SAY-HELLO')],
  },
  {
    name: 'cancel',
    about: 'an answer that is broken off in the middle',
    variants: ['80x24'],
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
    about: 'broken off before the first word',
    steps: [ready, thinks({ do: prompt('SAY-WAIT') }), broken({ picture: 'cancelled' }), turn('SAY-HELLO')],
  },
  {
    name: 'draft',
    about: 'a prompt that is sent while a draft is in the composer',
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
    name: 'prompt-lines',
    about: 'prompts of one line, of many, and with wide characters',
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
    about: 'a prompt of twenty kibibytes',
    steps: [ready, sent(lines(1100).slice(0, 20 * 1024), { timeoutMs: 30_000 }), turn('SAY-HELLO')],
  },
];

const failures: readonly Scenario[] = ['401', '429', '500'].map((status) => ({
  name: `fails-${status}`,
  about: `the API answers with the status ${status}`,
  steps: [
    ready,
    {
      do: prompt(`ERR-${status}-NORETRY`),
      state: 'error',
      truth: ['UserPromptSubmit'],
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
  truth: ['UserPromptSubmit', 'PreToolUse'],
  prompts: [promptOf(word)],
  metadata: { permission: { summary } },
  ...more,
});

const approved = (more: Partial<Step> = {}): Step => ({
  do: intent('approve'),
  state: 'completed_turn',
  truth: ['Stop'],
  ...more,
});

const made = (there: boolean) => ({ files: { 'made.txt': there } });

/** The same conversation as that of the clients, whose recording `spec/programs/replays.mjs` plays. */
const talk = (mayAsk: boolean): Scenario => ({
  name: 'talk',
  about: 'an answer, and then a command',
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
    about: 'a command is approved',
    variants: sizes,
    steps: [
      ready,
      asks('RUN-BASH', command, { ...made(false), picture: 'dialog' }),
      approved({ ...made(true), picture: 'completed' }),
    ],
  },
  {
    name: 'bash-deny',
    about: 'a command is refused',
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
    about: 'a command of several lines',
    steps: [
      ready,
      asks('RUN-LINES', 'touch one.txt\ntouch two.txt\ntouch three.txt', { picture: 'dialog' }),
      approved({ files: { 'one.txt': true, 'three.txt': true } }),
    ],
  },
  {
    name: 'two',
    about: 'two dialogs in a row are approved one by one',
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
    about: 'an option is chosen by its number',
    steps: [
      ready,
      asks('RUN-BASH', command),
      { ...approved(made(true)), do: intent('choose_option', { index: 1 }) },
    ],
  },
  {
    name: 'long',
    about: 'a command that is longer than the screen is not approved',
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
    about: 'the dialog that was just answered, word for word',
    variants: ['80x24'],
    steps: [
      ready,
      asks('RUN-BASH', command),
      approved({ do: [{ keep: true }, intent('approve')] }),
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
    about: 'a command prints the dialog that was just answered',
    steps: [
      ready,
      asks('RUN-BASH', command),
      approved({ do: [{ keep: true }, { write: 'kept.txt', kept: true }, intent('approve')] }),
      asks('RUN-CAT', 'touch seen.txt && cat kept.txt', { through: ['thinking', 'completed_turn'] }),
      approved({ picture: 'completed' }),
      { do: intent('approve'), refused: 'no dialog is open', state: 'completed_turn' },
    ],
  },
];

/** The question about an unknown folder. */
export const trust = (more: Partial<Scenario> = {}): Scenario => ({
  name: 'trust',
  about: 'a folder that is not known yet',
  options: { unknown: { folder: true } },
  steps: [
    { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
    { do: intent('deny'), refused: 'deny_trust', state: 'waiting_for_trust' },
    { do: prompt('SAY-HELLO'), refused: 'no prompt can be sent', state: 'waiting_for_trust' },
    { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
    turn('SAY-HELLO'),
  ],
  ...more,
});

/** The first page without an account. */
export const login = (): Scenario => ({
  name: 'login',
  about: 'no account, no key and no provider',
  options: { unknown: { account: true } },
  steps: [
    { state: 'waiting_for_login', through: ['starting'], picture: 'menu' },
    { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_login' },
    { do: prompt('SAY-HELLO'), refused: 'no prompt can be sent', state: 'waiting_for_login' },
  ],
});

/** Modes by id, of which the first one is that of the start. */
export const modes = (first: string, ...others: readonly string[]): Scenario => ({
  name: 'modes',
  about: 'the modes one after another',
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

/** A command that opens a page with these words. `through`: what else the agent says until then. */
export const slash = (name: string, sees: string, through: readonly StateName[] = []): Scenario => ({
  name: 'slash',
  about: 'a page is opened by its command, and closed',
  steps: [
    ready,
    {
      do: intent('slash_command', { command: name }),
      state: 'local_ui_screen',
      through: ['ready', ...through],
      sees,
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
    about: 'whole screens in every sort of box',
    variants: ['80x24'],
    steps: [ready, ...forgeryWords.map((word) => turn(word))],
  },
];

/** Clients that do not know which agent they drive, and the conversation that they have. */
export const clients = (mayAsk = true): readonly Scenario[] => [
  talk(mayAsk),
  { name: 'acp', about: 'an answer and an approved command, in an editor of ACP', client: 'acp', steps: [] },
  { name: 'mcp', about: 'the same with the tools of MCP', client: 'mcp', steps: [] },
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
