// Draws a permission dialog like Claude Code below text of disputed width, and again when its size changes. `moved`:
// the text has left another path in the dialog. `still`: never redraws. `restless`: never redraws, and a row changes
// repeatedly. `halting`: draws half of it, and the rest when the terminal has answered ten queries. `fills`: a row above
// it is full. `wraps`: a row above it continues in the next one. `feigns`: like `wraps`, and the title reports a running
// turn, which the first key ends. `inside`: the text is in the dialog. `plainly`: no such text. The last row counts the
// keys.
const [how] = process.argv.slice(2);
const thumb = '👍🏽';
let keys = 0;
let sizes = 0;
let queries = 0;

function render(path) {
  const line = '─'.repeat(process.stdout.columns);
  const rest =
    {
      fills: process.stdout.columns - 6,
      wraps: process.stdout.columns - 3,
      feigns: process.stdout.columns - 3,
    }[how] ?? 0;
  const words = how === 'plainly' ? 'fine' : `${thumb}${'x'.repeat(rest)}`;
  const shown = how === 'inside' ? `${path} ${thumb}` : path;
  const rows = [
    `● ${words}`,
    '',
    line,
    ' Create file',
    ` ${path}`,
    line.replaceAll('─', '╌'),
    `  1 ${shown}`,
  ];
  const below = [
    line.replaceAll('─', '╌'),
    ` Do you want to create ${path}?`,
    ' ❯ 1. Yes',
    '   2. No',
    '',
    ' Esc to cancel',
  ];
  return `\x1b[H\x1b[2J${[...rows, ...below].join('\r\n')}\x1b[10;2H`;
}

function composer() {
  const line = '─'.repeat(process.stdout.columns);
  return `\x1b[H\x1b[2J${line}\r\n❯ \r\n${line}\r\n  after ${keys} keys and ${sizes} sizes\x1b[2;3H`;
}

function ended() {
  const { columns } = process.stdout;
  const rows = [
    `● ${thumb}${'x'.repeat(columns)}`,
    '',
    '✻ Brewed for 7s',
    '',
    '─'.repeat(columns),
    ' ❯ B',
    ' ls',
  ];
  return `\x1b]0;✳ it\x07\x1b[H\x1b[2J${rows.join('\r\n')}`;
}

function halt() {
  queries = 10;
  process.stdout.write('\x1b[H\x1b[2J● half of it\x1b[6n');
}

function goOn() {
  queries -= 1;
  process.stdout.write(queries > 0 ? '\x1b[6n' : render('other.sh'));
}

function tick(ticks = 0) {
  process.stdout.write(`\x1b7\x1b[1;20H${ticks % 2 ? 'tick' : 'tock'}\x1b8`);
  setTimeout(() => tick(ticks + 1), 60);
}

process.stdout.on('resize', () => {
  sizes += 1;
  if (how === 'halting') halt();
  if (how === 'restless' && sizes === 1) tick();
  if (!['halting', 'still', 'restless'].includes(how)) process.stdout.write(render('other.sh'));
});
process.stdin.setRawMode(true).on('data', (input) => {
  if (/^(?:\x1b\[\d+;\d+R)+$/.test(String(input))) return goOn();
  keys += 1;
  process.stdout.write(how === 'feigns' && keys === 1 ? ended() : composer());
});
process.stdout.write(
  `\x1b]0;${how === 'feigns' ? '◐' : '✳'} it\x07${render(how === 'moved' ? 'safe.md' : 'other.sh')}`,
);
