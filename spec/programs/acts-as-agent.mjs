// Draws like Claude Code 2.1.327: a composer, turns, a permission dialog, a question, and modes. A word in the prompt
// selects what happens: `write`, `ask`, `wait`, `deaf`, `thousands`, `burst`, `together`, `die`, `arguments` or `secret`;
// anything else is answered.
import { writeFileSync } from 'node:fs';

const { rows: height, columns: width } = process.stdout;
const isInline = process.env.CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN === '1';
const line = '─'.repeat(width);
const sgr = (codes, text) => `\x1b[${codes}m${text}\x1b[0m`;
const grey = (text) => sgr('38;2;153;153;153', text);
const blue = (text) => sgr('38;2;177;185;249', text);
const bullet = sgr('38;2;255;255;255', '●');
const modes = ['manual mode', 'accept edits', 'plan mode'];

const past = [
  `${sgr('38;2;215;119;87', ' ▐')}▛███▛█   ${sgr('1', 'Claude Code')} ${grey('v2.1.327')}`,
  '▝▜██████▀  Opus 5.5 · API Usage Billing',
  ' ▝▝   ▝▝   ~/project',
  '',
];
/** Escapes that are ignored. */
let deafTo = 0;
let [mode, draft, busy, dialog, marked] = [0, '', false, undefined, 0];

const echoOf = (prompt) => sgr('48;2;55;55;55', `❯ ${prompt}`.padEnd(width));
const labels = () => (dialog.tabs ? ['Red', 'Blue', 'Green'] : ['Yes', 'Yes, and always allow', 'No']);
const option = (label, at) =>
  `${at === marked ? blue(' ❯') : '  '} ${grey(`${at + 1}. `)}${at === marked ? blue(label) : label}`;

function below() {
  if (dialog?.tabs) {
    const options = labels().map((label, at) =>
      option(label, at)
        .slice(at === marked ? 0 : 1)
        .replace(' ❯', '❯'),
    );
    const text = sgr('1;38;2;255;255;255', 'Which colour do you prefer?');
    const tab = sgr('38;2;0;0;0;48;2;177;185;249', ' ☐ Colour ');
    return [
      grey(line),
      tab,
      '',
      text,
      '',
      ...options,
      '',
      grey('Enter to select · ↑/↓ to navigate · Esc to cancel'),
    ];
  }
  if (dialog) {
    const dashes = sgr('38;2;80;80;80', line.replaceAll('─', '╌'));
    const head = [blue(line), ` ${sgr('1;38;2;177;185;249', 'Create file')}`, ` ${grey('notes.md')}`];
    const asked = ` Do you want to create ${sgr('1', 'notes.md')}?`;
    return [...head, dashes, ' 1 hello', dashes, asked, ...labels().map(option), '', grey(' Esc to cancel')];
  }
  const hint = busy ? 'esc to interrupt' : '? for shortcuts';
  const edge = sgr('38;2;136;136;136', line);
  const spinner = busy ? [sgr('38;2;215;119;87', '✢ Moonwalking… (0s)'), ''] : [];
  const sign = mode === 1 ? '⏵⏵' : '⏸';
  const footer = mode === 0 ? grey(`⏸ ${modes[0]} on`) : sgr('38;2;72;150;140', `${sign} ${modes[mode]} on`);
  return [...spinner, edge, `❯ ${draft}\x1b7`, edge, `  ${footer} · ${hint}`];
}

/** Rows of `past` that are printed. Without the alternate screen, they scroll off. */
let printedRows = 0;
let lastRows = 0;

function drawInline() {
  const last = below().map((row) => row.replace('\x1b7', ''));
  const top = Math.min(printedRows, height - lastRows) + 1;
  const fresh = past.slice(printedRows);
  [printedRows, lastRows] = [past.length, last.length];
  const composer = Math.min(printedRows + lastRows, height) - 2;
  const cursor = dialog ? '\x1b[?25l' : `\x1b[${composer};${draft.length + 3}H\x1b[?25h`;
  const title = busy && !dialog ? '◐' : '✳';
  process.stdout.write(
    `\x1b[?2026h\x1b]0;${title} Claude Code\x07\x1b[${top};1H\x1b[J${[...fresh, ...last].join('\r\n')}${cursor}\x1b[?2026l`,
  );
}

function draw() {
  if (isInline) return drawInline();
  const last = below();
  const shown = past.slice(-(height - last.length - 1));
  const title = busy && !dialog ? '◐' : '✳';
  const cursor = dialog ? '\x1b[?25l' : '\x1b8\x1b[?25h';
  process.stdout.write(
    `\x1b[?2026h\x1b]0;${title} Claude Code\x07\x1b[H\x1b[2J${[...shown, ...last].join('\r\n')}${cursor}\x1b[?2026l`,
  );
}

function end(...rows) {
  past.push(...rows, '');
  [busy, dialog] = [false, undefined];
  draw();
}

const answer = (...words) =>
  end(`${bullet} ${words[0]}`, ...words.slice(1).map((word) => `  ${word}`), '', '✻ Baked for 1s');
const interrupted = () => end(grey('  ⎿  Interrupted · What should Claude do instead?'));

/** Prints an answer of many lines in steps; each waits until the terminal has the one before. */
let printed = 0;
const lineCount = 2000;
function printMore() {
  if (printed === 0) past.push(`${bullet} line 1`);
  for (let at = Math.max(1, printed); at < printed + 8; at += 1) past.push(`  line ${at + 1}`);
  printed += 8;
  if (printed >= lineCount) {
    printed = 0;
    return end('', '✻ Baked for 1s');
  }
  draw();
  process.stdout.write('\x1b[6n');
}

const lines = (count) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

/** Called when the terminal has replied. */
let onReply = printMore;

const acts = {
  write: () => {
    past.push(`${bullet} I will write.`, '', `${grey('●')} ${sgr('1', 'Write')}(notes.md)`, '');
    [dialog, marked] = [{}, 0];
  },
  ask: () => {
    past.push(`${bullet} One question.`, '');
    [dialog, marked] = [{ tabs: true }, 0];
  },
  wait: () => past.push(`${bullet} I am waiting.`, ''),
  thousands: () => printMore(),
  burst: () => {
    onReply = () => answer(...lines(lineCount));
    process.stdout.write('\x1b[6n');
  },
  // Only the title shows that the turn runs.
  together: () => {
    process.stdout.write('\x1b]0;◐ Claude Code\x07');
    answer(...lines(height));
  },
  deaf: () => {
    deafTo = 1;
    past.push(`${bullet} I am deaf.`, '');
  },
  die: () => process.exit(7),
  arguments: (prompt) => answer(...process.argv.slice(2), ...prompt.split(' ')),
  secret: () =>
    answer('the key is sk-ant-api03-0123456789abcdefghijABCDEFGHIJ0123456789abcdefghijABCDEFGHIJ'),
};

function submit() {
  const prompt = draft.trim();
  draft = '';
  past.push(echoOf(prompt), '');
  busy = true;
  const word = Object.keys(acts).find((one) => prompt.includes(one));
  if (word === undefined) answer(`You said: ${prompt}.`, '', 'Hello.');
  else acts[word](prompt);
}

function choose() {
  const label = labels()[marked];
  const { tabs } = dialog;
  dialog = undefined;
  if (tabs) return answer(`You prefer ${label}.`);
  if (label === 'No') return interrupted();
  writeFileSync('notes.md', 'hello\n');
  past.push('  ⎿  Wrote 1 line', '');
  answer(`Done with ${label}.`);
}

function press(key) {
  if (/^\x1b\[\d+;\d+R$/.test(key)) return onReply();
  if (/^\x1b\[(?:200|201)~$/.test(key)) return;
  if (key === '\x1b' && deafTo-- > 0) return;
  if (key === '\x1b') return busy || dialog ? interrupted() : undefined;
  if (dialog) {
    if (key === '\x1b[A') marked = Math.max(0, marked - 1);
    else if (key === '\x1b[B') marked = Math.min(labels().length - 1, marked + 1);
    else if (key === '\r') choose();
  } else if (key === '\x1b[Z') mode = (mode + 1) % modes.length;
  else if (key === '\r') submit();
  else if (key === '\x7f') draft = draft.slice(0, -1);
  else if (key === '\x15') draft = '';
  else if (key >= ' ') draft += key;
}

process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  for (const [key] of piece.matchAll(/\x1b\[[0-9;]*[~A-Za-z]|[\s\S]/g)) press(key);
  draw();
});
process.stdout.write(`${isInline ? '' : '\x1b[?1049h'}\x1b[?2004h`);
draw();
