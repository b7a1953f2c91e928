/** Many prompts of every kind. Each must arrive unchanged, exactly once. */
import type { Operation, Scenario, Step } from '../../scenarios/scenario.ts';
import { intent, promptOf, ready, thinks, turn, typed } from '../../scenarios/steps.ts';

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

const kib = (size: number) => lines(Math.ceil((size * 1024) / 20)).slice(0, size * 1024);

const draft: Operation = typed('a draft that nobody sent');

/** Each kind of prompt in turn, sometimes with an old draft, and sometimes right after an interrupted turn. */
function mixed(at: number): readonly Step[] {
  const filling = ['', lines(3), lines(12), 'x'.repeat(500)][at % 4];
  const text = `number ${at}: ${filling} ${promptOf('SAY-HELLO')}`;
  const step = sent(text);
  if (at % 20 === 7)
    return [
      thinks({
        do: intent('send_prompt', { prompt: `number ${at}: SAY-WAIT` }),
        truth: ['UserPromptSubmit'],
      }),
      {
        do: [intent('cancel'), intent('send_prompt', { prompt: text })],
        state: 'completed_turn',
        through: ['cancelling', 'thinking', 'ready'],
        truth: ['UserPromptSubmit', 'Stop'],
        prompts: [text],
      },
    ];
  return [at % 10 === 3 ? { ...step, do: [draft, intent('send_prompt', { prompt: text })] } : step];
}

export const prompts: readonly Scenario[] = [
  {
    name: 'prompt-lines',
    about: 'prompts of one line, of many, and with what looks like commands of a terminal',
    variants: ['80x24'],
    steps: [
      ready,
      sent('one line'),
      sent(lines(3)),
      sent(lines(40)),
      sent('wide 日本語 🎉 and "quotes" $HOME `x` \\n'),
      sent('ends in a backslash \\'),
      sent('@hello.txt is named here'),
    ],
  },
  {
    name: 'prompt-odd',
    about: 'words that terminals draw in ways of their own, and ends that would open a menu',
    steps: [
      ready,
      sent('the end is a :smile'),
      sent('letters in parts: cafe\u0301'),
      sent('zero\u200bwidth and soft\u00adhyphen'),
      sent('to the \u202eright'),
      sent('a thumb 👍🏽 up'),
      sent('? what'),
    ],
  },
  {
    name: 'prompt-large',
    about: 'a prompt of a hundred kibibytes',
    steps: [ready, sent(kib(10)), sent(kib(100), { timeoutMs: 30_000 })],
  },
  {
    name: 'prompt-escapes',
    about: 'escape sequences in a prompt become nothing that the terminal or the program obeys',
    steps: [
      ready,
      {
        do: intent('send_prompt', { prompt: 'SAY-HELLO \x1b[201~\r/exit\r \x1b[31mred\x1b[0m' }),
        state: 'completed_turn',
        truth: ['UserPromptSubmit', 'Stop'],
      },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'prompt-command',
    about: 'a prompt that begins as a command or a shell line does is told apart by the user, not by us',
    steps: [ready, sent('say /usage in words'), sent('what does !ls do')],
  },
  {
    name: 'two-hundred',
    about: 'two hundred prompts in a row, in every way that has lost some',
    long: true,
    steps: [
      sent('number 0: while it starts', { through: ['starting', 'ready', 'thinking'] }),
      ...Array.from({ length: 199 }, (_, at) => mixed(at + 1)).flat(),
    ],
  },
];
