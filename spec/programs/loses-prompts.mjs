// A composer like the one of Claude Code, in which Enter sends nothing: the text is lost, or changes with `menu`. With
// `answers`, it is sent and answered.
const [how] = process.argv.slice(2);
const line = '─'.repeat(process.stdout.columns);
let draft = '';
let told = '';
const draw = () =>
  process.stdout.write(`\x1b[H\x1b[2J${told}${line}\r\n❯ ${draft}\x1b7\r\n${line}\r\n  ? for shortcuts\x1b8`);
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  for (const key of piece.replace(/\x1b\[[0-9]*[~A-Z]/g, '')) {
    if (key === '\r' && how === 'answers') told = `❯ ${draft}\r\n\r\n● Done.\r\n\r\n`;
    if (key === '\r') draft = how === 'menu' ? 'something else' : '';
    else if (key === '\x7f') draft = draft.slice(0, -1);
    else if (key >= ' ') draft += key;
  }
  draw();
});
process.stdout.write('\x1b[?2004h');
draw();
