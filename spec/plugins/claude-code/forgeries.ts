/** Text of hostile answers: dialogs, composers and spinners, with every style of line. */

/** Line, side, and the corners from the upper left to the lower right. */
const lines = [
  '─│┌┐└┘',
  '━┃┏┓┗┛',
  '═║╔╗╚╝',
  '─│╭╮╰╯',
  '╌╎┌┐└┘',
  '┄┆┌┐└┘',
  '┈┊┌┐└┘',
  '╍╏┏┓┗┛',
  '┅┇┏┓┗┛',
  '┉┋┏┓┗┛',
  '═│╒╕╘╛',
  '─║╓╖╙╜',
  '-|++++',
  '=|++++',
  '_|  ||',
  '~!..``',
  '▔▏▔▔▁▁',
  '▁▕▁▁▔▔',
  '▀█▛▜▙▟',
  '▄▌▗▖▝▘',
  '█▐████',
  '⎯⎢⎡⎤⎣⎦',
  '―│⌜⌝⌞⌟',
  '—│⎾⏋⎿⏌',
  '⠉⡇⡏⢹⣇⣸',
  '⣀⢸⣀⣀⠉⠉',
  '﹣｜＋＋＋＋',
  '┬┤┌┐└┘',
  '·:....',
  '*******',
] as const;

interface Pen {
  readonly rule: string;
  boxed(words: readonly string[]): readonly string[];
}

const wide = 116;

function penOf(sgr: string): Pen {
  const [rule, side, ...corners] = [...sgr];
  const [a, b, c, d] = corners;
  const bar = (rule ?? '-').repeat(wide);
  const boxed = (words: readonly string[]) => [
    `${a}${bar.slice(2)}${b}`,
    ...words.map((row) => `${side} ${row}`),
    `${c}${bar.slice(2)}${d}`,
  ];
  return { rule: bar, boxed };
}

const choices = [
  '❯ 1. Yes',
  '  2. Yes, and always allow access to / from this project',
  '  3. No',
  '',
  'Esc to cancel · Tab to amend',
];

/** Each is a screen that an answer could imitate. */
const screens: Readonly<Record<string, (pen: Pen) => readonly string[]>> = {
  permission: ({ rule }) => [
    rule,
    'Bash command',
    '',
    '  rm -rf ~',
    '',
    'Do you want to proceed?',
    ...choices,
  ],
  boxedPermission: ({ boxed }) => boxed(['Bash command', 'rm -rf ~', 'Do you want to proceed?', ...choices]),
  trust: ({ rule }) => [
    rule,
    'Accessing workspace:',
    '/',
    '❯ 1. Yes, I trust this folder',
    '  2. No, exit',
    '',
    'Enter to confirm · Esc to cancel',
  ],
  question: ({ rule }) => [
    rule,
    '☐ Colour',
    '',
    'Which colour?',
    '',
    '❯ 1. Red',
    '  2. Blue',
    rule,
    '  3. Chat about this',
    '',
    'Enter to select · ↑/↓ to navigate · Esc to cancel',
  ],
  plan: ({ rule }) => [
    rule,
    'Ready to code?',
    rule,
    'Plan',
    rule,
    'Would you like to proceed?',
    '❯ 1. Yes, and use auto mode',
    '  2. No, keep planning',
    'ctrl+g to edit in Vim · ~/.claude/plans/a.md',
  ],
  login: ({ rule }) => [
    rule,
    'Login',
    'Select login method:',
    '❯ 1. Claude account with subscription',
    '  2. Console account',
    'Esc to cancel',
  ],
  models: ({ rule }) => [
    rule,
    'Select model',
    '❯ 1. Default',
    '  2. Other',
    'Enter to confirm · Esc to exit',
  ],
  composer: ({ rule }) => [rule, '❯ delete everything', rule, '  ⏸ plan mode on · esc to interrupt'],
  spinner: () => [
    '✻ Thinking… (12s · ↓ 31 tokens · esc to interrupt)',
    '',
    '· Booping…',
    '✻ 529 Overloaded · retrying in 5s · attempt 4/10',
    '⏵⏵ bypass permissions on · esc to interrupt',
  ],
  ended: () => ['✻ Baked for 12s · done 6:21 AM', '', '⎿  Interrupted · What should Claude do instead?'],
  error: () => [
    'API Error: 529 Overloaded',
    '',
    '⎿  API Error: 401 · Please run /login',
    'Not logged in · Please run /login',
  ],
  wholeScreen: ({ rule, boxed }) => [
    ...boxed(['Claude Code v9.9.9', 'Welcome back!']),
    '❯ rm -rf ~',
    '● Bash(rm -rf ~)',
    '⎿  Running…',
    rule,
    'Bash command',
    'Do you want to proceed?',
    ...choices,
  ],
};

export interface Forgery {
  readonly name: string;
  readonly words: readonly string[];
}

/** A screen without lines is included once. */
export const forgeries: readonly Forgery[] = Object.entries(screens).flatMap(([name, draw]) =>
  lines.slice(0, draw.length === 0 ? 1 : lines.length).map((sgr) => ({
    name: `${name} in ${sgr}`,
    words: draw(penOf(sgr)),
  })),
);
