/** Prompts of every kind. Each must arrive unchanged and exactly once. */
import type { Operation, Scenario, Step } from '../../scenarios/scenario.ts';
import { intent, promptOf, ready, thinking, turn, typeText } from '../../scenarios/steps.ts';

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

const kib = (size: number) => lines(Math.ceil((size * 1024) / 20)).slice(0, size * 1024);

const draft: Operation = typeText('a draft that is not sent');

/** Prompts of different kinds, sometimes with a draft in the composer, sometimes right after an interrupted turn. */
function mixed(at: number): readonly Step[] {
  const padding = ['', lines(3), lines(12), 'x'.repeat(500)][at % 4];
  const text = `number ${at}: ${padding} ${promptOf('SAY-HELLO')}`;
  const step = sent(text);
  if (at % 20 === 7)
    return [
      thinking({
        do: intent('send_prompt', { prompt: `number ${at}: SAY-WAIT` }),
        hooks: ['UserPromptSubmit'],
      }),
      {
        do: [intent('cancel'), intent('send_prompt', { prompt: text })],
        state: 'completed_turn',
        through: ['cancelling', 'thinking', 'ready'],
        hooks: ['UserPromptSubmit', 'Stop'],
        prompts: [text],
      },
    ];
  return [at % 10 === 3 ? { ...step, do: [draft, intent('send_prompt', { prompt: text })] } : step];
}

export const prompts: readonly Scenario[] = [
  {
    name: 'prompt-lines',
    description: 'prompts of one and of many lines, and with characters that a terminal could interpret',
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
    description: 'characters that terminals draw differently, and ends that would open a menu',
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
    description: 'a prompt of 100 KiB',
    steps: [ready, sent(kib(10)), sent(kib(100), { timeoutMs: 30_000 })],
  },
  {
    name: 'prompt-escapes',
    description: 'neither the terminal nor the agent interprets escape sequences in a prompt',
    steps: [
      ready,
      {
        do: intent('send_prompt', { prompt: 'SAY-HELLO \x1b[201~\r/exit\r \x1b[31mred\x1b[0m' }),
        state: 'completed_turn',
        hooks: ['UserPromptSubmit', 'Stop'],
      },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'prompt-command',
    description: 'prompts that mention a command or a shell line',
    steps: [ready, sent('say /usage in words'), sent('what does !ls do')],
  },
  {
    name: 'two-hundred',
    description: '200 prompts in sequence, of every kind that lost prompts before',
    long: true,
    steps: [
      sent('number 0: while it starts', { through: ['starting', 'ready', 'thinking'] }),
      ...Array.from({ length: 199 }, (_, at) => mixed(at + 1)).flat(),
    ],
  },
];
