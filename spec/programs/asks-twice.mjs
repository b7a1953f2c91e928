// Two dialogs like those of Gemini CLI, one after the other, and then a composer with what was approved. With `late` it
// reads its first key only after a while, with `deaf` it ignores its first Enter. It uses timers itself: it simulates a
// slow program, and the spec waits for its output.
const [, , how] = process.argv;
// Longer than the wait for the effect of Enter.
const lateMs = how === 'late' ? 3500 : 0;
const width = process.stdout.columns;
const labels = ['Allow once', 'Allow for this session', 'No, suggest changes (esc)'];
const commands = ['touch one.txt', 'touch two.txt'];
const approved = [];
let marked = 0;
let deaf = how === 'deaf';
const framed = (text) => `│ ${text.padEnd(width - 4)} │`;
const border = (left, right) => left + '─'.repeat(width - 2) + right;
const inner = (text) => framed(`│ ${text.padEnd(width - 8)} │`);
const dialog = (command) => [
  border('╭', '╮'),
  framed(`? Shell  ${command}`),
  framed(`╭${'─'.repeat(width - 6)}╮`),
  inner(command),
  framed(`╰${'─'.repeat(width - 6)}╯`),
  framed('Allow execution of [Shell]?'),
  framed(''),
  ...labels.map((label, at) => framed(`${at === marked ? '●' : ' '} ${at + 1}. ${label}`)),
  border('╰', '╯'),
];
const composer = () => [
  ` approved: ${approved.join(', ')}`,
  '',
  '─'.repeat(width),
  ' Shift+Tab to accept edits',
  '▄'.repeat(width),
  ' >   Type your message',
  '▀'.repeat(width),
  ' workspace',
];
const draw = () => {
  const command = commands[0];
  process.stdout.write(`\x1b[?25l\x1b[H\x1b[2J${(command ? dialog(command) : composer()).join('\r\n')}\r\n`);
};
const take = (key) => {
  if (key === '\x1b[B') marked = Math.min(2, marked + 1);
  if (key === '\x1b[A') marked = Math.max(0, marked - 1);
  if (key === '\r' && deaf) deaf = false;
  else if (key === '\r') {
    const command = commands.shift();
    if (marked === 0) approved.push(command);
    marked = 0;
  }
  draw();
};
let reads = Promise.resolve();
let first = true;
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (keys) => {
  if (first) reads = new Promise((resolve) => setTimeout(resolve, lateMs));
  first = false;
  for (const key of keys.match(/\x1b\[.|[\s\S]/g)) reads = reads.then(() => take(key));
});
draw();
