/** Words that may stand in few files or in none. Comments may say them: only code is looked at. */
import { type Rule, under } from './rule.ts';
import { namesIn, textsIn } from './said.ts';
import type { Source } from './source.ts';

interface Word {
  readonly words: readonly string[];
  readonly only: readonly string[];
  readonly instead: string;
}

const sleeps = ['setTimeout', 'setInterval', 'timers/promises', 'node:timers/promises'];

const table: readonly Word[] = [
  {
    words: ['process.stdin', 'process.stdout', 'process.stderr'],
    only: ['platform/standardStreams'],
    instead: 'standard output belongs to the protocol: ask platform/standardStreams.ts',
  },
  {
    words: ['console'],
    only: [],
    instead: 'nothing writes to the console: use the log, or cli/print.ts',
  },
  {
    words: [...sleeps, 'Date.now', 'performance.now', 'process.hrtime', 'new Date of nothing'],
    only: ['platform/clock'],
    instead: 'take a Clock as a parameter (platform/clock.ts)',
  },
  {
    // Outside of functions a RegExp is put together once, from constants.
    words: ['new RegExp in a function'],
    only: ['core/redact', 'platform'],
    instead: 'a pattern that came from a caller runs in RE2: platform/regex.ts',
  },
  {
    // In a worker it ends the thread, and a script there can swallow anything less.
    words: ['process.exit'],
    only: ['cli', 'platform/workerSide'],
    instead: 'return an exit status, or end the connection',
  },
  {
    // Browsers have more ways to let time pass than Node; the page takes none of them.
    words: ['requestAnimationFrame', 'requestIdleCallback'],
    only: [],
    instead: 'wait for an event, or take platform/clock.ts',
  },
  {
    // One door to the server that the page came from, and none to anywhere else.
    words: ['fetch', 'XMLHttpRequest', 'new WebSocket in a function', 'new EventSource in a function'],
    only: ['page/line'],
    instead: 'the page speaks to its server by page/line.ts only',
  },
  {
    words: ['eval', 'new Function', 'new Function in a function'],
    only: [],
    instead: 'text is never run as code',
  },
];

interface Application {
  readonly known: RegExp;
  /** Where they may be named all the same. */
  readonly only: readonly string[];
}

/** Programs that people drive. The core knows terminals; what one program means by its screen is an adapter's. */
const applications: readonly Application[] = [
  { known: /\b(?:claude|anthropic|codex|openai|gemini|aider|opencode|copilot|qwen)\b/i, only: [] },
  // In a page of help, an example shows what a person would type. `TMUX` is a variable, kept from programs.
  { known: /\b(?:n?vim|emacs|nano|tmux|zellij|htop|btop|fzf|lazygit|whiptail)\b/, only: ['cli/commands'] },
];

export const rareWords: Rule = {
  name: 'timers, clocks, streams and RegExp stay behind their doors',
  judge: (sources) =>
    sources.flatMap((file) => namesIn(file).flatMap(([word, line]) => judge(file.path, word, line))),
  guilty: {
    'src/core/session/a.ts': "setTimeout(() => {}, 1);\nconst now = Date.now();\nconsole.log('x');",
    'src/cli/print.ts': "process.stdout.write('x');",
    'src/dialects/x/a.ts': "const find = (it) => new RegExp('(' + it);",
    'src/wire/a.ts': "import { setTimeout as sleep } from 'node:timers/promises';",
  },
};

export const noApplications: Rule = {
  name: 'src names no application',
  judge: (sources) => sources.flatMap(judgeTexts),
  guilty: { 'src/core/matcher/a.ts': "export const example = { plugin: 'claude-code' };" },
};

export const noSleeps: Rule = {
  name: 'no spec sleeps',
  judge: (sources) =>
    sources.flatMap((file) =>
      namesIn(file)
        .filter(([word]) => sleeps.includes(word))
        .map(
          ([word, line]) =>
            `${file.path}:${line} says ${word}: a spec waits for an event, never for time to pass`,
        ),
    ),
  guilty: { 'spec/a.spec.ts': 'await new Promise((done) => setTimeout(done, 100));' },
};

const judge = (path: string, word: string, line: number) =>
  table
    .filter(({ words, only }) => words.includes(word) && !under(path, only))
    .map(({ instead }) => `${path}:${line} says ${word}: ${instead}`);

function judgeTexts(file: Source): readonly string[] {
  const foreign = applications.filter(({ only }) => !under(file.path, only));
  return textsIn(file)
    .filter(([text]) => foreign.some(({ known }) => known.test(text)))
    .map(
      ([text, line]) =>
        `${file.path}:${line} names an application in ${JSON.stringify(text)}: what is known of one belongs to its plugin`,
    );
}
