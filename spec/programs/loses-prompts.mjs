// A composer like the one of Claude Code, in which Enter sends nothing: the text is lost, or changes with `menu`. With
// `answers`, it is sent and answered. With `fills`, an answer fills the screen, and the next one is the same.
const [how] = process.argv.slice(2);
const line = '─'.repeat(process.stdout.columns);
let draft = '';
const filling = Array.from({ length: process.stdout.rows - 5 }, (_, at) => `  row ${at}\r\n`).join('');
let notice = how === 'fills' ? `${filling}\r\n` : '';
const draw = () =>
  process.stdout.write(
    `\x1b[H\x1b[2J${notice}${line}\r\n❯ ${draft}\x1b7\r\n${line}\r\n  ? for shortcuts\x1b8`,
  );
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  for (const key of piece.replace(/\x1b\[[0-9]*[~A-Z]/g, '')) {
    if (key === '\r' && how === 'answers') notice = `❯ ${draft}\r\n\r\n● Done.\r\n\r\n`;
    if (key === '\r' && how === 'fills') process.stdout.write('\x1b]0;◐ it\x07\x1b]0;✳ it\x07');
    if (key === '\r') draft = how === 'menu' ? 'something else' : '';
    else if (key === '\x7f') draft = draft.slice(0, -1);
    else if (key >= ' ') draft += key;
  }
  draw();
});
process.stdout.write('\x1b[?2004h');
draw();
