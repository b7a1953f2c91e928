// Draws two permission dialogs like those of Claude Code. Both are the same, and one frame of a running turn is between
// them, in one write with the second. With `deaf`, it asks once, and its first Enter only redraws the dialog. With `late`,
// the dialogs differ, and it reads its first key only after a while. It uses a timer: it simulates a slow program, and
// the spec waits for its output.
const [how] = process.argv.slice(2);
// Longer than the adapter waits for the effect of a key.
const lateMs = how === 'late' ? 3500 : 0;
const line = '─'.repeat(process.stdout.columns);
let keys = 0;
let marked = 0;
const option = (at, label) => ` ${at === marked ? '❯' : ' '} ${at + 1}. ${label}`;
const dialog = () => {
  const command = how === 'late' && keys > 0 ? 'touch two' : 'touch it';
  return `\x1b[H\x1b[2J${line}\r\n Bash command\r\n\r\n   ${command}\r\n\r\n Do you want to proceed?\r\n${option(0, 'Yes')}\r\n${option(1, 'No')}\r\n\r\n Esc to cancel\x1b[${7 + marked};2H`;
};
const composer = (below) => `\x1b[H\x1b[2J${line}\r\n❯ \r\n${line}\r\n  ${below}\x1b[2;3H`;
const between = `\x1b]0;◐ it\x07${composer('\x1b[1mesc\x1b[m to interrupt')}\x1b]0;✳ it\x07`;
const take = (key) => {
  if (key !== '\r') {
    marked = key === '\x1b[B' ? 1 : 0;
    process.stdout.write(dialog());
    return;
  }
  keys += 1;
  if (keys > 1) process.stdout.write(composer(`after ${keys} keys`));
  else process.stdout.write(how === 'deaf' ? dialog() : between + dialog());
};
let reads = Promise.resolve();
let first = true;
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (text) => {
  if (first) reads = new Promise((resolve) => setTimeout(resolve, lateMs));
  first = false;
  for (const key of text.match(/\x1b\[.|[\s\S]/g)) reads = reads.then(() => take(key));
});
process.stdout.write(`\x1b]0;✳ it\x07${dialog()}`);
