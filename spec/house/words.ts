/** Identifiers and texts that are allowed in few files, or in none. Only code is checked: comments may contain them. */
import { identifiersIn, stringsIn } from './identifiers.ts';
import { isUnder, type Rule } from './rule.ts';
import type { Source } from './source.ts';

interface RestrictedIdentifiers {
  readonly identifiers: readonly string[];
  readonly allowedIn: readonly string[];
  readonly instead: string;
}

const sleeps = ['setTimeout', 'setInterval', 'timers/promises', 'node:timers/promises'];

const restricted: readonly RestrictedIdentifiers[] = [
  {
    identifiers: ['process.stdin', 'process.stdout', 'process.stderr'],
    allowedIn: ['platform/standardStreams'],
    instead: 'standard output belongs to the protocol: use platform/standardStreams.ts',
  },
  {
    identifiers: ['console'],
    allowedIn: [],
    instead: 'use the log, or cli/print.ts',
  },
  {
    identifiers: [...sleeps, 'Date.now', 'performance.now', 'process.hrtime', 'new Date of nothing'],
    allowedIn: ['platform/clock'],
    instead: 'take a Clock as a parameter (platform/clock.ts)',
  },
  {
    // Outside of functions a RegExp is built once, from constants.
    identifiers: ['new RegExp in a function'],
    allowedIn: ['redaction', 'platform'],
    instead: 'a pattern from a caller runs in RE2: platform/regex.ts',
  },
  {
    // In a worker it ends the thread; a script there could catch anything weaker.
    identifiers: ['process.exit'],
    allowedIn: ['cli', 'platform/workerThread'],
    instead: 'return an exit status, or end the connection',
  },
  {
    // Browsers have timers that Node does not have.
    identifiers: ['requestAnimationFrame', 'requestIdleCallback'],
    allowedIn: [],
    instead: 'wait for an event, or use platform/clock.ts',
  },
  {
    // The page connects only to the server that it came from.
    identifiers: ['fetch', 'XMLHttpRequest', 'new WebSocket in a function', 'new EventSource in a function'],
    allowedIn: ['page/connect'],
    instead: 'the page connects to its server with page/connect.ts',
  },
  {
    identifiers: [
      ...['getuid', 'geteuid', 'getgid', 'getegid', 'getgroups', 'umask', 'kill'].map(
        (name) => `process.${name}`,
      ),
      ...['chmodSync', 'chownSync', 'symlinkSync', 'fchmodSync'],
    ],
    allowedIn: ['platform'],
    instead: 'Windows lacks this or does it differently: use a wrapper in platform',
  },
  {
    identifiers: ['eval', 'new Function', 'new Function in a function'],
    allowedIn: [],
    instead: 'text is never run as code',
  },
];

interface Application {
  readonly pattern: RegExp;
  readonly allowedIn: readonly string[];
}

/** Programs that people drive. What is specific to one program belongs to its plugin. */
const applications: readonly Application[] = [
  { pattern: /\b(?:claude|anthropic|codex|openai|gemini|aider|opencode|copilot|qwen)\b/i, allowedIn: [] },
  {
    // Help pages show examples.
    pattern: /\b(?:n?vim|emacs|nano|tmux|zellij|htop|btop|fzf|lazygit|whiptail)\b/,
    allowedIn: ['cli/exec/command', 'cli/serve/command', 'cli/run/command'],
  },
];

export const restrictedIdentifiers: Rule = {
  name: 'timers, clocks, streams, RegExp and Unix calls are used only in their wrappers',
  check: (sources) =>
    sources.flatMap((file) =>
      identifiersIn(file).flatMap(([identifier, line]) => checkIdentifier(file.path, identifier, line)),
    ),
  example: {
    'src/session/a.ts': "setTimeout(() => {}, 1);\nconst now = Date.now();\nconsole.log('x');",
    'src/cli/print.ts': "process.stdout.write('x');",
    'src/dialects/x/a.ts': "const find = (it) => new RegExp('(' + it);",
    'src/server/a.ts': "if (process.getuid?.() === 0) chmodSync('/run/a', 0o600);",
    'src/rpc/a.ts': "import { setTimeout as sleep } from 'node:timers/promises';",
  },
};

export const noApplications: Rule = {
  name: 'src names no application',
  check: (sources) => sources.flatMap(checkStrings),
  example: { 'src/matchers/a.ts': "export const example = { plugin: 'claude-code' };" },
};

/** Files that only Unix has. A text for people may name them. */
const unixFile = /^\/(?:proc|sys|etc|dev(?!\/null\/))\//;

export const noUnixFiles: Rule = {
  name: 'only platform opens files that only Unix has',
  check: (sources) =>
    sources
      .filter(({ path }) => !isUnder(path, ['platform', 'build']))
      .flatMap((file) =>
        stringsIn(file)
          .filter(([text]) => unixFile.test(text) && !text.includes(' '))
          .map(([text, line]) => `${file.path}:${line} names ${text}: use a wrapper in platform`),
      ),
  example: { 'src/session/a.ts': "const own = readFileSync('/proc/self/stat');" },
};

export const noSleeps: Rule = {
  name: 'no spec sleeps',
  check: (sources) =>
    sources.flatMap((file) =>
      identifiersIn(file)
        .filter(([identifier]) => sleeps.includes(identifier))
        .map(
          ([identifier, line]) =>
            `${file.path}:${line} uses ${identifier}: wait for an event, never for time`,
        ),
    ),
  example: { 'spec/a.spec.ts': `await new Promise((done) => ${sleeps[0]}(done, 100));` },
};

const checkIdentifier = (path: string, identifier: string, line: number) =>
  restricted
    .filter(({ identifiers, allowedIn }) => identifiers.includes(identifier) && !isUnder(path, allowedIn))
    .map(({ instead }) => `${path}:${line} uses ${identifier}: ${instead}`);

function checkStrings(file: Source): readonly string[] {
  const forbidden = applications.filter(({ allowedIn }) => !isUnder(file.path, allowedIn));
  return stringsIn(file)
    .filter(([text]) => forbidden.some(({ pattern }) => pattern.test(text)))
    .map(
      ([text, line]) =>
        `${file.path}:${line} names an application in ${JSON.stringify(text)}: move it to the plugin of that program`,
    );
}
